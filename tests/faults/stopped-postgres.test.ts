import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type ApiClient, apiClient } from '../support/api-client.js';
import { type GatedPort, openGate } from '../support/gated-port.js';
import {
  killAndWait,
  type LaunchedPostgres,
  launchPostgres,
  newDataFolder,
  postmasterPid,
  removeDataFolder,
} from '../support/launched-postgres.js';
import { LiveTerminal } from '../support/live-terminal.js';
import { RoamingTerminal } from '../support/roaming-terminal.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { survived } from '../support/six-statements.js';
import { openNode } from '../support/store-node.js';
import { timesOf } from '../support/trial-size.js';
import { PLACES, WriteLedger } from '../support/write-ledger.js';

const KILLS = timesOf(1, 10);
const dataDir = newDataFolder();
let postgres: LaunchedPostgres;
let gate: GatedPort;
let server: TestServer;
let api: ApiClient;
let ledger: WriteLedger;

beforeAll(async () => {
  postgres = await launchPostgres(dataDir);
  gate = await openGate(postgres.url);
  server = await startTestServer({ databaseUrl: gate.url });
  api = apiClient(server.url);
  const node = openNode(postgres.url);
  ledger = await WriteLedger.open(node.store);
  await node.close();
});

afterAll(async () => {
  await server?.stop();
  await gate?.close();
  await postgres?.stop();
  await removeDataFolder(dataDir);
});

const everyCall = () => [
  api.get('/health/ready'),
  api.get('/api/hotel'),
  api.get('/api/bookings?start_date=2096-01-01&end_date=2096-01-31'),
  api.get('/api/booking_type_diff?start_date=2096-01-01&end_date=2096-01-31'),
  api.get('/api/booking/9/history'),
  api.post('/api/weather', { date: '2096-01-01', weather: '晴れ' }),
  api.put('/api/booking/9/cancel', {}),
];

test('PostgreSQL that is stopped in the middle of writing and started again: 503 meanwhile, then all goes on', async () => {
  const { body } = await api.get<{ log_id: string; position: number }>('/api/hotel');
  const terminal = new LiveTerminal(server.url, body);
  const roaming = new RoamingTerminal(server.url, '端末2');
  let isUp: Promise<unknown> = Promise.resolve();
  const clients = Promise.all(
    Array.from({ length: 4 }, () =>
      ledger.book(async () => {
        await isUp;
        return server.url;
      }),
    ),
  );
  await ledger.moreAcknowledged(40);

  let goOn = () => {};
  isUp = new Promise<void>((done) => {
    goOn = done;
  });
  await Promise.all([gate.shut(), postgres.stop()]);
  for (const { status, headers } of await Promise.all(everyCall())) {
    expect(status).toBe(503);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expect((await api.get('/health/live')).status).toBe(200);
  expect(ledger.acknowledged.size).toBeLessThan(PLACES);

  postgres = await launchPostgres(dataDir);
  await gate.reopen(postgres.url);
  goOn();
  await ledger.moreAcknowledged(30);
  expect((await api.get('/health/ready')).status).toBe(200);

  for (let kill = 0; kill < KILLS; kill += 1) {
    const killed = postmasterPid(dataDir);
    await killAndWait(killed ?? 0);
    // Not before the one that was started in its place can have answered.
    while ([killed, null].includes(postmasterPid(dataDir))) await pause(20);
    await ledger.moreAcknowledged(Math.floor(80 / KILLS));
  }
  await clients;
  expect(ledger.acknowledged.size).toBe(PLACES);
  expect(ledger.answers.filter(({ status, retryAfter }) => status !== 201 && !retryAfter)).toEqual([]);
  const told = () => terminal.frames.flatMap(({ bookings }) => bookings.map(({ id }) => id));
  await terminal.until(() => told().length >= PLACES);
  terminal.close();
  expect(told()).toEqual([...ledger.acknowledged.values()].map(({ id }) => id).sort((a, b) => a - b));
  await survived({
    what: 'PostgreSQL stopped and started, then kill -9 of it, again and again, under load',
    tried: 1 + KILLS,
    databaseUrl: postgres.url,
    ledger,
    terminals: [roaming],
  });
  roaming.close();
});
