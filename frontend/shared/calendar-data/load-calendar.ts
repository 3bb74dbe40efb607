import type { DayRange } from '@domain/calendar/default-range.js';
import { lastDayOf, monthOf, monthsFromTo } from '@domain/dates.js';
import type { BookingRecord } from '@wire/booking-record.js';
import type { CountRecord } from '@wire/count-record.js';
import type { RoomRecord } from '@wire/room-record.js';
import type { WeatherRecord } from '@wire/weather-record.js';
import { atom } from 'jotai';
import {
  type AskedPosition,
  fetchBookings,
  fetchClosures,
  fetchCounts,
  fetchRooms,
  fetchWeather,
} from '../api/calendar-api.js';
import type { Answer } from '../api/request.js';
import { store } from '../store.js';
import { type CalendarSnapshot, snapshotOf } from './calendar-snapshot.js';

/** A loaded calendar and the log position that all of it is at least as new as; null when no answer said. */
export type LoadedCalendar = { snapshot: CalendarSnapshot; position: number | null };

/** An answer, or an empty one in the place of a failed call, which is only logged (spec 8). */
async function orEmpty<T>(what: string, call: Promise<Answer<T>>, empty: T): Promise<Answer<T>> {
  try {
    return await call;
  } catch (error) {
    console.error(what, error);
    return { data: empty, position: null };
  }
}

/** The oldest of the log positions that are known; null for none. */
export function oldest(positions: readonly (number | null)[]): number | null {
  const known = positions.filter((position) => position !== null);
  return known.length > 0 ? Math.min(...known) : null;
}

/** The calendar that is read before its screen is there; null once one was asked for. */
const aheadAtom = atom<{ range: DayRange; loaded: Promise<LoadedCalendar> } | null>(null);

/** Begins to read the calendar that a screen is about to ask for. */
export function loadAhead(range: DayRange): void {
  const loaded = readCalendar(range, null);
  loaded.catch(() => {}); // Whoever asks for it is told.
  store.set(aheadAtom, { range, loaded });
}

/** Reads everything a range shows, now or as of a log position; bookings, rooms and what keeps these from sale are indispensable. */
export function loadCalendar(range: DayRange, at: AskedPosition = null): Promise<LoadedCalendar> {
  const ahead = store.get(aheadAtom);
  store.set(aheadAtom, null);
  const isAhead = at === null && ahead?.range.first === range.first && ahead.range.last === range.last;
  return isAhead ? ahead.loaded : readCalendar(range, at);
}

/** The range with the rest of its months, whose rooms are known. */
const wholeMonths = ({ first, last }: DayRange): DayRange => ({
  first: monthOf(first),
  last: lastDayOf(monthOf(last)),
});

async function readCalendar(range: DayRange, at: AskedPosition): Promise<LoadedCalendar> {
  const months = monthsFromTo(range.first, range.last);
  const [bookings, counts, weather, closures, ...rooms] = await Promise.all([
    fetchBookings(range, at),
    orEmpty<Record<string, CountRecord>>('booking_type_diff', fetchCounts(range, at), {}),
    orEmpty<WeatherRecord[] | null>('weather', fetchWeather(range, at), null),
    fetchClosures(wholeMonths(range), at),
    ...months.map((month) => fetchRooms(month, at)),
  ] satisfies [Promise<Answer<BookingRecord[]>>, ...Promise<Answer<unknown>>[]]);
  const roomAnswers = rooms as Answer<RoomRecord[]>[];
  const roomsPosition = oldest([closures, ...roomAnswers].map(({ position }) => position));
  const position = oldest([bookings.position, counts.position, weather.position, roomsPosition]);
  const asOf = (own: number | null) => own ?? position ?? 0;
  const snapshot = snapshotOf(
    range,
    {
      bookings: bookings.data,
      counts: counts.data,
      weather: weather.data,
      rooms: roomAnswers.flatMap(({ data }) => data),
      closures: closures.data,
    },
    {
      bookings: asOf(bookings.position),
      counts: asOf(counts.position),
      weather: asOf(weather.position),
      rooms: asOf(roomsPosition),
    },
  );
  return { snapshot, position };
}
