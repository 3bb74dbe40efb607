import { day, type Month } from '@domain/dates.js';
import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import type { BookingRecord } from '@wire/booking-record.js';
import type { HotelRecord } from '@wire/hotel-record.js';
import { type ApiClient, apiClient } from '../support/api-client.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { rawLog, rawQuery } from '../support/log-rows.js';
import { RoamingTerminal } from '../support/roaming-terminal.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { survived } from '../support/six-statements.js';
import { A_BOOKING, defineRoom, openNode, plainRoom } from '../support/store-node.js';
import { seed, timesOf } from '../support/trial-size.js';

const REAL_TIMERS = [
  ...(['hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'clearImmediate'] as const),
  ...(['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] as const),
];
const JUMPS = timesOf(40, 1_000);
const HOUR = 3_600_000;

let database: TestDatabase;
let server: TestServer;
let api: ApiClient;
let terminal: RoamingTerminal;
let room: number;

beforeAll(async () => {
  database = await createTestDatabase();
  const node = openNode(database.url);
  room = (await defineRoom(node.store, plainRoom('1001', day('2096-01-01') as Month))).id;
  await node.close();
  // The clock of the database, as far as its own functions do not look at it: shifted by what stands in a table.
  const name = new URL(database.url).pathname.slice(1);
  await rawQuery(
    database.url,
    `create schema shifted; create table shifted.by (hours float); insert into shifted.by values (0);
     create function shifted.clock_timestamp() returns timestamptz language sql volatile as
       'select pg_catalog.clock_timestamp() + hours * interval ''1 hour'' from shifted.by';
     alter database ${name} set search_path = shifted, pg_catalog, public`,
  );
  server = await startTestServer({ databaseUrl: database.url });
  api = apiClient(server.url);
  terminal = new RoamingTerminal(server.url, '端末1');
  await terminal.until(({ arrivals }) => arrivals > 0);
});

afterEach(() => {
  jest.useRealTimers();
});

afterAll(async () => {
  terminal.close();
  await server.stop();
  await database.drop();
});

const setClock = (instant: string | number) =>
  jest.useFakeTimers({ now: new Date(instant), doNotFake: [...REAL_TIMERS] });
const today = async () => (await api.get<HotelRecord>('/api/hotel')).body.today;

test("a node's clock that runs over midnight, and is set forwards and back: today follows, and answers with it", async () => {
  setClock('2096-01-05T14:59:59.900Z');
  expect(await today()).toBe('2096-01-05');
  const stay = { stay_start: '2096-01-05', stay_end: '2096-01-08', room_id: room };
  const { body } = await api.post<BookingRecord>('/api/booking', { ...A_BOOKING, ...stay });
  const list = '/api/front-desk';
  const { headers } = await api.get(list);
  const etag = { 'if-none-match': headers.get('etag') ?? '' };
  expect((await api.get(list, etag)).status).toBe(304);
  setClock('2096-01-05T15:00:00.000Z');
  expect(await today()).toBe('2096-01-06');
  expect((await api.get(list, etag)).status).toBe(200);
  const arrived = await api.post<BookingRecord>(`/api/booking/${body.id}/check-in`, {});
  expect([
    arrived.status,
    (await api.get<BookingRecord>(`/api/booking/${body.id}`)).body.checkin_date,
  ]).toEqual([200, '2096-01-06']);
  // Set back by a day: what is recorded stays, and a departure before the arrival is refused.
  setClock('2096-01-04T16:00:00.000Z');
  expect(await today()).toBe('2096-01-05');
  expect((await api.post(`/api/booking/${body.id}/check-out`, {})).status).toBe(422);
  setClock('2096-02-29T15:00:00.000Z');
  expect(await today()).toBe('2096-03-01');
});

test("a database's clock that jumps forwards and back: what is recorded never goes back", async () => {
  let random = seed;
  const next = () => {
    random = (random * 1_103_515_245 + 12_345) % 2 ** 31;
    return random / 2 ** 31;
  };
  const before = (await rawLog(database.url)).length;
  for (let jump = 0; jump < JUMPS; jump += 1) {
    const hours = (next() - 0.5) * 72;
    await rawQuery(database.url, `update shifted.by set hours = ${hours}`);
    const date = `2096-01-${String(1 + (jump % 31)).padStart(2, '0')}`;
    expect((await api.post('/api/weather', { date, weather: `雪${jump}` })).status).toBe(201);
  }
  const times = (await rawLog(database.url)).slice(before).map(({ recorded_at }) => Date.parse(recorded_at));
  expect(times).toHaveLength(JUMPS);
  expect(times).toEqual([...times].sort((a, b) => a - b));
  // It did jump: the newest moment lies where the clock had stood farthest ahead.
  expect((times.at(-1) ?? 0) - Date.now()).toBeGreaterThan(12 * HOUR);
  await survived({
    what: 'clocks that jump: of the node over midnight and back, of the database by days',
    tried: JUMPS + 4,
    databaseUrl: database.url,
    acknowledged: JUMPS + 2,
    terminals: [terminal],
  });
});
