import type { Day } from '@domain/dates.js';
import { daysBetween } from '@domain/dates.js';
import { searchable } from '@domain/search/searchable.js';
import type { ShownBooking } from '../shown-booking.js';

const MOST_FOUND = 50;

function searchedTexts({ record, roomNumber }: ShownBooking): string[] {
  return [
    record.reserver_name,
    record.reserver_name_kana,
    record.guest_name_1,
    record.guest_name1_kana,
    record.guest_name_2,
    record.tel,
    record.booking_number,
    roomNumber,
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

/** The bookings in which every word occurs in some name, kana, phone, number or room; the nearest stay first. */
export function findKept(bookings: readonly ShownBooking[], words: string, today: Day): ShownBooking[] {
  const wanted = words
    .split(/\s+/u)
    .map(searchable)
    .filter((word) => word !== '');
  if (wanted.length === 0) return [];
  const found = bookings.filter((booking) => {
    const texts = searchedTexts(booking);
    return wanted.every((word) => texts.some((text) => text.includes(word)));
  });
  const distance = ({ stayStart }: ShownBooking) => Math.abs(daysBetween(today, stayStart));
  return found.sort((a, b) => distance(a) - distance(b) || b.id - a.id).slice(0, MOST_FOUND);
}
