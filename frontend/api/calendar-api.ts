import type { DayRange } from '@domain/calendar/default-range.js';
import type { Month } from '@domain/dates.js';
import type { BookingRecord } from '@wire/booking-record.js';
import type { CountRecord } from '@wire/count-record.js';
import type { RoomRecord } from '@wire/room-record.js';
import type { WeatherRecord } from '@wire/weather-record.js';
import { type Answer, get } from './request.js';

const rangeQuery = ({ first, last }: DayRange) => ({ start_date: first, end_date: last });

/** One record a night of every booking that touches the range. */
export function fetchBookings(range: DayRange): Promise<Answer<BookingRecord[]>> {
  return get('/api/bookings', rangeQuery(range));
}

/** The room-months of one month. */
export function fetchRooms(month: Month): Promise<Answer<RoomRecord[]>> {
  return get('/api/rooms', { year_month: month });
}

/** The daily counts keyed by date. */
export function fetchCounts(range: DayRange): Promise<Answer<Record<string, CountRecord>>> {
  return get('/api/booking_type_diff', rangeQuery(range));
}

/** The days that have weather or a holiday flag. */
export function fetchWeather(range: DayRange): Promise<Answer<WeatherRecord[]>> {
  return get('/api/weather', rangeQuery(range));
}
