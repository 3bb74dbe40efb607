import { searchedWords } from '@domain/search/searchable.js';
import type { FoundBooking } from '@wire/booking-record.js';
import { atom } from 'jotai';
import { get, isLineDown } from '../shared/api/request.js';
import { store } from '../shared/store.js';

/** The result of a search by the server or, offline, in the cache; null when neither is possible. */
export type Found = { words: string; bookings: readonly FoundBooking[] | null; fromKept: boolean };

/** The answer to the newest search that was answered; null while nothing is searched for. */
export const foundAtom = atom<Found | null>(null);

let underWay: AbortController | null = null;

/** The result from the cache, when offline. */
async function findKept(words: string): Promise<FoundBooking[]> {
  const { searchCached } = await import('./search-cached.js');
  return searchCached(words);
}

/** Looks for bookings; of two searches the later one counts. Without a word nothing is found. */
export async function findGuests(words: string): Promise<void> {
  underWay?.abort();
  underWay = null;
  if (searchedWords(words).length === 0) {
    store.set(foundAtom, null);
    return;
  }
  const mine = new AbortController();
  underWay = mine;
  try {
    const bookings = await searchBookings(words, mine.signal);
    if (!mine.signal.aborted) store.set(foundAtom, { words, bookings, fromKept: false });
  } catch (error) {
    if (mine.signal.aborted) return;
    const fromKept = isLineDown(error);
    if (!fromKept) console.error('booking-search', error);
    const bookings = fromKept ? await findKept(words) : null;
    if (!mine.signal.aborted) store.set(foundAtom, { words, bookings, fromKept });
  }
}

/** Bookings with all these words in their names, kana, phone or number, nearest stay first. */
const searchBookings = async (words: string, signal: AbortSignal): Promise<FoundBooking[]> =>
  (await get<FoundBooking[]>('/api/booking-search', { q: words }, signal)).data;
