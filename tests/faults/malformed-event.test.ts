import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { BookingRecord } from '@wire/booking-record.js';
import type { ErrorBody } from '@wire/errors.js';
import type { EventPage } from '@wire/event-record.js';
import { verifyReadModels } from '../../backend/event-store/rebuild/verify-read-models.js';
import { verifyLog } from '../../backend/event-store/verify-log.js';
import { openClient } from '../../backend/platform/database.js';
import type { UnreadableEventError } from '../../backend/platform/errors.js';
import { eventStoreParts, READ_MODELS } from '../../backend/streams.js';
import { type ApiClient, apiClient } from '../support/api-client.js';
import { appendForeign } from '../support/foreign-events.js';
import { rawLog, rawQuery } from '../support/log-rows.js';
import { recordTrial } from '../support/records.js';
import { RoamingTerminal } from '../support/roaming-terminal.js';
import { launch, startTestServer, type TestServer } from '../support/server.js';
import { openNode } from '../support/store-node.js';
import { WriteLedger } from '../support/write-ledger.js';

let server: TestServer;
let api: ApiClient;
let ledger: WriteLedger;
let terminal: RoamingTerminal;
/** A booking from before, whose stream one of the events claims. */
let booking: BookingRecord;
const malformed: number[] = [];

const KINDS: [
  string,
  (position: number) => { stream: string; type: string; payload: string; version?: number },
][] = [
  [
    'data without its fields',
    (at) => ({ stream: `reservation-${at}`, type: 'ReservationCreated', payload: '{}' }),
  ],
  ['an unknown type', (at) => ({ stream: `reservation-${at}`, type: 'GuestVanished', payload: '{}' })],
  ['an unknown kind of stream', (at) => ({ stream: `diary-${at}`, type: 'WeatherSet', payload: '{}' })],
  ['what is no stream', () => ({ stream: 'garbage', type: 'WeatherSet', payload: '{}' })],
  ['data that is none', (at) => ({ stream: `reservation-${at}`, type: 'GuestCheckedIn', payload: 'null' })],
  [
    'personal data that is damaged',
    () => ({
      stream: `reservation-${booking.id}`,
      version: 2,
      type: 'ReservationAmended',
      payload: damaged,
    }),
  ],
];
let damaged = '';

beforeAll(async () => {
  server = await startTestServer();
  api = apiClient(server.url);
  const node = openNode(server.databaseUrl);
  ledger = await WriteLedger.open(node.store);
  await node.close();
  terminal = new RoamingTerminal(server.url, '端末1');
  await terminal.until(({ arrivals }) => arrivals > 0);
  await ledger.bookOne(() => server.url);
  const [{ id } = { id: 0 }] = [...ledger.acknowledged.values()];
  booking = (await api.get<BookingRecord>(`/api/booking/${id}`)).body;
  const { payload = '' } =
    (await rawLog(server.databaseUrl)).find(({ position }) => Number(position) === id) ?? {};
  const { personal } = JSON.parse(payload);
  damaged = JSON.stringify({ personal: { ...personal, data: `AAAA${personal.data.slice(4)}` } });
});

afterAll(async () => {
  terminal.close();
  await server.stop();
});

test.each(KINDS)('a hotel goes on taking bookings and telling terminals behind %s', async (_, kindOf) => {
  const head = Number((await rawQuery(server.databaseUrl, 'select position from log_head'))[0]?.position);
  const event = { version: 1, schemaVersion: 1, ...kindOf(head + 1) };
  malformed.push(await appendForeign(server.databaseUrl, event));
  const verified = verifyReadModels(server.databaseUrl, eventStoreParts(), READ_MODELS, () => undefined);
  const { position } = await verified.then(
    () => ({ position: 0 }),
    (error: UnreadableEventError) => error,
  );
  expect(malformed).toContain(position);
  await ledger.bookOne(() => server.url);
  expect(await terminal.differences()).toEqual([]);
  expect(ledger.unknown).toBe(0);
});

test('the log is read page by page, as lines and as a table, each of them in its place', async () => {
  const positions: number[] = [];
  const unreadable: number[] = [];
  for (let after = 0, isMore = true; isMore; ) {
    const { status, body } = await api.get<EventPage>(`/api/events?after=${after}&limit=5`);
    expect(status).toBe(200);
    positions.push(...body.events.map(({ position }) => position));
    for (const { position, label, subject, stored } of body.events) {
      if (label !== '読み取れない記録') continue;
      unreadable.push(position);
      expect(subject).toMatch(`位置 ${position} は読み取れません (`);
      expect(stored).not.toBe('');
    }
    after = body.next ?? 0;
    isMore = body.next !== null;
  }
  const all = (await rawLog(server.databaseUrl)).map(({ position }) => Number(position));
  expect(positions).toEqual(all);
  expect(unreadable).toEqual(malformed);
  for (const accept of ['application/x-ndjson', 'text/csv']) {
    const { status, text } = await api.get('/api/events', { accept });
    expect([status, text.match(/位置 \d+ は読み取れません/g)?.length]).toEqual([200, malformed.length]);
  }
});

test('what needs the event says where it stands; everything else is answered', async () => {
  const { status, body } = await api.get<ErrorBody>(`/api/booking/${booking.id}/history`);
  expect([status, body.errors[0]?.code]).toEqual([500, 'unreadable_event']);
  expect(body.error).toBe(
    `位置 ${malformed.at(-1)} の記録を読み取れません。npm run verify で確認してください。`,
  );
  const days = 'start_date=2096-01-01&end_date=2096-01-31';
  for (const path of [`bookings?${days}`, `booking_type_diff?${days}`, `booking/${booking.id}`, 'handover']) {
    expect({ path, status: (await api.get(`/api/${path}`)).status }).toEqual({ path, status: 200 });
  }
});

test('verify and rebuild name it, and leave the tables as they are', async () => {
  const client = await openClient(server.databaseUrl, () => undefined);
  expect((await verifyLog(client).finally(() => client.end())).fault).toBeNull();
  const bookings = () =>
    rawQuery(server.databaseUrl, 'select id, version, state::text from bookings order by id');
  const before = await bookings();
  const environment = { DATABASE_URL: server.databaseUrl };
  const verify = launch(environment, 'verify');
  expect(await verify.ended).toBe(1);
  // It goes on where the one before it broke off: at the first, which only a row cannot be made of.
  expect(verify.output()).toContain(`不合格 表: 位置 ${malformed[0]} の記録を読み取れません`);
  const rebuild = launch(environment, 'rebuild');
  expect(await rebuild.ended).toBe(1);
  expect(rebuild.output()).toContain(`位置 ${malformed[1]} の記録を読み取れません`);
  expect(await bookings()).toEqual(before);
  const { lost, wrong } = await ledger.differences(server.databaseUrl);
  recordTrial({
    part: 'faults',
    what: 'a malformed event in the log: serving, writing, reading on, named by verify and rebuild',
    tried: malformed.length,
    acknowledged: ledger.acknowledged.size,
    lost: lost.length,
    wrong: wrong.length,
  });
  expect([...lost, ...wrong]).toEqual([]);
});
