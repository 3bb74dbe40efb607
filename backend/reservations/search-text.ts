import type { Reservation } from '@domain/reservation/reservation.js';
import { searchable } from '@domain/search/searchable.js';

/** Everything a booking is found by, one item a line and none twice (contract 4, booking-search). */
export function searchText(booking: Reservation): string {
  const items = [
    booking.guestName1,
    booking.guestName1Kana,
    booking.guestName2,
    booking.reserverName,
    booking.reserverNameKana,
    booking.tel,
    booking.bookingNumber,
  ].map(searchable);
  return [...new Set(items)].filter((item) => item !== '').join('\n');
}
