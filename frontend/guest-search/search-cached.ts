import type { FoundBooking } from '@wire/booking-record.js';
import { todayAtom } from '../shared/hotel.js';
import { knownCalendars } from '../shared/offline-cache/cached-calendars.js';
import { findCached, newestVersions } from '../shared/offline-cache/find-cached.js';
import { store } from '../shared/store.js';

/** Finds bookings in everything that is known on this terminal, without asking the server. */
export async function searchCached(words: string): Promise<FoundBooking[]> {
  const today = store.get(todayAtom);
  if (!today) return [];
  const calendars = await knownCalendars();
  const bookings = newestVersions(calendars.flatMap(({ snapshot }) => snapshot.known.values()));
  const found = findCached(bookings, words, today);
  return found.map(({ record, roomNumber }) => ({ ...record, room_number: roomNumber }));
}
