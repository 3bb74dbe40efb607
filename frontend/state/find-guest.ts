import { searchedWords } from '@domain/search/searchable.js';
import type { FoundBooking } from '@wire/found-booking.js';
import { atom } from 'jotai';
import { searchBookings } from '../api/find-api.js';
import { isLineDown } from '../api/request.js';
import { searchKept } from './kept/search-kept.js';
import { store } from './store.js';

/** What a search found; null bookings when it could not be answered. */
export type Found = { words: string; bookings: readonly FoundBooking[] | null };

/** The answer to the newest search that was answered; null while nothing is searched for. */
export const foundAtom = atom<Found | null>(null);

let underWay: AbortController | null = null;

/**
 * Looks for bookings, while the line is down in what is kept on this terminal; of two searches the later one counts.
 * Without a word nothing is found.
 */
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
    if (!mine.signal.aborted) store.set(foundAtom, { words, bookings });
  } catch (error) {
    if (mine.signal.aborted) return;
    console.error('booking-search', error);
    const kept = isLineDown(error) ? await searchKept(words) : null;
    if (!mine.signal.aborted) store.set(foundAtom, { words, bookings: kept });
  }
}
