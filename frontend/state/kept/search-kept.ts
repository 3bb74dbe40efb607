import type { FoundBooking } from '@wire/booking-record.js';
import { todayAtom } from '../hotel.js';
import { store } from '../store.js';
import { findKept, newestVersions } from './find-kept.js';
import { knownCalendars } from './kept-calendars.js';

/** Finds bookings in everything that is known on this terminal, without asking the server. */
export async function searchKept(words: string): Promise<FoundBooking[]> {
  const today = store.get(todayAtom);
  if (!today) return [];
  const calendars = await knownCalendars();
  const bookings = newestVersions(calendars.flatMap(({ snapshot }) => [...snapshot.known.values()]));
  const found = findKept(bookings, words, today);
  return found.map(({ record, roomNumber }) => ({ ...record, room_number: roomNumber }));
}
