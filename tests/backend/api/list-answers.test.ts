import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { day } from '@domain/dates.js';
import { CATEGORIES } from '@domain/room/room-month.js';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { BookingRecord } from '@wire/booking-record.js';
import type { CountRecord } from '@wire/count-record.js';
import { decodeRoomMonth, type RoomRecord } from '@wire/room-record.js';
import { apiClient } from '#tests/support/api-client.js';
import { savedAs, theGuest } from '#tests/support/erasure-guests.js';
import { eventually } from '#tests/support/eventually.js';
import { rawQuery } from '#tests/support/log-rows.js';
import { rebuildAll } from '#tests/support/rebuild-tables.js';
import { categoryOf, recounted } from '#tests/support/recount.js';
import { sharedHotel, sharedServer } from '#tests/support/shared.js';

const hotel = sharedHotel();
const otherNode = sharedServer(() => ({ databaseUrl: hotel.databaseUrl }));
const there = () => apiClient(otherNode.url);
let id: number;

beforeAll(async () => {
  id = (await hotel.book()).id;
  for (let more = 0; more < 8; more++) await hotel.book();
});

const RANGE = 'start_date=2096-01-01&end_date=2096-01-31';
const LIST = `/api/bookings?${RANGE}`;

type Raw = { status: number; headers: Record<string, unknown>; body: Buffer };

/** An answer as it is on the wire. */
function ask(path: string, encodings: string | null, method = 'GET'): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const headers = encodings === null ? {} : { 'accept-encoding': encodings };
    request(hotel.url + path, { method, headers }, async (answer) => {
      const body = Buffer.concat(await answer.toArray());
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body });
    })
      .on('error', reject)
      .end();
  });
}

/** Asks until the answer comes in an encoding. */
const askUntil = (encoding: string, encodings: string): Promise<Raw> =>
  eventually(
    `the answer comes in ${encoding}`,
    () => ask(LIST, encodings),
    ({ headers }) => expect(headers['content-encoding']).toBe(encoding),
  );

describe('the list', () => {
  it('is the same JSON to the byte in every encoding, and without any', async () => {
    const plain = await ask(LIST, null);
    const whole = {
      'content-length': String(plain.body.length),
      vary: expect.stringMatching(/accept-encoding/i),
    };
    expect(plain.headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8', ...whole });
    // Nine bookings of two nights, and those of other tests.
    expect(JSON.parse(plain.body.toString()).length).toBeGreaterThanOrEqual(18);
    for (const encodings of ['identity', 'gzip;q=0', 'br;q=0, gzip;q=0', null]) {
      const { headers, body } = await ask(LIST, encodings);
      expect(headers).not.toHaveProperty('content-encoding');
      expect(body.equals(plain.body)).toBe(true);
    }
    const brotli = await askUntil('br', 'gzip, deflate, br, zstd');
    expect(brotliDecompressSync(brotli.body).equals(plain.body)).toBe(true);
    // Also once there is brotli.
    const gzip = await ask(LIST, 'gzip, br;q=0');
    expect(gzip.headers).toMatchObject({
      ...whole,
      'content-encoding': 'gzip',
      'content-length': String(gzip.body.length),
    });
    expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true);
    const head = await ask(LIST, 'gzip', 'HEAD');
    expect([head.status, head.body.length, Number(head.headers['content-length']) > 100]).toEqual([
      200,
      0,
      true,
    ]);
    const past = await hotel.api.get(`${LIST}&as_of=${await hotel.position()}`);
    expect(plain.body.toString()).toBe(past.text);
  });

  it('has one record of a booking when it is asked for by stay, now and as of a moment', async () => {
    const nights = (await hotel.api.get<BookingRecord[]>(LIST)).body;
    const byStay = await hotel.api.get<BookingRecord[]>(`${LIST}&by_stay=1`);
    const firsts = nights.filter((night, index) => night.id !== nights[index - 1]?.id);
    expect(byStay.body).toEqual(firsts);
    expect((await hotel.api.get(`${LIST}&by_stay=0`)).body).toEqual(nights);
    const past = await hotel.api.get(`${LIST}&by_stay=1&as_of=${await hotel.position()}`);
    expect(past.text).toBe(byStay.text);
    const wrong = await hotel.api.get(`${LIST}&by_stay=yes`);
    expect([wrong.status, wrong.body]).toMatchObject([400, { error: 'by_stayは1か0で指定してください。' }]);
  });

  it('of days without bookings is empty', async () => {
    const path = '/api/bookings?start_date=2094-01-01&end_date=2094-03-31';
    expect((await ask(path, null)).body.toString()).toBe('[]');
    expect(gunzipSync((await ask(path, 'gzip')).body).toString()).toBe('[]');
  });
});

