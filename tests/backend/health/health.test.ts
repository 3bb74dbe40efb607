import { readFileSync } from 'node:fs';
import { day, type Month } from '@domain/dates.js';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type ApiClient, apiClient } from '#tests/support/api-client.js';
import { eventually } from '#tests/support/eventually.js';
import { type GatedPort, openGate } from '#tests/support/gated-port.js';
import { cutConnections, rawQuery } from '#tests/support/log-rows.js';
import { expectErrorShape } from '#tests/support/refusal.js';
import { startTestServer, type TestServer } from '#tests/support/server.js';
import { sharedDatabase, sharedNodeOn } from '#tests/support/shared.js';
import { A_BOOKING, defineRoom, plainRoom } from '#tests/support/store-node.js';

const database = sharedDatabase();
const node = sharedNodeOn(() => database.url);
let gate: GatedPort;
let server: TestServer;
let api: ApiClient;
let roomId: number;

beforeAll(async () => {
  roomId = (await defineRoom(node.store, plainRoom('1001', day('2096-01-01') as Month))).id;
  gate = await openGate(database.url);
  server = await startTestServer({ databaseUrl: gate.url });
  api = apiClient(server.url);
});
afterAll(async () => {
  await server.stop();
  await gate.close();
});

/** Every sample that is served, by name and labels. */
async function samples(): Promise<Map<string, number>> {
  const { text } = await api.get('/metrics');
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]));
}

test('counts events, batches and refusals of this node by kind, and the end of the log', async () => {
  const before = await samples();
  const stay = { ...A_BOOKING, room_id: roomId, stay_start: '2096-01-01', stay_end: '2096-01-02' };
  const statuses: number[] = [];
  for (let time = 0; time < 3; time += 1) statuses.push((await api.post('/api/booking', stay)).status);
  expect(statuses).toEqual([201, 409, 409]);
  const after = await samples();
  const grown = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0);
  expect(grown('hotel_append_events_total')).toBe(1);
  expect(grown('hotel_append_batch_commands_sum')).toBe(3);
  expect(grown('hotel_append_batch_duration_seconds_count')).toBe(3);
  expect(grown('hotel_append_refused_total{kind="overlap"}')).toBe(2);
  expect(grown('hotel_log_position')).toBe(1);
  expect(after.get('hotel_append_queue_length')).toBe(0);
  const route = 'method="POST",route="/api/booking",status="409"';
  expect(after.get(`hotel_http_request_duration_seconds_count{${route}}`)).toBe(2);
});

test('says which version and build runs, in the metrics and to who asks for its health', async () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const running = { version, build: 'sources' };
  expect((await samples()).get(`hotel_build_info{version="${version}",build="sources"}`)).toBe(1);
  for (const path of ['/health/live', '/health/ready'])
    expect((await api.get(path)).body).toMatchObject(running);
});

test('shows the age of the newest backup and checkpoint, and that there is none', async () => {
  const ages = ['hotel_backup_age_seconds', 'hotel_checkpoint_age_seconds'];
  const none = await samples();
  for (const age of ages) expect(none.get(age)).toBeNaN();
  await rawQuery(
    database.url,
    `insert into backups values (gen_random_uuid(), 1, clock_timestamp() - interval '2 hours')`,
  );
  expect((await api.post('/api/checkpoints')).status).toBe(201);
  const some = await samples();
  const [backup = 0, checkpoint] = ages.map((age) => some.get(age));
  expect(backup).toBeGreaterThanOrEqual(7_200);
  expect(backup).toBeLessThan(7_320);
  expect(checkpoint).toBeLessThan(60);
  expect(some.get('hotel_checkpoint_position')).toBe(some.get('hotel_log_position'));
});

test('is not ready while the connection for notifications is lost, and reports it', async () => {
  const parts = { log_subscription: 'ok' };
  // The test before may have cut its connections.
  await eventually(
    'it is ready',
    async () => (await api.get('/health/ready')).body,
    (body) => expect(body).toMatchObject({ status: 'ok', lag: 0, parts }),
  );
  const states = new Set<string>();
  const look = async () => {
    const { status, body } = await api.get<{ parts: Record<string, string> }>('/health/ready');
    states.add(`${status} ${body.parts.log_subscription}`);
    return status;
  };
  gate.hold();
  await cutConnections(database.url);
  await eventually('it is not ready', look, (status) => expect(status).toBe(503));
  gate.release();
  await eventually('it is ready again', look, (status) => expect(status).toBe(200));
  expect(states).toContain('503 the connection that hears of changes is lost');
  expect(states).toContain('200 ok');
});

test('answers 503 with Retry-After while the database is unreachable, and goes on by itself when it is back', async () => {
  const weather = { date: '2096-01-01', weather: '晴れ' };
  expect((await api.post('/api/weather', weather)).status).toBe(201);
  await gate.shut();
  const answers = [
    api.get('/api/bookings?start_date=2096-01-01&end_date=2096-01-31'),
    api.get('/api/booking/1'),
    api.get('/api/booking-search?q=a'),
    api.post('/api/weather', weather),
    api.put('/api/booking/1', { notes: 'メモ' }),
  ];
  for (const answer of await Promise.all(answers)) {
    expect(answer.status).toBe(503);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expectErrorShape(answer);
  }
  const ready = await api.get('/health/ready');
  expect(ready.status).toBe(503);
  expect(Number(ready.headers.get('retry-after'))).toBeGreaterThan(0);
  const reason = expect.stringContaining('the database does not answer');
  const parts = { database: 'the database does not answer' };
  expect(ready.body).toMatchObject({ status: 'unavailable', reason, parts });
  expect((await samples()).get('hotel_database_up')).toBe(0);
  expect((await api.get('/health/live')).status).toBe(200);
  expect((await api.post('/api/weather', {})).status).toBe(422);
  await gate.reopen(database.url);
  expect((await api.post('/api/weather', { ...weather, weather: '雨' })).status).toBe(201);
  const { body } = await api.get('/api/weather?start_date=2096-01-01&end_date=2096-01-01');
  expect(body).toMatchObject([{ weather: '雨' }]);
  const after = await samples();
  expect(after.get('hotel_database_up')).toBe(1);
  expect(after.get('hotel_append_failures_total{kind="unreachable"}')).toBeGreaterThan(0);
  expect(after.get('hotel_database_connections_lost_total')).toBeGreaterThan(0);
});

test('stops in order while the database is unreachable', async () => {
  const ownGate = await openGate(database.url);
  const leaving = await startTestServer({ databaseUrl: ownGate.url });
  await ownGate.shut();
  expect((await apiClient(leaving.url).get('/health/ready')).status).toBe(503);
  await leaving.stop();
  await expect(fetch(`${leaving.url}/health/live`)).rejects.toThrow();
  await ownGate.close();
});
