import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type ApiClient, apiClient } from '../../support/api-client.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { type GatedPort, openGate } from '../../support/gated-port.js';
import { expectErrorShape } from '../../support/refusal.js';
import { startTestServer, type TestServer } from '../../support/server.js';

let database: TestDatabase;
let gate: GatedPort;
let server: TestServer;
let api: ApiClient;

beforeAll(async () => {
  database = await createTestDatabase();
  gate = await openGate(database.url);
  server = await startTestServer({ databaseUrl: gate.url });
  api = apiClient(server.url);
});
afterAll(async () => {
  await gate.close();
  await database.drop();
});

const calls = () => [
  api.get('/api/bookings?start_date=2096-01-01&end_date=2096-01-31'),
  api.get('/api/rooms?year_month=2096-01-01'),
  api.get('/api/booking/1'),
  api.get('/api/booking-search?q=a'),
  api.post('/api/weather', { date: '2096-01-01', weather: '晴れ' }),
  api.put('/api/booking/1', { notes: 'メモ' }),
];

it('tells operators that it lives, is ready, and how it is doing', async () => {
  expect((await api.get('/health/live')).status).toBe(200);
  expect((await api.get('/health/ready')).status).toBe(200);
  const metrics = await api.get('/metrics');
  expect(metrics.status).toBe(200);
  expect(metrics.headers.get('content-type')).toMatch(/^text\/plain/);
  expect(metrics.text).toMatch(/^# HELP /m);
});

it('answers 503 with Retry-After while the database is unreachable, and goes on by itself when it is back', async () => {
  const day = { date: '2096-01-01', weather: '晴れ' };
  expect((await api.post('/api/weather', day)).status).toBe(201);
  await gate.shut();
  for (const answer of await Promise.all(calls())) {
    expect(answer.status).toBe(503);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expectErrorShape(answer);
  }
  const ready = await api.get('/health/ready');
  expect(ready.status).toBe(503);
  expect(Number(ready.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(ready.body).toMatchObject({
    status: 'unavailable',
    reason: expect.stringContaining('the database does not answer'),
    parts: { database: 'the database does not answer' },
  });
  expect((await api.get('/metrics')).text).toMatch(/^hotel_database_up 0$/m);
  expect((await api.get('/health/live')).status).toBe(200);
  expect((await api.post('/api/weather', {})).status).toBe(422);
  await gate.reopen(database.url);
  expect((await api.post('/api/weather', { ...day, weather: '雨' })).status).toBe(201);
  const { body } = await api.get('/api/weather?start_date=2096-01-01&end_date=2096-01-01');
  expect(body).toMatchObject([{ weather: '雨' }]);
  const { text } = await api.get('/metrics');
  expect(text).toMatch(/^hotel_database_up 1$/m);
  expect(text).toMatch(/^hotel_append_failures_total\{kind="unreachable"\} [1-9]/m);
  expect(text).toMatch(/^hotel_database_connections_lost_total [1-9]/m);
});

it('stops in order while the database is unreachable', async () => {
  await gate.shut();
  expect((await api.get('/health/ready')).status).toBe(503);
  await server.stop();
  await expect(fetch(`${server.url}/health/live`)).rejects.toThrow();
});
