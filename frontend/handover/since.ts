import { dayText } from '@domain/calendar/stay-text.js';
import { dayIn } from '@domain/dates.js';
import type { HandoverRecord } from '@wire/handover.js';
import { instantText } from '@wire/value-texts.js';

/** Since when changes are told: since one left oneself, since another handover, or since any instant. */
export type Since =
  | { kind: 'mine' }
  | { kind: 'handover'; id: number; upTo: number }
  | { kind: 'instant'; instant: string };

/** How the server is asked; null for since the asker left. */
export function sinceQuery(since: Since): string | null {
  if (since.kind === 'mine') return null;
  return since.kind === 'handover' ? String(since.upTo) : since.instant;
}

/** An instant as `11/21(土) 17:00`. */
export function clockText(instant: string, zone: string): string {
  const time = instantText(instant, zone).slice(11, 16);
  return `${dayText(dayIn(zone, new Date(instant)))} ${time}`;
}

/** Who it was, as far as that is known. */
export function whoText({ staff_name, terminal }: Pick<HandoverRecord, 'staff_name' | 'terminal'>): string {
  return staff_name ?? terminal ?? '不明';
}
