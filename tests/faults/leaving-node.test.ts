import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { type ApiClient, apiClient } from '../support/api-client.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { LiveTerminal } from '../support/live-terminal.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { survived } from '../support/six-statements.js';

let database: TestDatabase;
let server: TestServer;
let api: ApiClient;
let other: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({ databaseUrl: database.url, env: { DRAIN_SECONDS: '1' } });
  api = apiClient(server.url);
  other = new pg.Client({ connectionString: database.url });
  await other.connect();
});

afterAll(async () => {
  await other.end();
  await database.drop();
});

/** Resolves when somebody waits for the lock that another holds. */
async function someoneWaits(): Promise<void> {
  for (;;) {
    const { rows } = await other.query('select from pg_locks where not granted');
    if (rows.length > 0) return;
  }
}

/** Resolves when nobody listens any more. */
async function refuses(): Promise<void> {
  while (await api.get('/health/live').then(Boolean, () => false));
}

test('a node that is told to end says so at once, serves on, answers what is under way, and hangs up last', async () => {
  const order: string[] = [];
  const terminal = new LiveTerminal(server.url);
  await terminal.until(({ states }) => states.length > 0);
  await other.query('begin; select from log_head for update');
  const written = api.post('/api/weather', { date: '2096-01-01', weather: '晴れ' });
  void written.finally(() => order.push('answered'));
  await someoneWaits();
  expect((await api.get('/api/hotel')).headers.get('connection')).toBe('keep-alive');

  const stopped = server.stop();
  const ready = await api.get('/health/ready');
  expect(ready.status).toBe(503);
  expect(ready.body).toMatchObject({ status: 'unavailable', reason: 'this node is about to end' });
  const still = await api.get('/api/hotel');
  expect([still.status, still.headers.get('connection')]).toEqual([200, 'close']);
  expect((await api.get('/health/live')).status).toBe(200);

  void terminal.until(({ kinds }) => kinds.includes('disconnect')).then(() => order.push('hung up'));
  await refuses();
  expect(order).toEqual([]);
  await other.query('commit');
  expect((await written).status).toBe(201);
  await stopped;
  await terminal.until(({ kinds }) => kinds.includes('disconnect'));
  expect(order).toEqual(['answered', 'hung up']);
  expect(terminal.reason).toBe('transport close'); // The one after which a terminal connects again by itself.
  await survived({
    what: 'a node that is told to end in the middle of a write',
    tried: 1,
    databaseUrl: database.url,
    acknowledged: 1,
  });
});
