import type { Reservation } from '@domain/reservation/reservation.js';
import { searchable } from '@domain/searchable.js';

/** Everything a booking is found by, one item a line (contract 4, booking-search). */
export function searchText(booking: Reservation): string {
  return [
    booking.guestName1,
    booking.guestName1Kana,
    booking.guestName2,
    booking.reserverName,
    booking.reserverNameKana,
    booking.tel,
    booking.bookingNumber,
  ]
    .map(searchable)
    .join('\n');
}
