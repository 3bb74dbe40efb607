import type { Day } from '@domain/dates.js';
import type { ImportSummary } from './csv-imports.js';
import type { FieldChange } from './event-record.js';
import { dayField, flag, readOnly, requiredText, text, wholeNumber } from './fields.js';
import type { LogMoment } from './time-travel.js';

const LONGEST_TEXT = 2_000;

/** Body of a note (POST and PUT /api/handover-notes). */
export const noteShape = {
  ...readOnly<Exclude<keyof NoteRecord, 'date' | 'text'>>({
    id: true,
    version: true,
    is_done: true,
    is_removed: true,
    written: true,
    changed: true,
  }),
  date: dayField('日付'),
  text: requiredText('申し送り', LONGEST_TEXT, 'many lines'),
};
/** Body of `PUT /api/handover-notes/{id}/done`. */
export const noteDoneShape = { is_done: flag('完了') };
/** Body of `POST /api/handover`: a memo for the next shift, and the log position seen so far (by default its end). */
export const handoverShape = {
  memo: text('引継ぎメモ', LONGEST_TEXT, 'many lines').default(''),
  seen: wholeNumber('確認済みの記録番号', 0, Number.MAX_SAFE_INTEGER).optional(),
};

/** A note as answered by writes. */
export type NoteContent = {
  id: number;
  version: number;
  date: Day;
  text: string;
  is_done: 0 | 1;
  is_removed: 0 | 1;
};

/** Author, terminal and instant of an event; instants are RFC 3339 in UTC. */
type Written = {
  staff_id: number | null;
  staff_name: string | null;
  terminal: string | null;
  recorded_at: string;
};

/** A note pinned to a day, with who wrote it and who changed it last. */
export type NoteRecord = NoteContent & { written: Written; changed: Written };

/** A shift that was handed over. */
export type HandoverRecord = Written & { id: number; up_to: number; memo: string };

/** Kinds of changes of a booking. */
export const BOOKING_CHANGE_KINDS = [
  'added',
  'moved',
  'changed',
  'cancelled',
  'reinstated',
  'checked_in',
  'check_in_reverted',
  'checked_out',
  'check_out_reverted',
  'no_show',
  'no_show_reverted',
  'paid',
  'unpaid',
] as const;
export type BookingChangeKind = (typeof BOOKING_CHANGE_KINDS)[number];

/** Changes of one booking by one person: the fields, and the instant of the last change. */
export type ChangedBooking = {
  booking_id: number;
  acts: BookingChangeKind[];
  room_number: string;
  guest_name: string;
  stay_start: Day;
  stay_end: Day;
  is_cancelled: 0 | 1;
  changes: FieldChange[];
  position: number;
  recorded_at: string;
};

/** The changes of one person; without sign-in, of one terminal. */
export type PersonChanges = {
  staff_id: number | null;
  staff_name: string | null;
  terminals: string[];
  is_me: boolean;
  bookings: ChangedBooking[];
  /** Other changes, by event label. */
  others: { label: string; count: number }[];
};

/** Changes since a moment, by person (GET /api/handover). */
export type HandoverChanges = LogMoment & {
  /** The viewer's own last handover. */
  mine: HandoverRecord | null;
  /** The latest handovers of all staff, newest first. */
  handovers: HandoverRecord[];
  people: PersonChanges[];
  /** Files that were imported since. */
  imports: ImportSummary[];
  /** True if earlier changes were left out. */
  is_cut: boolean;
};

/** Number of bookings, notes and handovers changed by others since the viewer's last handover; `since` null without one. */
export type Unread = { since: number | null; count: number; head: number };
