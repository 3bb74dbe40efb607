import { dayText, stayText } from '@domain/calendar/stay-text.js';
import type { BookingRecord } from '@wire/booking-record.js';
import type { BookingChange, ChangeKind } from '@wire/time-travel.js';

export const KIND_NAMES: Record<ChangeKind, string> = {
  added: '追加',
  moved: '移動',
  cancelled: '取消',
  changed: '変更',
};

/** The sign of each kind, so that none is known by its colour alone. */
export const KIND_SIGNS: Record<ChangeKind, string> = {
  added: '＋',
  moved: '→',
  cancelled: '×',
  changed: '●',
};

function movedDays(before: BookingRecord, after: BookingRecord): string {
  if (before.stay_start !== after.stay_start) return `${dayText(after.stay_start)}～`;
  return before.stay_end === after.stay_end ? '' : `～${dayText(after.stay_end)}`;
}

/** Where a moved booking is now, as far as that is new: `1005`, `11/23(月)～`; empty for other kinds. */
export function movedTo({ kind, before, after, before_room, after_room }: BookingChange): string {
  if (kind !== 'moved' || before === null) return '';
  const room = before_room === after_room ? '' : after_room;
  return [room, movedDays(before, after)].filter(Boolean).join(' ');
}

/** A booking's nights, as `11/21(土)～11/23(月) 2泊`. */
export function recordStayText({ stay_start, stay_end }: BookingRecord): string {
  return stayText({ start: stay_start, end: stay_end });
}

/** What the tooltip and the voice say of a difference: `いま: 取消`, `いま: 1005 へ移動`. */
export function sinceText(kind: ChangeKind, where: string): string {
  if (kind === 'moved') return `いま: ${where} へ移動`;
  return kind === 'added' ? 'いまは予約あり（その後に追加）' : `いま: ${KIND_NAMES[kind]}`;
}
