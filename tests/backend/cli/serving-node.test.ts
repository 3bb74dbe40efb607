import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { BookingRecord } from '@wire/booking-record.js';
import type { RoomRecord } from '@wire/room-record.js';
import { deleteOldAnswers } from '#backend/event-store/idempotency-cache.js';
import { removeLeftShadows } from '#backend/event-store/personal-data.js';
import { openPool } from '#backend/platform/database.js';
import { editing } from '#tests/support/activities.js';
import { type ApiClient, apiClient, reportOf, upload } from '#tests/support/api-client.js';
import { goodFile } from '#tests/support/channel-file.js';
import { aServingRole, type ServingRole, type TestDatabase } from '#tests/support/database.js';
import { eventually } from '#tests/support/eventually.js';
import { createHotelDatabase } from '#tests/support/hotel.js';
import { LONG_MS } from '#tests/support/limits.js';
import { LiveTerminal } from '#tests/support/live-terminal.js';
import { rawQuery } from '#tests/support/log-rows.js';
import { evidenceFolderOf, launch, startTestServer, type TestServer } from '#tests/support/server.js';
import { firstAdmin, SESSION_ENV } from '#tests/support/signed-in-client.js';
import { A_BOOKING } from '#tests/support/store-node.js';

// The commands are processes of their own.
jest.setTimeout(LONG_MS);

let database: TestDatabase;
let role: ServingRole;
let node: TestServer;
let behindProxy: TestServer;
let api: ApiClient;
const said: string[] = [];

beforeAll(async () => {
  database = await createHotelDatabase();
  role = await aServingRole(database.url);
  await rawQuery(database.url, 'update read_model_form set form = 0');
  const job = launch({ DATABASE_URL: database.url, DATABASE_APP_ROLE: role.name }, 'migrate');
  expect([await job.ended, job.output()]).toEqual([
    0,
    // The node now serves the tables that were swapped in.
    expect.stringMatching(
      /新しい表に入れ替えています[\s\S]*\nデータベースはこのバージョンになっています。\n$/,
    ),
  ]);
  jest.spyOn(process.stderr, 'write').mockImplementation((line) => Boolean(said.push(String(line))));
  node = await startTestServer({ databaseUrl: role.url, env: { MIGRATE: '0' } });
  behindProxy = await startTestServer({ databaseUrl: role.url, env: { MIGRATE: '0', ...SESSION_ENV } });
  api = apiClient(node.url);
});

// Background tasks must not fail for lack of a right either.
afterAll(async () => {
  await node.stop();
  await behindProxy.stop();
  jest.restoreAllMocks();
  await database.drop();
  await role.drop();
  expect(said.join('')).not.toMatch(/permission denied|must be owner|42501/);
});

const aBooking = async (stay_start: string, stay_end: string) => {
  const { body: rooms } = await api.get<RoomRecord[]>('/api/rooms?year_month=2096-01-01');
  const room = rooms.find(
    ({ reservable_status, corporate }) => reservable_status === '予約可能' && corporate === 0,
  );
  const stay = { room_id: room?.id, stay_start, stay_end };
  return api.post<BookingRecord>('/api/booking', { ...A_BOOKING, ...stay });
};

test('writes, and tells its terminals', async () => {
  const terminal = new LiveTerminal(node.url);
  await terminal.until(({ states }) => states.length > 0);
  const { status, body } = await aBooking('2096-01-25', '2096-01-26');
  expect(status).toBe(201);
  await terminal.until(({ frames }) =>
    frames.some(({ bookings }) => bookings.some(({ id }) => id === body.id)),
  );
  terminal.send('activity', editing(body.id));
  await terminal.until(({ presence }) => presence?.length === 1);
  const published = () => rawQuery(database.url, 'select booking_id from presence');
  await eventually('its presence is published', published, (rows) =>
    expect(rows).toEqual([{ booking_id: String(body.id) }]),
  );
  terminal.close();
});

test('works off a file, first as a dry run', async () => {
  for (const query of ['?dry_run=1', '']) {
    const { status, body } = await upload(node.url, goodFile(30), { query });
    expect(status).toBeLessThan(300);
    expect(await reportOf(node.url, body.id)).toMatchObject({ rows: 30, new: 30 });
  }
});

test('erases a guest, and what a broken rebuild left of them, which is the owner’s', async () => {
  await rawQuery(database.url, 'create schema rebuild; create table rebuild.bookings (name text)');
  const { body } = await aBooking('2096-01-26', '2096-01-27');
  expect((await api.put(`/api/booking/${body.id}/cancel`)).status).toBe(200);
  expect((await api.post(`/api/booking/${body.id}/erasure`, { reason: '本人からの請求' })).status).toBe(200);
  expect(await rawQuery(database.url, "select from pg_namespace where nspname = 'rebuild'")).toEqual([]);
});

test('signs checkpoints', async () => {
  expect((await api.post('/api/checkpoints')).status).toBe(201);
});

test('lets people sign in and out, and counts those who fail', async () => {
  const admin = await firstAdmin({ url: behindProxy.url, databaseUrl: role.url });
  expect((await admin.get('/api/staff')).status).toBe(200);
  expect((await admin.delete('/api/session')).status).toBe(204);
  expect((await admin.signIn('admin', '違う合言葉です、これは')).status).toBe(401);
  expect((await admin.signIn('admin')).status).toBe(200);
});

test('keeps house', async () => {
  await rawQuery(database.url, 'create schema verification; create table verification.bookings (name text)');
  const pool = openPool(role.url);
  await deleteOldAnswers(pool);
  await removeLeftShadows(pool);
  await pool.end();
  expect(await rawQuery(database.url, "select from pg_namespace where nspname = 'verification'")).toEqual([]);
});

test.each(['rebuild', 'verify', 'migrate'])(
  'leaves %s to the owner, in one readable line',
  async (program) => {
    const EVIDENCE_DIR = evidenceFolderOf(role.url);
    const env = { DATABASE_URL: role.url, DATABASE_APP_ROLE: role.name, EVIDENCE_DIR };
    const job = launch(env, program);
    expect(await job.ended).toBe(1);
    expect(job.output().trim().split('\n').at(-1)).toMatch(/所有者/);
  },
);
