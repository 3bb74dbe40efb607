import {
  addDays,
  addMonths,
  type Day,
  day,
  daysFromTo,
  lastDayOf,
  monthOf,
  monthsFromTo,
} from '@domain/dates.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BookingRecord } from '@wire/booking-record.js';
import type { HotelRecord } from '@wire/hotel-record.js';
import type { RoomRecord } from '@wire/room-record.js';
import { type ApiClient, apiClient } from '../../support/api-client.js';
import { startTestServer, type TestServer } from '../../support/server.js';

const CATEGORIES = [
  'normal_non_smoking',
  'normal_smoking',
  'women_non_smoking',
  'twin_smoking',
  'twin_non_smoking',
  'corporate_smoking',
  'corporate_non_smoking',
];
/** What the channel manager's room symbols mean in the sample hotel. */
const SOLD_AS: Record<string, string> = {
  NS: 'normal_non_smoking',
  SS: 'normal_smoking',
  LS: 'women_non_smoking',
  NT: 'twin_non_smoking',
  ST: 'twin_smoking',
};

type CsvRecord = BookingRecord & {
  status: string;
  room_symbol: string;
  kind: string;
  site: string;
  booking_id: number | null;
};
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
const records = (status: string) => read<CsvRecord[]>(`/api/csv-reservations?status=${status}`);

/** Contract 3, in the words of the wire. */
function categoryOf(room: RoomRecord): string | null {
  if (room.reservable_status !== '予約可能' || room.room_type === '倉庫') return null;
  const smoking = room.smoking_status === '喫煙' ? 'smoking' : 'non_smoking';
  if (room.corporate === 1) return `corporate_${smoking}`;
  if (room.room_type === 'ツイン') return `twin_${smoking}`;
  return smoking === 'non_smoking' && room.priority === '女性' ? 'women_non_smoking' : `normal_${smoking}`;
}

/** The daily counts, counted anew over night records, rooms and imported records. */
async function countAnew(): Promise<Counts> {
  const counts: Counts = {};
  for (const date of daysFromTo(first, last)) {
    const cells = CATEGORIES.flatMap((name) => [`actual_${name}`, `tema_${name}`, `total_${name}`]);
    counts[date] = Object.fromEntries(['total_rooms', ...cells].map((cell) => [cell, 0]));
  }
  const add = (date: string, cell: string) => {
    const counted = counts[date];
    if (counted) counted[cell] = (counted[cell] ?? 0) + 1;
  };
  for (const month of monthsFromTo(first, last)) {
    const rooms = await read<RoomRecord[]>(`/api/rooms?year_month=${month}`);
    const categories = new Map(rooms.map((room) => [room.id, categoryOf(room)]));
    const days = daysFromTo(month, lastDayOf(month));
    for (const category of categories.values()) {
      for (const date of category ? days : []) {
        add(date, `total_${category}`);
        add(date, 'total_rooms');
      }
    }
    const range = `start_date=${month}&end_date=${lastDayOf(month)}`;
    for (const night of await read<BookingRecord[]>(`/api/bookings?${range}`)) {
      const category = categories.get(night.room_id ?? 0);
      if (night.is_cancelled === 0 && category) add(night.date, `actual_${category}`);
    }
  }
  const sold = [...(await records('failed')), ...(await records('registered'))];
  for (const record of sold.filter(({ kind }) => kind !== 'キャンセル')) {
    const category = SOLD_AS[record.room_symbol];
    const nights = daysFromTo(day(record.stay_start), addDays(day(record.stay_end), -1));
    for (const date of category ? nights : []) add(date, `tema_${category}`);
  }
  return counts;
}

const counts = () => read<Counts>(`/api/booking_type_diff?start_date=${first}&end_date=${last}`);
const sumOf = (all: Counts, kind: string): number =>
  Object.values(all).reduce(
    (sum, cells) => sum + CATEGORIES.reduce((of, name) => of + (cells[`${kind}_${name}`] ?? 0), 0),
    0,
  );

describe('GET /api/booking_type_diff on the sample hotel', () => {
  it('equals a count over the night records, for every day and category', async () => {
    const anew = await countAnew();
    expect(await counts()).toEqual(anew);
    expect(Object.keys(anew)).toEqual(daysFromTo(first, last));
    for (const kind of ['total', 'actual', 'tema']) expect(sumOf(anew, kind)).toBeGreaterThan(0);
  });

  it('still does after bookings, moves between categories, cancels and returns', async () => {
    const before = await counts();
    const month = addMonths(monthOf(last), -1);
    const rooms = await read<RoomRecord[]>(`/api/rooms?year_month=${month}`);
    const free = new Set(rooms.filter(categoryOf).map(({ id }) => id));
    const range = `start_date=${addDays(month, 9)}&end_date=${addDays(month, 11)}`;
    for (const night of await read<BookingRecord[]>(`/api/bookings?${range}`))
      free.delete(night.room_id ?? 0);
    const ofCategory = (name: string) =>
      rooms.find((room) => free.has(room.id) && categoryOf(room) === name)?.id;
    const single = ofCategory('normal_non_smoking') ?? ofCategory('normal_smoking');
    const payload = {
      reserver_name: '数え 太郎',
      guest_name_1: '数え 太郎',
      room_id: single,
      stay_start: addDays(month, 9),
      stay_end: addDays(month, 11),
      checkin_time: '15:00',
      total_fee: 1000,
      csv_notes: '0',
      mens_count: 1,
      womens_count: 0,
    };
    const { status, body } = await api.post<BookingRecord>('/api/booking', payload);
    expect(status).toBe(201);
    expect(sumOf(await counts(), 'actual')).toBe(sumOf(before, 'actual') + 2);
    const other = rooms.find(
      (room) => free.has(room.id) && categoryOf(room) !== categoryOf(roomOf(rooms, single)),
    );
    await api.put(`/api/booking/${body.id}`, { room_id: other?.id, stay_end: addDays(month, 12) });
    expect(await counts()).toEqual(await countAnew());
    await api.put(`/api/booking/${body.id}/cancel`);
    expect(await counts()).toEqual(before);
    // One stays registered, whoever has checked in by the time of day.
    const [, ...returnable] = (await records('registered')).map(({ booking_id }) => booking_id);
    const answers = await Promise.all(
      returnable.map((id) => api.put<{ response: boolean }>(`/api/booking/${id}/return-temairazu`)),
    );
    expect(answers.some((answer) => answer.body.response)).toBe(true);
    expect(await counts()).toEqual(await countAnew());
  });

  it('has zeros where there are no rooms', async () => {
    const empty = await read<Counts>('/api/booking_type_diff?start_date=1999-12-31&end_date=2000-01-01');
    expect(Object.keys(empty)).toEqual(['1999-12-31', '2000-01-01']);
    expect(new Set(Object.values(empty).flatMap(Object.values))).toEqual(new Set([0]));
  });
});

function roomOf(rooms: RoomRecord[], id: number | undefined): RoomRecord {
  const room = rooms.find((candidate) => candidate.id === id);
  if (!room) throw new Error('the sample hotel has no such room');
  return room;
}
