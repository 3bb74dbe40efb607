import { type Day, type Month, nightsOf } from '../dates.js';
import { type Reservation, stayOf } from '../reservation/reservation.js';
import { type MonthsOfRooms, type RoomDirectory, roomMonthOf } from '../room/room-directory.js';
import { CATEGORIES, type Category, categoryOf } from '../room/room-month.js';

/** A count for each category. */
export type CategoryCounts = Record<Category, number>;

/** The fields of a booking that counts depend on. */
export type CountedBooking = Pick<Reservation, 'status' | 'roomNumber' | 'stayStart' | 'stayEnd'>;

function noCounts(): CategoryCounts {
  return Object.fromEntries(CATEGORIES.map((category) => [category, 0])) as CategoryCounts;
}

/** The category of a booked night, by the room-month of that night; null when it is not counted. */
function categoryOfNight(rooms: MonthsOfRooms, roomNumber: string, night: Day): Category | null {
  const room = rooms.byNumber.get(roomNumber);
  const roomMonth = room && roomMonthOf(room, night);
  return roomMonth ? categoryOf(roomMonth) : null;
}

/** Active bookings of one day by category (contract 3, `actual_`). */
export function actualCounts(
  bookings: Iterable<CountedBooking>,
  rooms: RoomDirectory,
  date: Day,
): CategoryCounts {
  const counts = noCounts();
  for (const booking of bookings) {
    if (booking.status !== 'active' || date < booking.stayStart || date >= booking.stayEnd) continue;
    const category = categoryOfNight(rooms, booking.roomNumber, date);
    if (category) counts[category] += 1;
  }
  return counts;
}

/** The counted nights of a booking with their categories; none when it is cancelled. */
export function actualNights(
  booking: CountedBooking,
  rooms: MonthsOfRooms,
): { date: Day; category: Category }[] {
  if (booking.status !== 'active') return [];
  return nightsOf(stayOf(booking)).flatMap((date) => {
    const category = categoryOfNight(rooms, booking.roomNumber, date);
    return category ? [{ date, category }] : [];
  });
}

/** Bookable rooms of each category in a month (contract 3, `total_`). */
export function totalsOf(rooms: RoomDirectory, month: Month): CategoryCounts {
  const totals = noCounts();
  for (const room of rooms.byNumber.values()) {
    const roomMonth = room.months.get(month);
    const category = roomMonth ? categoryOf(roomMonth) : null;
    if (category) totals[category] += 1;
  }
  return totals;
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
