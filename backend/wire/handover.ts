import type { Day } from '@domain/dates.js';
import type { ImportSummary } from './csv-imports.js';
import type { FieldChange } from './event-record.js';
import { dayField, flag, readOnly, text, wholeNumber } from './fields.js';
import type { LogMoment } from './looking-back.js';

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
  text: text('申し送り', LONGEST_TEXT, 'many lines').refine((value) => value !== '', {
    error: '申し送りを入力してください。',
  }),
};
/** Body of `PUT /api/handover-notes/{id}/done`. */
export const noteDoneShape = { is_done: flag('完了') };
/** Body of `POST /api/handover`: words for the next shift, and how far the log had been seen (its end when left out). */
export const handoverShape = {
  memo: text('引継ぎメモ', LONGEST_TEXT, 'many lines').default(''),
  seen: wholeNumber('確認済みの位置', 0, Number.MAX_SAFE_INTEGER).optional(),
};

/** A note as a write answers it. */
export type NoteContent = {
  id: number;
  version: number;
  date: Day;
  text: string;
  is_done: 0 | 1;
  is_removed: 0 | 1;
};

/** Who wrote, from where and when; instants are RFC 3339 in UTC. */
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

/** What somebody did to a booking, all in all. */
export const BOOKING_ACTS = [
  'added',
  'moved',
  'changed',
  'cancelled',
  'reinstated',
  'checked_in',
  'check_in_reverted',
  'checked_out',
  'check_out_reverted',
  'paid',
  'unpaid',
] as const;
export type BookingAct = (typeof BOOKING_ACTS)[number];

/** What one person did to one booking; the fields that read differently for it, and when it was last done. */
export type ToldBooking = {
  booking_id: number;
  acts: BookingAct[];
  room_number: string;
  guest_name: string;
  stay_start: Day;
  stay_end: Day;
  is_cancelled: 0 | 1;
  changes: FieldChange[];
  position: number;
  recorded_at: string;
};

/** What one person did; without sign-in a terminal stands for whoever was there. */
export type PersonChanges = {
  staff_id: number | null;
  staff_name: string | null;
  terminals: string[];
  is_me: boolean;
  bookings: ToldBooking[];
  /** What was done beside bookings, by the names of the events. */
  others: { label: string; count: number }[];
};

/** What happened since a moment, by whom (GET /api/handover). */
export type HandoverChanges = LogMoment & {
  /** The asker's own last handover. */
  mine: HandoverRecord | null;
  /** Everybody's latest ones, newest first. */
  handovers: HandoverRecord[];
  people: PersonChanges[];
  /** Files that were imported since. */
  imports: ImportSummary[];
  /** Whether there was more than is told, before it. */
  is_cut: boolean;
};

/** How many bookings, notes and handovers others touched since the asker left; `since` is null for who never left. */
export type Unread = { since: number | null; count: number; head: number };
