import { addMonths, type Day, day, daysFromTo, lastDayOf, monthOf, monthsFromTo } from '@domain/dates.js';
import { CATEGORIES } from '@domain/room/category.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BookingRecord } from '@wire/booking-record.js';
import type { HotelRecord } from '@wire/hotel-record.js';
import { decodeRoomMonth, type RoomRecord } from '@wire/room-record.js';
import { type ApiClient, apiClient } from '../../support/api-client.js';
import { categoryOf, recounted } from '../../support/recount.js';
import { startTestServer, type TestServer } from '../../support/server.js';

type Counts = Record<string, Record<string, number>>;

let server: TestServer;
let api: ApiClient;
let first: Day;
let last: Day;

beforeAll(async () => {
  server = await startTestServer({ sampleData: true });
  api = apiClient(server.url);
  const today = day((await api.get<HotelRecord>('/api/hotel')).body.today);
  first = addMonths(monthOf(today), -2);
  last = lastDayOf(addMonths(monthOf(today), 13));
});
afterAll(() => server.stop());

const read = async <Body>(path: string): Promise<Body> => {
  const { status, body } = await api.get<Body>(path);
  expect(status).toBe(200);
  return body;
};
const roomsOf = (month: string) => read<RoomRecord[]>(`/api/rooms?year_month=${month}`);
const counts = (from: string = first, to: string = last) =>
  read<Counts>(`/api/booking_type_diff?start_date=${from}&end_date=${to}`);

/** The daily counts, counted anew over rooms, night records and imported records. */
async function countAnew(): Promise<Counts> {
  const booked = await recounted(server.databaseUrl);
  const all: Counts = {};
  for (const month of monthsFromTo(first, last)) {
    const sold = (await roomsOf(month)).map((room) => categoryOf(decodeRoomMonth(room)));
    for (const date of daysFromTo(month, lastDayOf(month))) {
      const cells = CATEGORIES.flatMap((category) => [
        [`total_${category}`, sold.filter((one) => one === category).length],
        [`actual_${category}`, booked[`${date} ${category}`]?.actual ?? 0],
        [`tema_${category}`, booked[`${date} ${category}`]?.tema ?? 0],
      ]);
      all[date] = { total_rooms: sold.filter((one) => one !== null).length, ...Object.fromEntries(cells) };
    }
  }
  return all;
}
const sumOf = (all: Counts, kind: string): number =>
  Object.values(all).reduce(
    (sum, cells) => sum + CATEGORIES.reduce((of, name) => of + (cells[`${kind}_${name}`] ?? 0), 0),
    0,
  );

// That they stay so whatever is done: tests/backend/event-store/rebuild.property.test.ts.
describe('GET /api/booking_type_diff on the sample hotel', () => {
  it('equals a count anew, for every day and category, also after a booking and its cancel', async () => {
    const before = await counts();
    expect(before).toEqual(await countAnew());
    for (const kind of ['total', 'actual', 'tema']) expect(sumOf(before, kind)).toBeGreaterThan(0);
    const month = monthOf(last);
    const suiting = (await roomsOf(month)).filter((room) => categoryOf(decodeRoomMonth(room)) !== null);
    const taken = await read<BookingRecord[]>(`/api/bookings?start_date=${month}&end_date=${last}`);
    const payload = {
      reserver_name: '数え 太郎',
      guest_name_1: '数え 太郎',
      room_id: suiting.find(({ id }) => !taken.some(({ room_id }) => room_id === id))?.id,
      stay_start: month,
      stay_end: last,
      checkin_time: '15:00',
      total_fee: 1000,
      csv_notes: '0',
      mens_count: 1,
      womens_count: 0,
    };
    const { status, body } = await api.post<BookingRecord>('/api/booking', payload);
    expect(status).toBe(201);
    const booked = await counts();
    expect(sumOf(booked, 'actual')).toBe(sumOf(before, 'actual') + daysFromTo(month, last).length - 1);
    expect(booked).toEqual(await countAnew());
    await api.put(`/api/booking/${body.id}/cancel`);
    expect(await counts()).toEqual(before);
  });

  it('has zeros where there are no rooms', async () => {
    const empty = await counts('1999-12-31', '2000-01-01');
    expect(Object.keys(empty)).toEqual(['1999-12-31', '2000-01-01']);
    expect(new Set(Object.values(empty).flatMap(Object.values))).toEqual(new Set([0]));
  });
});
