import { hash } from 'node:crypto';
import { addDays, type Day, day, lastDayOf, monthsFromTo } from '@domain/dates.js';
import type { BookingRecord } from '@wire/booking-record.js';
import type { CountRecord } from '@wire/count-record.js';
import type { HotelRecord } from '@wire/hotel-record.js';
import type { WeatherRecord } from '@wire/weather-record.js';
import { apiClient } from '#tests/support/api-client.js';

/** Rooms in which the load books, month by month: all at once it would be a list of an hour's bookings. */
const MONTHS = monthsFromTo(day('2095-12-01'), day('2097-02-28')).map((month) => [month, lastDayOf(month)]);

/** Reads the server's rows now, as digests by name as terminals hold them, and the position of the log. */
export async function heldByServer(url: string): Promise<{ rows: Map<string, string>; position: number }> {
  const api = apiClient(url);
  const get = async <Body>(path: string): Promise<Body> => {
    const { status, body, text } = await api.get<Body>(path);
    if (status !== 200) throw new Error(`${path}: ${status} ${text.slice(0, 200)}`);
    return body;
  };
  const { today, position } = await get<HotelRecord>('/api/hotel');
  const around = [addDays(today as Day, -3), addDays(today as Day, 3)];
  const rows = new Map<string, string>();
  const hold = (name: string, row: unknown) => rows.set(name, hash('sha256', JSON.stringify(row)));
  for (const [first, last] of [...MONTHS, around]) {
    const range = `start_date=${first}&end_date=${last}`;
    for (const booking of await get<BookingRecord[]>(`/api/bookings?${range}`)) {
      if (booking.date === booking.stay_start) hold(`booking ${booking.id}`, booking);
    }
    const counts = await get<Record<string, CountRecord>>(`/api/booking_type_diff?${range}`);
    for (const [day, count] of Object.entries(counts)) hold(`counts ${day}`, count);
    for (const day of await get<WeatherRecord[]>(`/api/weather?${range}`)) hold(`weather ${day.date}`, day);
  }
  return { rows, position };
}

/** Lists the rows that terminals hold otherwise than the server, those aside that were never changed since `before`. */
export function rowDifferences(
  held: ReadonlyMap<string, string>,
  { now, before }: { now: ReadonlyMap<string, string>; before: ReadonlyMap<string, string> },
): string[] {
  const changed = [...now].filter(([name, row]) => held.has(name) || before.get(name) !== row);
  return [
    ...changed
      .filter(([name, row]) => held.get(name) !== row)
      .map(([name, row]) => `${name}: ${held.get(name) ?? 'missing'} instead of ${row}`),
    ...[...held.keys()].filter((name) => !now.has(name)).map((name) => `${name} is held but not there`),
  ];
}
