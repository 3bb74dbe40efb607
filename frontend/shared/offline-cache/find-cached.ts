import { type Day, daysBetween } from '@domain/dates.js';
import { searchable, searchedWords } from '@domain/search/searchable.js';
import type { BookingRecord } from '@wire/booking-record.js';
import type { ShownBooking } from '../calendar-data/calendar-snapshot.js';

const MOST_FOUND = 50;

/** What a booking can be found by, as it is compared. */
export function searchedTexts({ record }: { record: BookingRecord }): string[] {
  return [
    record.reserver_name,
    record.reserver_name_kana,
    record.guest_name_1,
    record.guest_name1_kana,
    record.guest_name_2,
    record.tel,
    record.booking_number,
  ].map(searchable);
}

/** The newest version of each booking. */
export function newestVersions(bookings: Iterable<ShownBooking>): ShownBooking[] {
  const byId = new Map<number, ShownBooking>();
  for (const booking of bookings) {
    const known = byId.get(booking.id);
    if (!known || known.version < booking.version) byId.set(booking.id, booking);
  }
  return [...byId.values()];
}

/** The bookings in which every word occurs in some name, kana, phone or number; the nearest stay first. */
export function findCached(bookings: readonly ShownBooking[], words: string, today: Day): ShownBooking[] {
  const wanted = searchedWords(words);
  if (wanted.length === 0) return [];
  const found = bookings.filter((booking) => {
    const texts = searchedTexts(booking);
    return wanted.every((word) => texts.some((text) => text.includes(word)));
  });
  const distance = ({ stayStart }: ShownBooking) => Math.abs(daysBetween(today, stayStart));
  return found.sort((a, b) => distance(a) - distance(b) || b.id - a.id).slice(0, MOST_FOUND);
}
