import { atom } from 'jotai';
import { fetchHotel, type HotelRecord } from '../api/hotel-api.js';
import { store } from './store.js';

const CHECK_MS = 30_000;

/** The hotel as the server told it; null before its first answer. */
export const hotelAtom = atom<HotelRecord | null>(null);

/** Today in the hotel's zone. */
export const todayAtom = atom((get) => get(hotelAtom)?.today ?? null);

/** Reservations that automatic registration could not place, for the badge. */
export const failedImportsAtom = atom((get) => get(hotelAtom)?.auto_registration_failed ?? 0);

/** Reads the hotel; a failure is only logged (spec 8). */
export async function loadHotel(): Promise<HotelRecord | null> {
  try {
    store.set(hotelAtom, await fetchHotel());
  } catch (error) {
    console.error('hotel', error);
  }
  return store.get(hotelAtom);
}

/** Takes over a new number of failed automatic registrations. */
export function setFailedImports(count: number): void {
  store.set(hotelAtom, (hotel) => (hotel ? { ...hotel, auto_registration_failed: count } : hotel));
}

/** Asks for today anew when the hotel's clock has passed midnight. */
export function watchMidnight(): () => void {
  const timer = setInterval(() => {
    const hotel = store.get(hotelAtom);
    if (!hotel) return;
    const now = new Intl.DateTimeFormat('en-CA', { timeZone: hotel.timezone }).format(new Date());
    if (now !== hotel.today) void loadHotel();
  }, CHECK_MS);
  return () => clearInterval(timer);
}
