import { dayText, stayText } from '@domain/calendar/stay-text.js';
import { type Day, nightsOf } from '@domain/dates.js';
import type { BookingRecord } from '@wire/booking-record.js';
import type { BookingChange, ChangeKind } from '@wire/time-travel.js';
import { atom } from 'jotai';
import { comparedAtom, pastAtom } from '../../shared/calendar-data/past.js';
import { family } from '../../shared/family.js';

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

/** Returns the new place of a moved booking: `1005`, `11/23(月)～`; empty for other kinds. */
function movedTo({ kind, before, after, before_room, after_room }: BookingChange): string {
  if (kind !== 'moved' || before === null) return '';
  const room = before_room === after_room ? '' : after_room;
  return [room, movedDays(before, after)].filter(Boolean).join(' ');
}

/** A booking's nights, as `11/21(土)～11/23(月) 2泊`. */
export function recordStayText({ stay_start, stay_end }: BookingRecord): string {
  return stayText({ start: stay_start, end: stay_end });
}

/** Returns a difference for the tooltip and the voice: `いま: 取消`, `いま: 1005 へ移動`. */
export function sinceText(kind: ChangeKind, where: string): string {
  if (kind === 'moved') return `いま: ${where} へ移動`;
  return kind === 'added' ? 'いまは予約あり（その後に追加）' : `いま: ${KIND_NAMES[kind]}`;
}

/** The kinds of differences, in the order in which they are shown. */
export const CHANGE_KINDS: readonly ChangeKind[] = ['added', 'moved', 'cancelled', 'changed'];

/** The kinds that are shown. */
export const shownKindsAtom = atom<readonly ChangeKind[]>(CHANGE_KINDS);

const NONE: readonly BookingChange[] = [];

/** Number of differences of each kind; null while they are not read. */
export const changeCountsAtom = atom((get): Record<ChangeKind, number> | null => {
  const compared = get(comparedAtom);
  if (compared === null) return null;
  const counts = { added: 0, moved: 0, cancelled: 0, changed: 0 };
  for (const { kind } of compared.changes) counts[kind]++;
  return counts;
});

/** The differences of the kinds that are shown, newest first. */
export const shownChangesAtom = atom((get): readonly BookingChange[] => {
  const kinds = get(shownKindsAtom);
  return (get(comparedAtom)?.changes ?? NONE).filter(({ kind }) => kinds.includes(kind));
});

/** True if the differences read last are those of the calendar that is shown. */
export const comparisonFitsAtom = atom((get): boolean => {
  const [past, compared] = [get(pastAtom), get(comparedAtom)];
  return past?.position === compared?.position && past?.snapshot.range === compared?.range;
});

/** The mark of a booking in the calendar of the past: how it changed since, and for a move where to. */
export type StayMark = { kind: Exclude<ChangeKind, 'added'>; text: string };

/** The marks of a room's row: by booking id, and the nights that a booking taken since has now. */
export type RowMarks = {
  stays: ReadonlyMap<number, StayMark>;
  added: ReadonlyMap<Day, BookingChange>;
};

const NO_MARKS: RowMarks = { stays: new Map(), added: new Map() };

type MutableMarks = { stays: Map<number, StayMark>; added: Map<Day, BookingChange> };

const marksAtom = atom((get): ReadonlyMap<string, RowMarks> => {
  const rows = new Map<string, MutableMarks>();
  if (!get(comparisonFitsAtom)) return rows;
  const rowOf = (room: string): MutableMarks => {
    const row = rows.get(room) ?? { stays: new Map(), added: new Map() };
    rows.set(room, row);
    return row;
  };
  for (const change of get(shownChangesAtom)) {
    const { kind, booking_id, before_room, after_room, after } = change;
    if (kind !== 'added') {
      if (before_room !== null) rowOf(before_room).stays.set(booking_id, { kind, text: movedTo(change) });
      continue;
    }
    const row = rowOf(after_room);
    for (const night of nightsOf({ start: after.stay_start, end: after.stay_end }))
      row.added.set(night, change);
  }
  return rows;
});

/** Differences of a room's row from now; the same object while nothing changes. */
export const rowMarksAtom = family((roomNumber: string) =>
  atom((get): RowMarks => get(marksAtom).get(roomNumber) ?? NO_MARKS),
);
