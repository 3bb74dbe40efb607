import { day, type Month } from '@domain/dates.js';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { BookingRecord } from '@wire/booking-record.js';
import type { CountRecord } from '@wire/count-record.js';
import type { ErrorBody } from '@wire/errors.js';
import { type ApiClient, apiClient } from '../support/api-client.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { rawQuery } from '../support/log-rows.js';
import { keptCounts, nights, recounted } from '../support/recount.js';
import { RoamingTerminal } from '../support/roaming-terminal.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { survived } from '../support/six-statements.js';
import { A_BOOKING, defineRoom, openNode, plainRoom, type StoreNode } from '../support/store-node.js';

const RANGE = { start: '2027-12-01', end: '2028-04-30' };
const MONTHS = ['2027-12-01', '2028-01-01', '2028-02-01', '2028-03-01'];
const MOST_NIGHTS = 366;

let database: TestDatabase;
let node: StoreNode;
let server: TestServer;
let api: ApiClient;
let terminal: RoamingTerminal;
let acknowledged = 0;
const rooms = new Map<string, number>();

beforeAll(async () => {
  database = await createTestDatabase();
  node = openNode(database.url);
  for (const number of ['1001', '1002']) {
    for (const month of MONTHS) {
      const { id } = await defineRoom(node.store, plainRoom(number, day(month) as Month));
      rooms.set(`${number} ${month.slice(0, 7)}`, id);
    }
  }
  server = await startTestServer({ databaseUrl: database.url });
  api = apiClient(server.url);
  terminal = new RoamingTerminal(server.url, '端末1', { range: RANGE });
  await terminal.until(({ arrivals }) => arrivals > 0);
});

afterAll(async () => {
  terminal.close();
  await server.stop();
  await node.close();
  await database.drop();
});

function send(number: string, start: string, end: string) {
  const room_id = rooms.get(`${number} ${start.slice(0, 7)}`);
  return api.post<BookingRecord & ErrorBody>('/api/booking', {
    ...A_BOOKING,
    room_id,
    stay_start: start,
    stay_end: end,
  });
}

/** The nights that a calendar draws of a booking, with the room-month of each. */
async function nightsOf(id: number): Promise<Record<string, number | null>> {
  const { body } = await api.get<BookingRecord[]>(
    `/api/bookings?start_date=${RANGE.start}&end_date=${RANGE.end}`,
  );
  return Object.fromEntries(
    body.filter((night) => night.id === id).map(({ date, room_id }) => [date, room_id]),
  );
}

async function expectCounted(): Promise<void> {
  expect(await keptCounts(database.url)).toEqual(await recounted(database.url));
}

test.each([
  ['over the end of the year', '2027-12-30', '2028-01-02', ['2027-12-30', '2027-12-31', '2028-01-01']],
  ['of the last night of the year', '2027-12-31', '2028-01-01', ['2027-12-31']],
  ['over the leap day', '2028-02-28', '2028-03-01', ['2028-02-28', '2028-02-29']],
  ['of the leap day', '2028-02-29', '2028-03-01', ['2028-02-29']],
  ['over the end of a leap month', '2028-02-29', '2028-03-02', ['2028-02-29', '2028-03-01']],
  // No room-month is needed for the day of departure.
  ['up to the end of the last month there is', '2028-03-31', '2028-04-01', ['2028-03-31']],
])('a stay %s has exactly its nights, each in its own month', async (_, start, end, expected) => {
  const { status, body } = await send('1001', start, end);
  expect(status).toBe(201);
  acknowledged += 1;
  expect(await nightsOf(body.id)).toEqual(
    Object.fromEntries(expected.map((night) => [night, rooms.get(`1001 ${night.slice(0, 7)}`)])),
  );
  const counts = await api.get<Record<string, CountRecord>>(
    `/api/booking_type_diff?start_date=${start}&end_date=${end}`,
  );
  for (const date of nights({ start, end })) {
    expect([date, counts.body[date]?.actual_normal_non_smoking]).toEqual([date, 1]);
  }
  await expectCounted();
  // Day for day, the room is taken on its nights and free on the day of departure.
  expect((await send('1001', start, end)).status).toBe(409);
  const { status: cancelled } = await api.put(`/api/booking/${body.id}/cancel`, {});
  expect(cancelled).toBe(200);
  acknowledged += 1;
  await expectCounted();
});

