import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { type ServerProcess, spawnServer } from '../support/server-process.js';
import { openNode, type StoreNode } from '../support/store-node.js';
import { PLACES, WriteLedger } from '../support/write-ledger.js';

const KILLS = 2;
const CLIENTS = 6;

let database: TestDatabase;
let node: StoreNode;
let survivor: TestServer;
let victim: ServerProcess | null = null;

beforeAll(async () => {
  database = await createTestDatabase();
  node = openNode(database.url);
  survivor = await startTestServer({ databaseUrl: database.url });
});

afterAll(async () => {
  await victim?.close();
  await survivor.stop();
  await node.close();
  await database.drop();
});

async function setWeather(url: string, count: number): Promise<number> {
  const body = JSON.stringify({ date: '2096-01-01', weather: `${count}` });
  const headers = { 'content-type': 'application/json' };
  return (await fetch(`${url}/api/weather`, { method: 'POST', headers, body })).status;
}

test('kill -9 of one node under way loses no acknowledged booking, and the other goes on', async () => {
  const ledger = await WriteLedger.open(node.store);
  const start = () => spawnServer({ PORT: '0', DATABASE_URL: database.url, SAMPLE_DATA: '0' });
  let running = start();
  victim = await running;
  const clients = Array.from({ length: CLIENTS }, () => ledger.book(async () => (await running).url));
  const statuses = new Set<number>();
  for (let kill = 0; kill < KILLS; kill += 1) {
    await ledger.moreAcknowledged(50);
    expect(ledger.acknowledged.size).toBeLessThan(PLACES);
    const killed = victim;
    const ended = new Promise((done) => killed.process.once('close', done));
    killed.process.kill('SIGKILL');
    running = ended.then(start);
    for (let count = 0; count < 20; count += 1) statuses.add(await setWeather(survivor.url, count));
    victim = await running;
  }
  await Promise.all(clients);
  expect(ledger.acknowledged.size).toBe(PLACES);
  expect(ledger.answers.filter(({ status }) => status !== 201)).toEqual([]);
  expect(statuses).toEqual(new Set([201]));
  expect(await ledger.differences(database.url)).toEqual([]);
}, 90_000);