it('a change made at one node is in the very next answer of the other', async () => {
  for (let round = 0; round < 20; round++) {
    const [writer, reader] = round % 2 ? [hotel.api, there()] : [there(), hotel.api];
    await writer.put(`/api/booking/${id}`, { notes: `変更 ${round}` });
    const { body } = await reader.get<BookingRecord[]>(LIST);
    const notes = body.filter((night) => night.id === id).map((night) => night.notes);
    expect(notes).toEqual([`変更 ${round}`, `変更 ${round}`]);
  }
});

it('a rebuild that mends a read model changes the answer and its ETag, without a write', async () => {
  const before = await hotel.api.get(LIST);
  await rawQuery(
    hotel.databaseUrl,
    `update bookings set state = jsonb_set(state, '{notes}', '"verfälscht"') where id = ${id}`,
  );
  await hotel.api.put(`/api/booking/${(await hotel.book()).id}`, { notes: '他' });
  const { headers } = await hotel.api.get(LIST);
  await rebuildAll(hotel.databaseUrl);
  const after = await hotel.api.get<BookingRecord[]>(LIST, { 'if-none-match': headers.get('etag') ?? '' });
  expect(after.status).toBe(200);
  expect(after.headers.get('x-log-position')).toBe(headers.get('x-log-position'));
  expect(after.body.find((night) => night.id === id)?.notes).toBe(
    (before.body as BookingRecord[]).find((night) => night.id === id)?.notes,
  );
  expect(after.text).toBe((await hotel.api.get(`${LIST}&as_of=${await hotel.position()}`)).text);
});

it('what was erased leaves the memory of every node without being asked for', async () => {
  const keptBytes = async () =>
    Number(/^hotel_kept_lists_bytes (\d+)/m.exec((await there().get('/metrics')).text)?.[1]);
  const guest = theGuest(1, hotel.today);
  const { id: erased } = await hotel.book(savedAs(guest));
  await there().get(`/api/bookings?start_date=${guest.start}&end_date=${guest.start}`);
  const before = await keptBytes();
  const { status } = await hotel.api.post(`/api/booking/${erased}/erasure`, { reason: '本人からの請求' });
  expect(status).toBe(200);
  for (let now = before; now >= before; ) now = await keptBytes();
});

it.each([
  LIST,
  `/api/booking_type_diff?${RANGE}`,
  `/api/weather?${RANGE}`,
  '/api/rooms?year_month=2096-01-01',
  '/api/corporate_master',
  '/api/payment_master',
  '/api/blacklist',
  '/api/front-desk',
])('GET %s tells its position, and is answered 304 while nothing was written', async (path) => {
  const first = await hotel.api.get(path);
  expect(first.headers.get('x-log-position')).toBe(String(await hotel.position()));
  expect(first.headers.get('cache-control')).toMatch(/no-cache|no-store/);
  const etag = first.headers.get('etag') ?? '';
  expect(etag).toMatch(/^(W\/)?".+"$/);
  // The desk is another tomorrow although nothing is written.
  if (path === '/api/front-desk') expect(etag).toContain(hotel.today);
  const again = await hotel.api.get(path, { 'if-none-match': etag });
  expect({ status: again.status, text: again.text }).toEqual({ status: 304, text: '' });
  await hotel.api.put(`/api/booking/${id}`, { notes: path });
  // A write that changes nothing leaves it as it was.
  const { headers } = await hotel.api.get(path, { 'if-none-match': etag });
  expect(headers.get('etag')).not.toBe(etag);
  await hotel.api.put(`/api/booking/${id}`, { notes: path });
  expect((await hotel.api.get(path, { 'if-none-match': headers.get('etag') ?? '' })).status).toBe(304);
});

it('what holds personal data and has no position of its own is kept by nobody', async () => {
  for (const path of [`/api/booking/${id}`, `/api/booking/${id}/history`, '/api/booking-search?q=a']) {
    expect((await hotel.api.get(path)).headers.get('cache-control')).toBe('no-store');
  }
});

