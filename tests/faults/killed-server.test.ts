import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { findFreePort } from '../../backend/launch/free-port.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { type GatedPort, openGate } from '../support/gated-port.js';
import { rawQuery } from '../support/log-rows.js';
import { RoamingTerminal } from '../support/roaming-terminal.js';
import { type ServerProcess, spawnServer, startTestServer, type TestServer } from '../support/server.js';
import { survived } from '../support/six-statements.js';
import { openNode } from '../support/store-node.js';
import { timesOf } from '../support/trial-size.js';
import { PLACES, WriteLedger } from '../support/write-ledger.js';
import { SAYS } from '../support/write-points.js';

const CLIENTS = 6;
const POINTS = [
  { name: 'before it appends', text: SAYS.append, moment: 'unheard' },
  { name: 'before it commits', text: SAYS.commit, moment: 'unheard' },
  { name: 'after it committed, before it answers', text: SAYS.commit, moment: 'answered' },
] as const;
const TIMES = timesOf(1, 4);

let database: TestDatabase;
let gate: GatedPort;
let survivor: TestServer;
let victim: ServerProcess | null = null;
let terminals: RoamingTerminal[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  gate = await openGate(database.url);
  survivor = await startTestServer({ databaseUrl: database.url });
});

afterAll(async () => {
  for (const terminal of terminals) terminal.close();
  await victim?.close();
  await survivor.stop();
  await gate.close();
  await database.drop();
});

async function setWeather(url: string, count: number): Promise<number> {
  const body = JSON.stringify({ date: '2096-01-01', weather: `${count}` });
  const headers = { 'content-type': 'application/json' };
  return (await fetch(`${url}/api/weather`, { method: 'POST', headers, body })).status;
}

const storedBookings = async () =>
  Number((await rawQuery(database.url, 'select count(*) from bookings'))[0]?.count);

test('kill -9 of one node at each point of a write loses no acknowledged booking, and the other goes on', async () => {
  const node = openNode(database.url);
  const ledger = await WriteLedger.open(node.store);
  await node.close();
  const port = String(await findFreePort());
  const start = () => spawnServer({ PORT: port, DATABASE_URL: gate.url, SAMPLE_DATA: '0' });
  victim = await start();
  terminals = [survivor, victim].map(({ url }, index) => new RoamingTerminal(url, `端末${index}`));
  let address: Promise<string> | string = victim.url;
  const clients = Array.from({ length: CLIENTS }, () => ledger.book(() => address));
  const statuses = new Set<number>();
  const kills = POINTS.flatMap((point) => Array.from({ length: TIMES }, () => point));
  for (const [index, { name, text, moment }] of kills.entries()) {
    await ledger.moreAcknowledged(Math.floor(PLACES / kills.length / 2));
    await gate.stopAt(text, moment);
    let goOn = (_: string) => {};
    address = new Promise((done) => {
      goOn = done;
    });
    const ended = new Promise((done) => victim?.process.once('close', done));
    victim.process.kill('SIGKILL');
    await ended;
    while (ledger.asking > 0) await ledger.anyAnswer();
    const surplus = (await storedBookings()) - ledger.acknowledged.size;
    expect({ name, isStored: surplus > 0 }).toEqual({ name, isStored: moment === 'answered' });
    for (let count = 0; count < 10; count += 1) statuses.add(await setWeather(survivor.url, count));
    const isLast = index === kills.length - 1;
    if (!isLast) victim = await start();
    address = isLast ? survivor.url : victim.url;
    goOn(address);
  }
  await Promise.all(clients);
  expect(ledger.acknowledged.size).toBe(PLACES);
  expect(ledger.answers.filter(({ status }) => status !== 201)).toEqual([]);
  expect(statuses).toEqual(new Set([201]));
  const [onSurvivor, onVictim] = terminals as [RoamingTerminal, RoamingTerminal];
  onVictim.close();
  expect([onSurvivor.losses, onVictim.losses]).toEqual([0, kills.length]);
  await survived({
    what: 'kill -9 of a node: before append, before commit, after commit before reply',
    tried: kills.length,
    databaseUrl: database.url,
    ledger,
    terminals: [onSurvivor],
  });
});
