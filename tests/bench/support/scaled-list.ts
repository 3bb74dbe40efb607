import { listRange } from '@domain/calendar/default-range.js';
import { addDays } from '@domain/dates.js';
import type { BookingRecord } from '@wire/booking-record.js';
import type { HotelRecord } from '@wire/hotel-record.js';
import { apiClient } from '../../support/api-client.js';

const NIGHTS = 4_200;
const FARTHER_DAYS = 60;

/** A list to read: its query, how long it is as plain JSON, and stays of two nights in it that can be changed. */
export type ScaledList = { query: string; nights: number; bytes: number; ids: number[] };

/** The default range of the list screen in the sample hotel, its end moved until it holds about so many nights. */
export async function scaledList(url: string): Promise<ScaledList> {
  const api = apiClient(url);
  const { today } = (await api.get<HotelRecord>('/api/hotel')).body;
  const { first, last } = listRange(today);
  const read = async (end: string) => {
    const query = `start_date=${first}&end_date=${end}`;
    const { body, text } = await api.get<BookingRecord[]>(`/api/bookings?${query}`);
    return { query, records: body, bytes: Buffer.byteLength(text) };
  };
  const { records: far } = await read(addDays(last, FARTHER_DAYS));
  const nights = far.map(({ date }) => date).sort();
  const { query, records, bytes } = await read(nights[NIGHTS] ?? last);
  const changeable = records.filter(
    (night) =>
      night.date === night.stay_start &&
      night.stay_end === addDays(night.stay_start, 2) &&
      night.is_cancelled === 0 &&
      night.date > today,
  );
  return { query, nights: records.length, bytes, ids: changeable.map(({ id }) => id) };
}