// That they stay so whatever is done: tests/backend/event-store/random-histories.property.test.ts.
it('the counts of every day and category are those of a count over rooms, nights and imports; zeros elsewhere', async () => {
  const stay = { stay_start: '2096-01-20', stay_end: '2096-01-21' };
  await hotel.book(stay);
  await hotel.importRecord({ stayStart: day(stay.stay_start), stayEnd: day(stay.stay_end) });
  const booked = await recounted(hotel.databaseUrl);
  const categories = (await hotel.api.get<RoomRecord[]>('/api/rooms?year_month=2096-01-01')).body.map(
    (room) => categoryOf(decodeRoomMonth(room)),
  );
  const { body } = await hotel.api.get<Record<string, CountRecord>>(`/api/booking_type_diff?${RANGE}`);
  expect(Object.keys(body)).toHaveLength(31);
  for (const [date, counts] of Object.entries(body)) {
    const anew = CATEGORIES.flatMap((category) => [
      [`total_${category}`, categories.filter((one) => one === category).length],
      [`actual_${category}`, booked[`${date} ${category}`]?.actual ?? 0],
      [`tema_${category}`, booked[`${date} ${category}`]?.tema ?? 0],
    ]);
    const total_rooms = categories.filter((category) => category !== null).length;
    expect([date, counts]).toEqual([date, { ...Object.fromEntries(anew), total_rooms }]);
  }
  expect(body['2096-01-20']).toMatchObject({ actual_normal_non_smoking: 1, tema_normal_non_smoking: 1 });
  const empty = await hotel.api.get<object>(
    '/api/booking_type_diff?start_date=1999-12-31&end_date=2000-01-01',
  );
  expect(Object.keys(empty.body)).toEqual(['1999-12-31', '2000-01-01']);
  expect(new Set(Object.values(empty.body).flatMap(Object.values))).toEqual(new Set([0]));
});

// What its calls refuse: every-route.test.ts, and field by field tests/domain/wire/bodies.test.ts.
describe('a day', () => {
  type DayRecord = { id: number; version: number; date: string; weather: string; holiday_flag: 0 | 1 };
  const list = async (start: string, end = start) =>
    (await hotel.api.get<DayRecord[]>(`/api/weather?start_date=${start}&end_date=${end}`)).body;
  const set = (date: string, weather: string) => hotel.api.post('/api/weather', { date, weather });
  const flag = (date: string) => hotel.api.post('/api/weather/holiday', { date });

  it('has one record, whichever call makes it and changes it; what was read is a save that changes nothing', async () => {
    const date = '2096-04-01';
    expect((await flag(date)).status).toBe(201);
    const [made] = (await list(date)) as [DayRecord];
    expect(made).toEqual({ id: expect.any(Number), version: 1, date, weather: '', holiday_flag: 1 });
    const path = `/api/weather/${made.id}`;
    const steps: [() => Promise<{ status: number }>, Partial<DayRecord>][] = [
      [() => set(date, '晴れ時々曇り'), { weather: '晴れ時々曇り' }],
      [() => hotel.api.put(`${path}/holiday`, { date, holiday_flag: '0' }), { holiday_flag: 0 }],
      [() => hotel.api.put(path, { date, weather: '雨☂' }), { weather: '雨☂' }],
      [() => flag(date), { holiday_flag: 1 }],
    ];
    let expected = made;
    for (const [step, change] of steps) {
      expect((await step()).status).toBeLessThan(300);
      expected = { ...expected, ...change, version: expected.version + 1 };
      expect(await list(date)).toEqual([expected]);
    }
    const before = await hotel.position();
    for (const same of [() => flag(date), () => hotel.api.put(path, expected)]) {
      expect((await same()).status).toBeLessThan(300);
    }
    expect(await hotel.position()).toBe(before);
  });

  it('is listed by date, both ends of the range included, leap day and all', async () => {
    const dates = ['2096-02-28', '2096-02-29', '2096-03-01'];
    for (const date of [...dates].reverse()) await set(date, '曇り');
    expect((await list('2096-02-28', '2096-03-01')).map(({ date }) => date)).toEqual(dates);
    expect((await list('2096-02-29')).map(({ date }) => date)).toEqual(['2096-02-29']);
  });
});
