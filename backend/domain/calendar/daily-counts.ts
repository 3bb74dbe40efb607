import { type Day, type Month, monthOf, nightsOf } from '../dates.js';
import { recordOf } from '../records.js';
import { type Reservation, stayOf } from '../reservation/reservation.js';
import { type RoomDirectory, roomMonthOf } from '../room/room-directory.js';
import { CATEGORIES, type Category, categoryOf } from '../room/room-month.js';
import type { DayRange } from './default-range.js';

/** A count for each category. */
export type CategoryCounts = Record<Category, number>;

/** The fields of a booking that counts depend on. */
export type CountedBooking = Pick<Reservation, 'status' | 'roomNumber' | 'stayStart' | 'stayEnd'>;

/** Zero for each category. */
export function noCounts(): CategoryCounts {
  return recordOf(CATEGORIES, () => 0);
}

/** A night and the category that it counts in. */
export type CountedNight = { date: Day; category: Category };

/** The counted nights of a booking, each by its own room-month (contract 3, `actual_`); none when it is cancelled. */
export function actualNights(booking: CountedBooking, rooms: RoomDirectory): CountedNight[] {
  const room = rooms.byNumber.get(booking.roomNumber);
  if (booking.status !== 'active' || !room) return [];
  return nightsOf(stayOf(booking)).flatMap((date) => {
    const category = categoryOf(roomMonthOf(room, date));
    return category ? [{ date, category }] : [];
  });
}

/** Bookable rooms of each category in a month (contract 3, `total_`), 売り止め or not. */
export function totalsOf(rooms: RoomDirectory, month: Month): CategoryCounts {
  const totals = noCounts();
  for (const room of rooms.byNumber.values()) {
    const category = categoryOf(room.months.get(month));
    if (category) totals[category] += 1;
  }
  return totals;
}

/** The nights of 売り止め that are in days, both included, by the category that cannot be sold. */
export function closedNights(rooms: RoomDirectory, { first, last }: DayRange): CountedNight[] {
  return rooms.closures.flatMap(({ roomNumber, start, end }) => {
    const room = rooms.byNumber.get(roomNumber);
    if (!room || end <= first || start > last) return [];
    return nightsOf({ start, end }).flatMap((date) => {
      const category = date < first || date > last ? null : categoryOf(room.months.get(monthOf(date)));
      return category ? [{ date, category }] : [];
    });
  });
}

/** The three figures of a count cell, left to right (spec 9, booking count formula). */
export function countFormula(count: {
  total: number;
  actual: number;
  tema: number;
}): [number, number, number] {
  const { total, actual, tema } = count;
  return [total - actual, tema, total - (total - actual) - tema];
}
