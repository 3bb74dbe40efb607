import type { Reservation } from '@domain/reservation/reservation.js';

const HIRAGANA = /[\u3041-\u3096]/g;

/**
 * Text as the guest search compares it: half-width as full, hiragana as katakana, no case, spaces or hyphens, and no
 * control characters, which PostgreSQL would refuse.
 */
export function searchable(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(HIRAGANA, (kana) => String.fromCharCode(kana.charCodeAt(0) + 0x60))
    .replace(/[\s\p{Dash}\p{Cc}\p{Cf}]/gu, '');
}

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
