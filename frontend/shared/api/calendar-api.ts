import type { DayRange } from '@domain/calendar/default-range.js';
import type { Month } from '@domain/dates.js';
import type { BookingRecord } from '@wire/booking-record.js';
import type { CountRecord } from '@wire/count-record.js';
import type { RoomClosureRecord } from '@wire/room-closure-record.js';
import type { RoomRecord } from '@wire/room-record.js';
import type { BookingChanges, LogMoment } from '@wire/time-travel.js';
import type { WeatherRecord } from '@wire/weather-record.js';
import { type Answer, get, parsedAs } from './request.js';

/** The log position that an answer is to be of; null for now. */
export type AskedPosition = number | null;

const asOfQuery = (position: AskedPosition): Record<string, string> =>
  position === null ? {} : { as_of: String(position) };

const rangeQuery = ({ first, last }: DayRange, position: AskedPosition) => ({
  start_date: first,
  end_date: last,
  ...asOfQuery(position),
});

/** One record of every booking that touches the range. */
export function fetchBookings(range: DayRange, position: AskedPosition): Promise<Answer<BookingRecord[]>> {
  return parsedAs('booking', get('/api/bookings', { ...rangeQuery(range, position), by_stay: '1' }));
}

/** The room-months of one month. */
export function fetchRooms(month: Month, position: AskedPosition = null): Promise<Answer<RoomRecord[]>> {
  return parsedAs('room', get('/api/rooms', { year_month: month, ...asOfQuery(position) }));
}

/** The nights of a range on which rooms are 売り止め. */
export function fetchClosures(
  range: DayRange,
  position: AskedPosition,
): Promise<Answer<RoomClosureRecord[]>> {
  return get('/api/room-closures', rangeQuery(range, position));
}

/** The daily counts keyed by date. */
export function fetchCounts(range: DayRange, position: AskedPosition) {
  return get<Record<string, CountRecord>>('/api/booking_type_diff', rangeQuery(range, position));
}

/** The days that have weather or a holiday flag. */
export function fetchWeather(range: DayRange, position: AskedPosition): Promise<Answer<WeatherRecord[]>> {
  return parsedAs('weather', get('/api/weather', rangeQuery(range, position)));
}

/** Reads the log's moment at a position, an instant or the end of a day; its head when none is named. */
export const fetchMoment = async (asOf?: string) =>
  (await get<LogMoment>('/api/log/moment', asOf === undefined ? {} : { as_of: asOf })).data;

/** Reads the changes to the bookings of a range since a position. */
export async function fetchBookingChanges(range: DayRange, position: number): Promise<BookingChanges> {
  const query = { as_of: String(position), start_date: range.first, end_date: range.last };
  return (await get<BookingChanges>('/api/booking-changes', query)).data;
}