test.each([
  ['2028-02-30', '2028-03-01'],
  ['2027-02-29', '2027-03-01'],
  ['2027-12-32', '2028-01-01'],
  ['2028-13-01', '2028-13-02'],
])('a day that there is not (%s to %s) is refused and writes nothing', async (start, end) => {
  const position = () => rawQuery(database.url, 'select position from log_head');
  const before = await position();
  const { status } = await api.post('/api/booking', {
    ...A_BOOKING,
    room_id: rooms.get('1001 2028-02'),
    stay_start: start,
    stay_end: end,
  });
  expect(status).toBe(422);
  expect(await position()).toEqual(before);
});

test('a night beyond the last room-month is refused; once there is one, it is taken', async () => {
  const refused = await send('1002', '2028-03-31', '2028-04-02');
  expect([refused.status, refused.body.errors.length]).toEqual([422, 1]);
  await defineRoom(node.store, plainRoom('1002', day('2028-04-01') as Month));
  expect((await send('1002', '2028-03-31', '2028-04-02')).status).toBe(201);
  acknowledged += 1;
  await expectCounted();
});

test('a room that becomes another kind within a stay counts each night by its own month', async () => {
  const { body } = await send('1002', '2028-01-30', '2028-02-03');
  const twin = { ...plainRoom('1002', day('2028-02-01') as Month), roomType: 'ツイン' };
  await defineRoom(node.store, twin, rooms.get('1002 2028-02'));
  const { body: counts } = await api.get<Record<string, CountRecord>>(
    '/api/booking_type_diff?start_date=2028-01-30&end_date=2028-02-03',
  );
  const kinds = Object.values(counts).map((count) => [
    count.actual_normal_non_smoking,
    count.actual_twin_non_smoking,
  ]);
  expect(kinds).toEqual([
    [1, 0],
    [1, 0],
    [0, 1],
    [0, 1],
    [0, 0],
  ]);
  await expectCounted();
  // Moved by a month's end, shortened to the day before it, and swapped with nobody.
  const moved = await api.put(`/api/booking/${body.id}`, {
    stay_start: '2028-02-28',
    stay_end: '2028-03-02',
  });
  expect(moved.status).toBe(200);
  expect(Object.keys(await nightsOf(body.id))).toEqual(['2028-02-28', '2028-02-29', '2028-03-01']);
  acknowledged += 2;
  await expectCounted();
});

test('the longest stay is 366 nights, over a leap day as well', async () => {
  for (let month = 0; month < 14; month += 1) {
    const first = new Date(Date.UTC(2028, 3 + month, 1)).toISOString().slice(0, 10);
    await defineRoom(node.store, plainRoom('1003', day(first) as Month)).then(({ id }) =>
      rooms.set(`1003 ${first.slice(0, 7)}`, id),
    );
  }
  const endAfter = (count: number) => new Date(Date.UTC(2028, 3, 1 + count)).toISOString().slice(0, 10);
  expect((await send('1003', '2028-04-01', endAfter(MOST_NIGHTS + 1))).status).toBe(422);
  const { status, body } = await send('1003', '2028-04-01', endAfter(MOST_NIGHTS));
  expect(status).toBe(201);
  acknowledged += 1;
  const claimed = await rawQuery(
    database.url,
    `select count(*) from room_claims where reservation_id = ${body.id}`,
  );
  expect(claimed[0]?.count).toBe(String(MOST_NIGHTS));
  await expectCounted();
});

test('the six statements hold after all of it', async () => {
  await survived({
    what: 'stays and room-months at the edges of months, years and leap days',
    tried: 13,
    databaseUrl: database.url,
    acknowledged,
    terminals: [terminal],
  });
});
