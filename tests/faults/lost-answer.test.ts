import { randomUUID } from 'node:crypto';
import { day } from '@domain/dates.js';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type ApiClient, apiClient } from '../support/api-client.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { type GatedPort, openGate, READY } from '../support/gated-port.js';
import { rawLog } from '../support/log-rows.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { survived } from '../support/six-statements.js';
import { openNode, recordWeather } from '../support/store-node.js';
import { SAYS } from '../support/write-points.js';

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
  await server.stop();
  await gate.close();
  await database.drop();
});

const tellWeather = (weather: string, key: string) =>
  api.post('/api/weather', { date: '2096-01-01', weather }, { 'idempotency-key': key });
const weathers = async () => (await rawLog(database.url)).map(({ payload }) => JSON.parse(payload).weather);

test('a connection that ends in the moment in which it was made costs one try', async () => {
  const own = await openGate(database.url);
  const node = openNode(own.url);
  own.endAfter(READY);
  const outcomes = await Promise.allSettled([node.store.execute(recordWeather(day('2096-02-01'), '雪'))]);
  expect(outcomes).toMatchObject([{ reason: { message: 'database unreachable' } }]);
  expect(await node.store.execute(recordWeather(day('2096-02-01'), '雪'))).toMatchObject({ version: 1 });
  await node.close();
  await own.close();
});

test.each([
  ['before it was committed, is done again', SAYS.append, 0],
  ['after it was committed, is recognised', SAYS.commit, 1],
])('a write whose answer was lost %s', async (_, statement, written) => {
  const key = randomUUID();
  const weather = `雪 ${written}`;
  const count = async () => (await weathers()).filter((stored) => stored === weather).length;
  expect((await tellWeather('その前', randomUUID())).status).toBe(201);
  gate.loseAnswerTo(statement);
  expect((await tellWeather(weather, key)).status).toBe(503);
  expect(await count()).toBe(written);
  expect((await tellWeather('その後', randomUUID())).status).toBe(201);

  const again = await tellWeather(weather, key);
  expect(again).toMatchObject({ status: 201, body: { weather } });
  expect(await tellWeather(weather, key)).toMatchObject({ status: 201, body: again.body });
  expect(await count()).toBe(1);
});

test('the six statements hold after it', async () => {
  const acknowledged = (await weathers()).length;
  await survived({
    what: 'the answer of PostgreSQL lost: at the connect, before the commit, after it',
    tried: 3,
    databaseUrl: database.url,
    acknowledged,
    unknown: 2,
  });
});
