import { type Day, daysBetween, monthOf, nightsOf } from '../dates.js';
import type { CsvReservation } from '../imports/csv-reservation.js';
import { knownStay, stayOf } from '../reservation/reservation.js';
import { MAX_NIGHTS } from '../reservation/save-rules.js';
import type { RoomDirectory } from '../room/room-directory.js';
import { type Category, categoryOf, type RoomMonth } from '../room/room-month.js';
import { actualNights, type CountedBooking, type CountedNight } from './daily-counts.js';

/** The fields of an imported record that counts depend on. */
export type CountedImport = Pick<
  CsvReservation,
  'status' | 'kind' | 'soldCategories' | 'stayStart' | 'stayEnd'
>;

/** A record before and after a change; null where there is none. */
export type Change<T> = { before: T | null; after: T | null };

/** The change of the counts of one category on one day; never zero in both. */
export type CountDelta = { date: Day; category: Category; actual: number; tema: number };

/** The counted nights of a record, unless it is cancelled or dismissed (contract 3). */
export function temaNights(record: CountedImport): CountedNight[] {
  const [category] = record.soldCategories;
  const { status, kind } = record;
  const stay = knownStay(record);
  const isSold = (status === 'failed' || status === 'registered') && kind !== 'キャンセル';
  if (!isSold || category === undefined || !stay) return [];
  if (daysBetween(stay.start, stay.end) > MAX_NIGHTS) return [];
  return nightsOf(stay).map((date) => ({ date, category }));
}

function tally() {
  const deltas = new Map<string, CountDelta>();
  const add = (kind: 'actual' | 'tema', nights: readonly CountedNight[], by: 1 | -1): void => {
    for (const { date, category } of nights) {
      const key = `${date} ${category}`;
      const delta = deltas.get(key) ?? { date, category, actual: 0, tema: 0 };
      delta[kind] += by;
      deltas.set(key, delta);
    }
  };
  const result = (): CountDelta[] =>
    [...deltas.values()].filter(({ actual, tema }) => actual !== 0 || tema !== 0);
  return { add, result };
}

/** Changes of the daily counts by changes of bookings and imported records (contract 3). */
export function countDeltas(
  rooms: RoomDirectory,
  changes: { bookings?: Iterable<Change<CountedBooking>>; imports?: Iterable<Change<CountedImport>> },
): CountDelta[] {
  const { add, result } = tally();
  for (const { before, after } of changes.bookings ?? []) {
    if (before) add('actual', actualNights(before, rooms), -1);
    if (after) add('actual', actualNights(after, rooms), 1);
  }
  for (const { before, after } of changes.imports ?? []) {
    if (before) add('tema', temaNights(before), -1);
    if (after) add('tema', temaNights(after), 1);
  }
  return result();
}

/** Changes of the daily counts when a room-month changes its category. */
export function roomMonthDeltas(
  { before, after }: { before: RoomMonth | null; after: RoomMonth },
  bookings: Iterable<CountedBooking>,
): CountDelta[] {
  const { add, result } = tally();
  const changes = [
    [categoryOf(before), -1],
    [categoryOf(after), 1],
  ] as const;
  for (const booking of bookings) {
    if (booking.status !== 'active' || booking.roomNumber !== after.roomNumber) continue;
    const dates = nightsOf(stayOf(booking)).filter((date) => monthOf(date) === after.month);
    for (const [category, by] of changes) {
      const nights = category ? dates.map((date) => ({ date, category })) : [];
      add('actual', nights, by);
    }
  }
  return result();
}
