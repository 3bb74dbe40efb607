import { hotelDay } from '@domain/dates.js';
import type { HotelProfile, HotelRecord } from '@wire/hotel-record.js';
import { type Atom, atom } from 'jotai';
import { get, write } from './api/request.js';
import { cachedHotel } from './offline-cache/cached-basics.js';
import { store } from './store.js';

const CHECK_MS = 30_000;

const recordAtom = atom<HotelRecord | null>(null);

/** The hotel as the server sent it; null before its first answer. Written by this file alone. */
export const hotelAtom: Atom<HotelRecord | null> = recordAtom;

/** Takes the hotel over as it was read. */
export const placeHotel = (hotel: HotelRecord): void => store.set(recordAtom, hotel);

/** Today in the hotel's zone. */
export const todayAtom = atom((get) => get(hotelAtom)?.today ?? null);

/** Reservations that automatic registration could not place, for the badge. */
export const failedImportsAtom = atom((get) => get(hotelAtom)?.auto_registration_failed ?? 0);

/** Of these, guests who arrive today and have no room. */
export const failedTodayAtom = atom((get) => get(hotelAtom)?.auto_registration_today ?? 0);

const clockDay = ({ timezone, day_turns_at }: HotelRecord) => hotelDay(timezone, day_turns_at, new Date());

/** A cached hotel of the same day holds until the server answers; the day must not depend on this clock alone. */
async function beginWithKept(): Promise<void> {
  const cached = await cachedHotel();
  const holds = cached !== null && cached.today === clockDay(cached);
  if (holds && store.get(hotelAtom) === null) placeHotel(cached);
}

/** Reads the hotel; a failure is only logged (spec 8), and the cached hotel is used. False when it failed. */
export async function loadHotel(): Promise<boolean> {
  if (store.get(hotelAtom) === null) void beginWithKept();
  try {
    placeHotel((await get<HotelRecord>('/api/hotel')).data);
    return true;
  } catch (error) {
    console.error('hotel', error);
    const cached = store.get(hotelAtom) ?? (await cachedHotel());
    if (cached) placeHotel({ ...(store.get(hotelAtom) ?? cached), today: clockDay(cached) });
    return false;
  }
}

/** Takes over new numbers of failed automatic registrations: of all, and of today's arrivals. */
export function setFailedImports(auto_registration_failed: number, auto_registration_today: number): void {
  const hotel = store.get(hotelAtom);
  if (hotel) placeHotel({ ...hotel, auto_registration_failed, auto_registration_today });
}

/** Asks for today anew when the hotel's day has turned. */
export function watchMidnight(): void {
  setInterval(() => {
    const hotel = store.get(hotelAtom);
    if (hotel && clockDay(hotel) !== hotel.today) void loadHotel();
  }, CHECK_MS);
}

/** Saves the hotel's profile (If-Match: version). */
export async function saveHotel(version: number, profile: Readonly<Record<string, string>>): Promise<void> {
  await write<HotelProfile>('PUT', '/api/hotel', profile, { version });
  await loadHotel();
}
