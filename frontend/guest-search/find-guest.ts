import { searchedWords } from '@domain/search/searchable.js';
import type { FoundBooking } from '@wire/booking-record.js';
import { atom } from 'jotai';
import { get } from '../shared/api/request.js';
import { onErasure } from '../shared/erasure.js';
import { Resource } from '../shared/resource.js';

/** The result of a search by the server or, offline, in the cache; null when neither is possible. */
export type Found = { words: string; bookings: readonly FoundBooking[] | null; fromKept: boolean };

/** The bookings with all searched words in their names, kana, phone or number, nearest stay first. */
export const guestSearch = new Resource<string, Found>(
  'booking-search',
  async (words, signal) => {
    const { data, position } = await get<FoundBooking[]>('/api/booking-search', { q: words }, signal);
    return { data: { words, bookings: data, fromKept: false }, position };
  },
  {
    keepPrevious: 'briefly',
    fallback: async (words) => {
      const { searchCached } = await import('./search-cached.js');
      return { words, bookings: await searchCached(words), fromKept: true };
    },
  },
);

/** The newest answer; null while nothing is searched for. */
export const foundAtom = atom((get): Found | null => {
  const { status, query, value } = get(guestSearch.atom);
  const hasFailed = status === 'failed' && query !== null && value?.words !== query;
  return hasFailed ? { words: query, bookings: null, fromKept: false } : value;
});

/** Looks for bookings. Without a word nothing is found. */
export function findGuests(words: string): void {
  if (searchedWords(words).length === 0) guestSearch.reset();
  else void guestSearch.load(words);
}

onErasure(() => guestSearch.renew());
