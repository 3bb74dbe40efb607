import { todayAtom } from '../hotel.js';
import type { ShownBooking } from '../shown-booking.js';
import { store } from '../store.js';
import { findKept, newestVersions } from './find-kept.js';
import { knownCalendars } from './kept-calendars.js';

/** Finds bookings in everything that is known on this terminal, without asking the server. */
export async function searchKept(words: string): Promise<ShownBooking[]> {
  const today = store.get(todayAtom);
  if (!today) return [];
  const calendars = await knownCalendars();
  const bookings = newestVersions(calendars.flatMap(({ snapshot }) => [...snapshot.known.values()]));
  return findKept(bookings, words, today);
}
