import { addDays } from '@domain/dates.js';
import type { BookingRecord } from '@wire/booking-record.js';
import type { Hotel } from './hotel.js';

/** A booking whose guest has checked in and not out. */
export async function guestInHouse(hotel: Hotel): Promise<BookingRecord> {
  const nights = await hotel.bookings(addDays(hotel.today, -1), hotel.today);
  const booking = nights.find(
    ({ checkin_date, checkout_date, is_cancelled }) =>
      checkin_date !== null && checkout_date === null && is_cancelled === 0,
  );
  if (!booking) throw new Error('nobody is in the house');
  return booking;
}
