import { hotelDay } from '@domain/dates.js';
import type { HotelProfile, HotelRecord } from '@wire/hotel-record.js';
import { atom } from 'jotai';
import { get, write } from './api/request.js';
import { cachedHotel } from './offline-cache/cached-basics.js';
import { Resource } from './resource.js';
import { store } from './store.js';

const CHECK_MS = 30_000;

const clockDay = ({ timezone, day_turns_at }: HotelRecord) => hotelDay(timezone, day_turns_at, new Date());

const hotel: Resource<'hotel', HotelRecord> = new Resource(
  'hotel',
  (_, signal) => get<HotelRecord>('/api/hotel', {}, signal),
  {
    keepPrevious: 'always',
    fallback: async () => {
      const known = hotel.state.value ?? (await cachedHotel());
      return known && { ...known, today: clockDay(known) };
    },
  },
);

/** The state of reading the hotel. */
export const hotelStateAtom = hotel.atom;

/** The hotel as the server sent it; null before its first answer. */
export const hotelAtom = atom((get) => get(hotel.atom).value);

/** Today in the hotel's zone. */
export const todayAtom = atom((get) => get(hotelAtom)?.today ?? null);

/** Reservations that automatic registration could not place, for the badge. */
export const failedImportsAtom = atom((get) => get(hotelAtom)?.auto_registration_failed ?? 0);

/** Of these, guests who arrive today and have no room. */
export const failedTodayAtom = atom((get) => get(hotelAtom)?.auto_registration_today ?? 0);

/** A cached hotel of the same day holds until the server answers; the day must not depend on this clock alone. */
async function beginWithKept(): Promise<void> {
  const cached = await cachedHotel();
  if (cached === null || cached.today !== clockDay(cached)) return;
  store.set(hotel.atom, (now) => (now.value === null ? { ...now, value: cached } : now));
}

/** Reads the hotel; a failure is logged (spec 8), and while the line is down the cached hotel is used. False when it failed. */
export async function loadHotel(): Promise<boolean> {
  if (hotel.state.value === null) void beginWithKept();
  await hotel.load('hotel');
  return hotel.state.status === 'ready';
}

/** Takes over new numbers of failed automatic registrations: of all, and of today's arrivals. */
export function setFailedImports(auto_registration_failed: number, auto_registration_today: number): void {
  hotel.update((now) => ({ ...now, auto_registration_failed, auto_registration_today }));
}

/** Asks for today anew when the hotel's day has turned. */
export function watchMidnight(): void {
  setInterval(() => {
    const { value } = hotel.state;
    if (value && clockDay(value) !== value.today) void loadHotel();
  }, CHECK_MS);
}

/** Saves the hotel's profile (If-Match: version). */
export async function saveHotel(version: number, profile: Readonly<Record<string, string>>): Promise<void> {
  await write<HotelProfile>('PUT', '/api/hotel', profile, { version });
  await loadHotel();
}
