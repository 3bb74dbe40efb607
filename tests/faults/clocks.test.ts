import { addDays, addMonths, day, type Month } from '@domain/dates.js';
import { expect, jest } from '@jest/globals';
import type { BookingRecord } from '@wire/booking-record.js';
import type { CountRecord } from '@wire/count-record.js';
import type { ErrorBody } from '@wire/errors.js';
import type { HotelRecord } from '@wire/hotel-record.js';
import { LARGEST_SKEW_MS } from '#backend/event-store/trusted-clock.js';
import { randomFrom } from '#backend/tools/sample/prng.js';
import { apiClient } from '../support/api-client.js';
import { clockOffset, shiftDatabaseClock } from '../support/clock/chosen-clock.mjs';
import { rawLog, rawQuery } from '../support/log-rows.js';
import { A_BOOKING, defineRoom, plainRoom } from '../support/store-node.js';
import { seed, timesOf } from '../support/trial-size.js';
import { fault, type World } from './harness.js';

const MONTHS = ['2027-12-01', '2028-01-01', '2028-02-01', '2028-03-01'] as Month[];

/** Defines rooms in months; their ids by `number month`. */
async function defineRooms(world: World, numbers: readonly string[], months: readonly Month[]) {
  const { store } = world.store();
  const rooms = new Map<string, number>();
  const define = async (number: string, month: Month, change: object = {}) => {
    const key = `${number} ${month.slice(0, 7)}`;
    const { id } = await defineRoom(store, { ...plainRoom(number, month), ...change }, rooms.get(key));
    rooms.set(key, id);
  };
  for (const number of numbers) for (const month of months) await define(number, month);
  const stay = (number: string, start: string, end: string) => {
    const room_id = rooms.get(`${number} ${start.slice(0, 7)}`);
    return { ...A_BOOKING, room_id, stay_start: start, stay_end: end };
  };
  return { rooms, define, stay };
}

const ZONES = ['UTC', 'Asia/Tokyo', 'America/New_York'];
/** A hotel that is in another day than the server in UTC, at whatever time of the day. */
const HOTEL_ZONE = new Date().getUTCHours() < 11 ? 'Etc/GMT+12' : 'Pacific/Kiritimati';
/** Over the year, over the leap day, over a month, and the nights in which New York turns its clocks. */
const STAYS = [
  ['2027-12-30', '2028-01-02'],
  ['2028-02-28', '2028-03-01'],
  ['2028-03-02', '2028-03-04'],
  ['2028-03-10', '2028-03-14'],
  ['2028-03-31', '2028-04-01'],
] as const;
const withoutRequest = (text: string) => text.replace(/"request_id":"[^"]*"}$/, '"request_id":""}');
const withoutOwn = ({ id, room_id, ...record }: BookingRecord) => record;

fault(
  'server-zones',
  'nodes in UTC, Tokyo and New York write the same, and answer the same to the byte',
  async (world) => {
    const database = await world.database();
    const { stay } = await defineRooms(world, ['1001', '1002', '1003'], MONTHS);
    // The zone of the process and that of its sessions in the database.
    const start = (zone: string) => {
      const url = new URL(database);
      url.searchParams.set('options', `-c timezone=${zone}`);
      return world.nodeProcess({ TZ: zone, HOTEL_TIMEZONE: HOTEL_ZONE, DATABASE_URL: url.href });
    };
    const nodes = await Promise.all(ZONES.map(start));
    const written: unknown[] = [];
    for (const [index, { url }] of nodes.entries()) {
      const api = world.api(url);
      const answers: unknown[] = [];
      for (const [first, end] of STAYS) {
        const { status, body } = await api.post<BookingRecord>(
          '/api/booking',
          stay(`100${index + 1}`, first, end),
        );
        expect([first, status]).toEqual([first, 201]);
        answers.push(withoutOwn(body));
      }
      const weather = { date: `2028-02-2${7 + index}`, weather: '晴れ' };
      expect((await api.post('/api/weather', weather)).status).toBe(201);
      written.push(answers);
    }
    for (const answers of written) expect(answers).toEqual(written[0]);

    const clients = nodes.map(({ url }) => apiClient(url));
    const ask = (path: string, headers = {}) =>
      Promise.all(clients.map((client) => world.strike(() => client.get<HotelRecord>(path, headers))));
    const [{ position, today } = { position: 0 }] = (await ask('/api/hotel')).map(({ body }) => body);
    expect(today).toBe(new Intl.DateTimeFormat('sv-SE', { timeZone: HOTEL_ZONE }).format(new Date()));
    const days = 'start_date=2027-12-01&end_date=2028-04-01';
    const lists = ['bookings', 'booking_type_diff', 'weather'].map((list) => `/api/${list}?${days}`);
    const paths = [
      ...['/api/hotel', '/api/front-desk', '/api/booking-search?q=山田', '/api/handover'],
      ...lists.flatMap((list) => [list, `${list}&as_of=${position - 1}`]),
      ...MONTHS.map((month) => `/api/rooms?year_month=${month}`),
      `/api/events?from=2020-01-01&to=2099-01-01`,
      `/api/reports?start_date=2028-02-01&end_date=2028-03-31`,
    ];
    for (const path of paths) {
      const answers = (await ask(encodeURI(path))).map(({ status, text, headers }) => ({
        ...{ path, status, text: withoutRequest(text), etag: headers.get('etag') },
      }));
      const status = answers[0]?.status ?? 0;
      expect({ path, isThere: status !== 404 && status < 500 }).toEqual({ path, isThere: true });
      for (const answer of answers) expect(answer).toEqual(answers[0]);
    }
    const tables = await ask('/api/events', { accept: 'text/csv' });
    expect(new Set(tables.map(({ text }) => text)).size).toBe(1);
  },
);

