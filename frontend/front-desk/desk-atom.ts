import type { Day } from '@domain/dates.js';
import type { RoomDirectory } from '@domain/room/room-directory.js';
import type { BookingRecord } from '@wire/booking-record.js';
import type { UnpaidCursor } from '@wire/older-unpaid.js';
import { atom } from 'jotai';

/** The older unpaid stays up to `shownTo` are among the bookings; how many come after it was counted at `countedAt`. */
export type Older = { shownTo: UnpaidCursor; more: number; countedAt: number };

/**
 * Bookings by id with the log position that they are at least as new as, the day of which all were read, and the rooms of
 * their first nights.
 */
export type Desk = {
  asOf: number;
  day: Day | null;
  records: ReadonlyMap<number, BookingRecord>;
  rooms: RoomDirectory;
  older: Older;
};

/** The bookings of the front desk; null until they were read. */
export const deskAtom = atom<Desk | null>(null);
