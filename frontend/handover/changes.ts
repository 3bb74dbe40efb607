import type { HandoverChanges, HandoverRecord } from '@wire/handover.js';
import { atom } from 'jotai';
import { alertFailure } from '../shared/alert-failure.js';
import { fetchChanges, handOver } from '../shared/api/handover-api.js';
import { onErasure } from '../shared/erasure.js';
import { Resource } from '../shared/resource.js';
import { lastStaffAtom } from '../shared/session-staff.js';
import { stopAll, store } from '../shared/store.js';
import { noteRead } from './unread.js';

/** After an answer the next question waits so long, however much happens. */
const PAUSE_MS = 300;

export const MINE: Since = { kind: 'mine' };

/** Changes since then. */
export const changes = new Resource<Since, HandoverChanges>(
  'handover',
  (since, signal) => fetchChanges(sinceQuery(since), signal),
  { keepPrevious: 'briefly', pauseMs: PAUSE_MS },
);

/** From when changes are listed. */
export const sinceAtom = atom((get) => get(changes.atom).query ?? MINE);

/** Reads what happened and keeps it current while it is shown; returns how to stop. */
export function followChanges(): () => void {
  const stops = [
    changes.follow(() => true),
    store.sub(lastStaffAtom, () => void changes.reload()),
    store.sub(changes.atom, () => {
      const { status, value } = changes.state;
      if (status === 'ready' && value) noteRead(value);
    }),
  ];
  void changes.load(store.get(sinceAtom));
  return stopAll(stops);
}

/** Closes the shift with words for the next one; false when it was refused, which is alerted. */
export async function closeShift(memo: string): Promise<boolean> {
  const seen = changes.state.value?.head;
  if (seen === undefined) return false;
  try {
    await handOver(memo, seen);
  } catch (error) {
    await alertFailure(error);
    return false;
  }
  void changes.load(MINE);
  return true;
}

/** From when changes are listed: the own last handover, another handover, or an instant. */
export type Since =
  | { kind: 'mine' }
  | { kind: 'handover'; id: number; upTo: number }
  | { kind: 'instant'; instant: string };

/** Returns the server's query; null for since the asker left. */
function sinceQuery(since: Since): string | null {
  if (since.kind === 'mine') return null;
  return since.kind === 'handover' ? String(since.upTo) : since.instant;
}

/** Returns who it was, as far as that is known. */
export function whoText({ staff_name, terminal }: Pick<HandoverRecord, 'staff_name' | 'terminal'>): string {
  return staff_name ?? terminal ?? '不明';
}

onErasure(() => changes.renew());
