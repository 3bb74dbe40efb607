import { type Day, daysBetween } from '@domain/dates.js';
import { searchedIn, searchedInPhone, searchedWords, wordsBesideRoom } from '@domain/search/searchable.js';
import type { BookingRecord } from '@wire/booking-record.js';
import type { ShownBooking } from '../calendar-data/calendar-snapshot.js';
import { corporatesAtom } from '../masters.js';
import { store } from '../store.js';

const MOST_FOUND = 50;

const textsOf = new WeakMap<BookingRecord, string[]>();

function searchedTextsOf(record: BookingRecord): string[] {
  const known = textsOf.get(record);
  if (known) return known;
  const names = [
    record.reserver_name,
    record.reserver_name_kana,
    record.guest_name_1,
    record.guest_name1_kana,
  ];
  const texts = [...names, record.guest_name_2, record.booking_number].map(searchedIn);
  texts.push(searchedInPhone(record.tel));
  textsOf.set(record, texts);
  return texts;
}

/** Returns the texts by which a booking is found, folded; the name of its company among them. */
export function searchedTexts({ record }: { record: BookingRecord }): string[] {
  const company = store.get(corporatesAtom).find(({ id }) => id === record.corporateID);
  return [searchedIn(company?.corporate_short_name ?? ''), ...searchedTextsOf(record)];
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

/** Returns whether the folded words name a booking's room. */
export const isRoomOf = (words: readonly string[], { roomNumber }: { roomNumber: string | null }): boolean =>
  roomNumber !== null && wordsBesideRoom(words, roomNumber) !== null;

/** Of the stays of a room: who is in it, who comes to it, who left it. */
function turnInRoom({ record, stayEnd }: ShownBooking, today: Day): number {
  if (record.checkin_date !== null && record.checkout_date === null) return 0;
  return stayEnd > today ? 1 : 2;
}

/**
 * The bookings in which every word occurs in some name, kana, phone or number; those of a room that is one of the words
 * first, then the nearest stay.
 */
export function findCached(bookings: readonly ShownBooking[], words: string, today: Day): ShownBooking[] {
  const wanted = searchedWords(words);
  if (wanted.length === 0) return [];
  const found = bookings.filter((booking) => {
    const texts = searchedTexts(booking);
    const others = wordsBesideRoom(wanted, booking.roomNumber) ?? wanted;
    return others.every((word) => texts.some((text) => text.includes(word)));
  });
  const turn = (booking: ShownBooking) => (isRoomOf(wanted, booking) ? turnInRoom(booking, today) : 3);
  const distance = ({ stayStart }: ShownBooking) => Math.abs(daysBetween(today, stayStart));
  return found
    .sort((a, b) => turn(a) - turn(b) || distance(a) - distance(b) || b.id - a.id)
    .slice(0, MOST_FOUND);
}
