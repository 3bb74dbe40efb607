import { minutesSince } from '@domain/dates.js';
import { atom } from 'jotai';
import { hotelAtom } from './hotel.js';

const MINUTE_MS = 60_000;

/** Now; updated each minute while it is shown. */
const nowAtom = atom(new Date());
nowAtom.onMount = (set) => {
  set(new Date());
  const timer = setInterval(() => set(new Date()), MINUTE_MS);
  return () => clearInterval(timer);
};

/** The minute since the epoch; updated while it is shown. */
export const minuteAtom = atom((get) => Math.floor(get(nowAtom).getTime() / MINUTE_MS));

/** Minutes of the hotel's day that have passed, by its clock; 0 until the hotel is known. */
export const minuteOfTodayAtom = atom((get) => {
  const hotel = get(hotelAtom);
  return hotel ? minutesSince(hotel.today, hotel.timezone, get(nowAtom)) : 0;
});