const REAL_TIMERS = [
  ...(['hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'clearImmediate'] as const),
  ...(['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] as const),
];
const AN_HOUR_MS = 3_600_000;
const superuser = String(process.env.TEST_SUPERUSER_URL);

fault('shifted-clocks', 'clocks that jump', async (world) => {
  const url = await world.database();
  const { stay } = await defineRooms(world, ['1001'], ['2096-01-01' as Month]);
  const node = await world.node();
  await world.terminal(node.url);
  world.later(() => jest.useRealTimers());
  const api = world.api(node.url);

  await world.step("a node's clock, over midnight, forwards and back: today and answers follow", async () => {
    const today = async () => (await api.get<HotelRecord>('/api/hotel')).body.today;
    const setClock = (instant: string) =>
      world.strike(() => jest.useFakeTimers({ now: new Date(instant), doNotFake: [...REAL_TIMERS] }));
    await setClock('2096-01-05T14:59:59.900Z');
    expect(await today()).toBe('2096-01-05');
    const { body } = await api.post<BookingRecord>('/api/booking', stay('1001', '2096-01-05', '2096-01-08'));
    const { headers } = await api.get('/api/front-desk');
    const etag = { 'if-none-match': headers.get('etag') ?? '' };
    expect((await api.get('/api/front-desk', etag)).status).toBe(304);
    await setClock('2096-01-05T15:00:00.000Z');
    expect(await today()).toBe('2096-01-06');
    expect((await api.get('/api/front-desk', etag)).status).toBe(200);
    expect((await api.post(`/api/booking/${body.id}/check-in`, {})).status).toBe(200);
    const arrived = await api.get<BookingRecord>(`/api/booking/${body.id}`);
    expect(arrived.body.checkin_date).toBe('2096-01-06');
    // Set back by a day: what is recorded stays, and a departure before the arrival is refused.
    await setClock('2096-01-04T16:00:00.000Z');
    expect(await today()).toBe('2096-01-05');
    expect((await api.post(`/api/booking/${body.id}/check-out`, {})).status).toBe(422);
    await setClock('2096-02-29T15:00:00.000Z');
    expect(await today()).toBe('2096-03-01');
    jest.useRealTimers();
  });

  await world.step("a database's clock, by days: what is recorded keeps the right time", async () => {
    const jumps = timesOf(40, 1_000);
    const random = randomFrom(seed);
    const before = (await rawLog(url)).length;
    for (let jump = 0; jump < jumps; jump += 1) {
      const hours = random.between(-36, 36);
      await world.strike(() =>
        shiftDatabaseClock(superuser, new URL(url).pathname, clockOffset() + hours * AN_HOUR_MS),
      );
      const date = addDays(day('2096-01-01'), jump % 31);
      expect((await api.post('/api/weather', { date, weather: `雪${jump}` })).status).toBe(201);
    }
    const times = (await rawLog(url)).slice(before).map(({ recorded_at }) => Date.parse(recorded_at));
    expect(times).toHaveLength(jumps);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(Math.abs((times.at(-1) ?? 0) - Date.now())).toBeLessThan(LARGEST_SKEW_MS);
    // It did jump: the node has recorded by its own time.
    const { text } = await api.get('/metrics');
    const byOwnTime = Number(/^hotel_append_by_own_time_total (\d+)$/m.exec(text)?.[1]);
    expect(byOwnTime).toBeGreaterThan(jumps / 2);
  });
});

/** Stays at the edges of the calendar, by their nights. */
const EDGES = {
  'over the end of the year': ['2027-12-30', '2027-12-31', '2028-01-01'],
  'of the last night of the year': ['2027-12-31'],
  'over the leap day': ['2028-02-28', '2028-02-29'],
  'of the leap day': ['2028-02-29'],
  'over the end of a leap month': ['2028-02-29', '2028-03-01'],
  // No room-month is needed for the day of departure.
  'up to the end of the last month there is': ['2028-03-31'],
};
const NO_DAYS = [
  ['2028-02-30', '2028-03-01'],
  ['2027-02-29', '2027-03-01'],
  ['2027-12-32', '2028-01-01'],
  ['2028-13-01', '2028-13-02'],
] as const;
const MOST_NIGHTS = 366;

fault('calendar-edges', 'stays at the edges of months, years and leap days', async (world) => {
  const url = await world.database();
  const { rooms, define, stay } = await defineRooms(world, ['1001', '1002'], MONTHS);
  const node = await world.node();
  await world.terminal(node.url, { range: { start: '2027-12-01', end: '2028-04-30' } });
  const api = world.api(node.url);
  const book = (number: string, start: string, end: string) =>
    world.strike(() => api.post<BookingRecord & ErrorBody>('/api/booking', stay(number, start, end)));
  /** The nights that a calendar draws of a booking, with the room-month of each. */
  const nightsOf = async (id: number): Promise<Record<string, number | null>> => {
    const { body } = await api.get<BookingRecord[]>(
      '/api/bookings?start_date=2027-12-01&end_date=2028-04-30',
    );
    const own = body.filter((night) => night.id === id);
    return Object.fromEntries(own.map(({ date, room_id }) => [date, room_id]));
  };
  const countsOf = async (start: string, end: string) => {
    const range = `start_date=${start}&end_date=${end}`;
    const { body } = await api.get<Record<string, CountRecord>>(`/api/booking_type_diff?${range}`);
    return Object.values(body).map((each) => [each.actual_normal_non_smoking, each.actual_twin_non_smoking]);
  };

  for (const [where, nights] of Object.entries(EDGES))
    await world.step(`a stay ${where} has exactly its nights, each in its own month`, async () => {
      const [start, end] = [nights[0] ?? '', addDays(day(nights.at(-1) ?? ''), 1)];
      const { status, body } = await book('1001', start, end);
      expect(status).toBe(201);
      const months = nights.map((night) => [night, rooms.get(`1001 ${night.slice(0, 7)}`)]);
      expect(await nightsOf(body.id)).toEqual(Object.fromEntries(months));
      expect(await countsOf(start, end)).toEqual([...nights.map(() => [1, 0]), [0, 0]]);
      // Day for day, the room is taken on its nights and free on the day of departure.
      expect((await book('1001', start, end)).status).toBe(409);
      expect((await api.put(`/api/booking/${body.id}/cancel`, {})).status).toBe(200);
    });

  await world.step('a day that there is not is refused and writes nothing', async () => {
    const position = () => rawQuery(url, 'select position from log_head');
    const before = await position();
    for (const [stay_start, stay_end] of NO_DAYS) {
      const body = { ...stay('1001', '2028-02-01', ''), stay_start, stay_end };
      const { status } = await world.strike(() => api.post('/api/booking', body));
      expect([stay_start, status, await position()]).toEqual([stay_start, 422, before]);
    }
  });

  await world.step(
    'a night beyond the last room-month is refused; once there is one, it is taken',
    async () => {
      const refused = await book('1002', '2028-03-31', '2028-04-02');
      expect([refused.status, refused.body.errors.length]).toEqual([422, 1]);
      await define('1002', '2028-04-01' as Month);
      expect((await book('1002', '2028-03-31', '2028-04-02')).status).toBe(201);
    },
  );

  await world.step(
    'a room that becomes another kind within a stay counts each night by its month',
    async () => {
      const { body } = await book('1002', '2028-01-30', '2028-02-03');
      await define('1002', '2028-02-01' as Month, { roomType: 'ツイン' });
      const counts = '1,0 1,0 0,1 0,1 0,0';
      expect((await countsOf('2028-01-30', '2028-02-03')).join(' ')).toBe(counts);
      // Moved by a month's end, shortened to the day before it.
      const moved = { stay_start: '2028-02-28', stay_end: '2028-03-02' };
      expect((await api.put(`/api/booking/${body.id}`, moved)).status).toBe(200);
      expect(Object.keys(await nightsOf(body.id))).toEqual(['2028-02-28', '2028-02-29', '2028-03-01']);
    },
  );

  await world.step('the longest stay is 366 nights, over a leap day as well', async () => {
    const first = '2028-04-01' as Month;
    for (let month = 0; month < 14; month += 1) await define('1003', addMonths(first, month));
    expect((await book('1003', first, addDays(first, MOST_NIGHTS + 1))).status).toBe(422);
    const { status, body } = await book('1003', first, addDays(first, MOST_NIGHTS));
    expect(status).toBe(201);
    const claimed = await rawQuery(url, `select from room_claims where reservation_id = ${body.id}`);
    expect(claimed).toHaveLength(MOST_NIGHTS);
  });
});
