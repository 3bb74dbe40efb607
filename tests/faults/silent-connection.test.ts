import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type ApiClient, apiClient } from '../support/api-client.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { type GatedPort, openGate } from '../support/gated-port.js';
import { LiveTerminal } from '../support/live-terminal.js';
import { rawQuery } from '../support/log-rows.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { survived } from '../support/six-statements.js';
import { SAYS } from '../support/write-points.js';

let database: TestDatabase;
let gate: GatedPort;
let server: TestServer;
let api: ApiClient;

beforeAll(async () => {
  database = await createTestDatabase();
  gate = await openGate(database.url);
  // So that nobody has to wait for half a minute here.
  server = await startTestServer({ databaseUrl: `${gate.url}&query_timeout=1500` });
  api = apiClient(server.url);
});

afterAll(async () => {
  await server?.stop();
  await gate?.close();
  await database?.drop();
});

/** What clients were told: the days whose weather was acknowledged, and how many answers left it open. */
const acknowledged: string[] = [];
let unknown = 0;

async function setWeather(date: string, key = randomUUID()) {
  const answer = await api.post('/api/weather', { date, weather: '雨' }, { 'idempotency-key': key });
  if (answer.status === 201) acknowledged.push(date);
  if (answer.status === 503) unknown += 1;
  return answer;
}

const storedDays = async () =>
  (await rawQuery(database.url, 'select date from weather_days order by date')).map(({ date }) => date);

test('a commit whose answer never arrives is 503, and the same key finds out what became of it', async () => {
  const key = randomUUID();
  const send = () => setWeather('2096-01-01', key);
  gate.swallowAnswersTo(SAYS.commit);
  const unknown = await send();
  expect([unknown.status, unknown.headers.get('retry-after')]).toEqual([503, '2']);
  expect((await send()).status).toBe(201);
  expect(await rawQuery(database.url, "select from event_log where type = 'WeatherSet'")).toHaveLength(1);
});

test('the writer goes on by itself, on a connection of its own', async () => {
  gate.swallowAnswersTo('begin isolation level read committed');
  const waiting = ['2096-01-02', '2096-01-03'].map((date) => setWeather(date));
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([503, 503]);
  expect((await setWeather('2096-01-04')).status).toBe(201);
  expect(await storedDays()).toEqual(acknowledged);
});

test('a question whose answer never arrives is 503, and the next is answered', async () => {
  const ask = () => api.get('/api/weather?start_date=2096-01-01&end_date=2096-01-31');
  gate.swallowAnswersTo('from "weather_days"');
  expect((await ask()).status).toBe(503);
  expect((await ask()).status).toBe(200);
});

test('a terminal goes on being told when the connection that hears of changes has fallen silent', async () => {
  const terminal = new LiveTerminal(server.url);
  await terminal.until(({ states }) => states.length > 0);
  gate.swallowAnswersTo('\0head\0'); // How it asks for the newest position by the name of the statement.
  expect((await setWeather('2096-01-05')).status).toBe(201);
  await terminal.until(({ frames }) => frames.some(({ weather }) => weather.length > 0));
  terminal.close();
});

test('the six statements hold after it', async () => {
  expect(await storedDays()).toEqual(acknowledged);
  await survived({
    what: 'a connection to PostgreSQL that falls silent: at commit, at begin, at a question, while listening',
    tried: 4,
    databaseUrl: database.url,
    acknowledged: acknowledged.length,
    unknown,
  });
});
