import { day, type Month } from '@domain/dates.js';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { BookingRecord } from '@wire/booking-record.js';
import type { HotelRecord } from '@wire/hotel-record.js';
import { apiClient } from '../support/api-client.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { type ServerProcess, spawnServer } from '../support/server.js';
import { survived } from '../support/six-statements.js';
import { A_BOOKING, defineRoom, openNode, plainRoom } from '../support/store-node.js';

const ZONES = ['UTC', 'Asia/Tokyo', 'America/New_York'];
/** A hotel that is in another day than the server in UTC, at whatever time of the day. */
const HOTEL_ZONE = new Date().getUTCHours() < 11 ? 'Etc/GMT+12' : 'Pacific/Kiritimati';
const MONTHS = ['2027-12-01', '2028-01-01', '2028-02-01', '2028-03-01'];
/** Over the year, over the leap day, over a month, and the nights in which New York turns its clocks. */
const STAYS = [
  ['2027-12-30', '2028-01-02'],
  ['2028-02-28', '2028-03-01'],
  ['2028-03-02', '2028-03-04'],
  ['2028-03-10', '2028-03-14'],
  ['2028-03-31', '2028-04-01'],
] as const;

let database: TestDatabase;
let servers: ServerProcess[] = [];
const rooms = new Map<string, number>();

beforeAll(async () => {
  database = await createTestDatabase();
  const node = openNode(database.url);
  for (const number of ['1001', '1002', '1003']) {
    for (const month of MONTHS) {
      const { id } = await defineRoom(node.store, plainRoom(number, day(month) as Month));
      rooms.set(`${number} ${month.slice(0, 7)}`, id);
    }
  }
  await node.close();
  // The zone of the process and that of its sessions in the database.
  const start = (zone: string) =>
    spawnServer({
      ...{ PORT: '0', SAMPLE_DATA: '0', TZ: zone, HOTEL_TIMEZONE: HOTEL_ZONE, DATABASE_URL: inZone(zone) },
    });
  servers = await Promise.all(ZONES.map(start));
});

afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
  await database.drop();
});

function inZone(zone: string): string {
  const url = new URL(database.url);
  url.searchParams.set('options', `-c timezone=${zone}`);
  return url.href;
}

const withoutOwn = ({ id, room_id, ...record }: BookingRecord) => record;

test('nodes in three zones write the same, and answer the same to the byte', async () => {
  const written: unknown[][] = [];
  for (const [index, { url }] of servers.entries()) {
    const api = apiClient(url);
    const number = `100${index + 1}`;
    const answers: unknown[] = [];
    for (const [start, end] of STAYS) {
      const room_id = rooms.get(`${number} ${start.slice(0, 7)}`);
      const stay = { room_id, stay_start: start, stay_end: end };
      const { status, body } = await api.post<BookingRecord>('/api/booking', { ...A_BOOKING, ...stay });
      answers.push([status, withoutOwn(body)]);
    }
    await api.post('/api/weather', { date: `2028-02-2${7 + index}`, weather: '晴れ' });
    written.push(answers);
  }
  expect(written[0]?.map((answer) => (answer as unknown[])[0])).toEqual(STAYS.map(() => 201));
  for (const answers of written) expect(answers).toEqual(written[0]);

  const { position, today } = (await apiClient(servers[0]?.url ?? '').get<HotelRecord>('/api/hotel')).body;
  expect(today).toBe(new Intl.DateTimeFormat('sv-SE', { timeZone: HOTEL_ZONE }).format());
  const days = 'start_date=2027-12-01&end_date=2028-04-01';
  const paths = [
    ...['/api/hotel', '/api/front-desk', '/api/booking-search?q=山田', '/api/handover'],
    ...['bookings', 'booking_type_diff', 'weather'].flatMap((list) => [
      `/api/${list}?${days}`,
      `/api/${list}?${days}&as_of=${position - 1}`,
    ]),
    ...MONTHS.map((month) => `/api/rooms?year_month=${month}`),
    `/api/events?from=2020-01-01&to=2099-01-01`,
    `/api/reports?start_date=2028-02-01&end_date=2028-03-31`,
  ];
  for (const path of paths) {
    const answers = await Promise.all(servers.map(({ url }) => apiClient(url).get(encodeURI(path))));
    const [first] = answers;
    expect({ path, isThere: first?.status !== 404 && (first?.status ?? 0) < 500 }).toEqual({
      path,
      isThere: true,
    });
    for (const { status, text, headers } of answers) {
      const answer = { path, status, text: withoutRequest(text), etag: headers.get('etag') };
      const expected = { text: withoutRequest(first?.text ?? ''), etag: first?.headers.get('etag') };
      expect(answer).toEqual({ path, status: first?.status, ...expected });
    }
  }
  const tables = await Promise.all(
    servers.map(({ url }) => apiClient(url).get('/api/events', { accept: 'text/csv' })),
  );
  expect(new Set(tables.map(({ text }) => text)).size).toBe(1);
  await survived({
    what: 'servers in UTC, Tokyo and New York: the same answers to the byte',
    tried: ZONES.length * (paths.length + 1),
    databaseUrl: database.url,
    acknowledged: ZONES.length * (STAYS.length + 1),
  });
});

const withoutRequest = (text: string) => text.replace(/"request_id":"[^"]*"}$/, '"request_id":""}');
