import { minutesSince } from '@domain/dates.js';
import { atom } from 'jotai';
import { hotelAtom } from './hotel.js';

const MINUTE_MS = 60_000;

/** Now; updated as each minute begins while it is shown, so that nothing is told a minute late. */
const nowAtom = atom(new Date());
nowAtom.onMount = (set) => {
  let timer: ReturnType<typeof setTimeout>;
  const tick = () => {
    set(new Date());
    timer = setTimeout(tick, MINUTE_MS - (Date.now() % MINUTE_MS));
  };
  tick();
  return () => clearTimeout(timer);
};

/** The minute since the epoch; updated while it is shown. */
export const minuteAtom = atom((get) => Math.floor(get(nowAtom).getTime() / MINUTE_MS));

/** Minutes of the hotel's day that have passed, by its clock; 0 until the hotel is known. */
export const minuteOfTodayAtom = atom((get) => {
  const hotel = get(hotelAtom);
  return hotel ? minutesSince(hotel.today, hotel.timezone, get(nowAtom)) : 0;
});
