import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { apiClient } from '../support/api-client.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { type GatedPort, openGate } from '../support/gated-port.js';
import { RoamingTerminal } from '../support/roaming-terminal.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { survived } from '../support/six-statements.js';
import { openNode } from '../support/store-node.js';
import { timesOf } from '../support/trial-size.js';
import { PLACES, WriteLedger } from '../support/write-ledger.js';

const CUTS = timesOf(8, 60);
const DELAY_MS = 120;
/** So many bookings get a long note at once: what fills the memory of a line soon. */
const AT_ONCE = 50;
const LONG_NOTE = '長い申し送り'.repeat(330);
const MOST_GROWTH_MIB = 150;

let database: TestDatabase;
let server: TestServer;
let ledger: WriteLedger;
let gates: GatedPort[] = [];
let terminals: RoamingTerminal[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  const node = openNode(database.url);
  ledger = await WriteLedger.open(node.store);
  await node.close();
  // A process of its own: its memory is looked at.
  server = await startTestServer({ databaseUrl: database.url, ownProcess: true });
});

afterAll(async () => {
  for (const terminal of terminals) terminal.close();
  for (const gate of gates) await gate.close();
  await server.stop();
  await database.drop();
});

async function behindGate(name: string): Promise<[RoamingTerminal, GatedPort]> {
  const gate = await openGate(server.url);
  const terminal = new RoamingTerminal(gate.url.replace(/\/$/, ''), name);
  gates = [...gates, gate];
  terminals = [...terminals, terminal];
  await terminal.until(({ arrivals }) => arrivals > 0);
  return [terminal, gate];
}

async function gauge(name: string): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  return Number(new RegExp(`^${name}(?:{[^}]*})? (\\S+)$`, 'm').exec(text)?.[1]);
}

test('terminals whose network is cut, slow, or dead without a word end up equal to the database', async () => {
  const [near] = await behindGate('端末0');
  const [cut, cutGate] = await behindGate('切れる端末');
  const [slow, slowGate] = await behindGate('遅い端末');
  const [dead, deadGate] = await behindGate('黙る端末');
  slowGate.delay(DELAY_MS);
  const clients = Promise.all([1, 2].map(() => ledger.book(() => server.url)));
  await ledger.moreAcknowledged(10);
  deadGate.freeze();
  const known = dead.bookings.size;
  for (let time = 0; time < CUTS; time += 1) {
    const { arrivals } = cut;
    cutGate.cut();
    await ledger.moreAcknowledged(Math.floor((PLACES - 20) / CUTS));
    await cut.until((terminal) => terminal.arrivals > arrivals);
  }
  await clients;
  await near.until(({ bookings }) => bookings.size === PLACES);
  // It still takes itself for connected, and knows nothing of what has been written since.
  expect([dead.losses, dead.bookings.size < PLACES, known < PLACES]).toEqual([0, true, true]);
  // The network comes back and tells it; in the long run its own heartbeat finds out.
  if (timesOf(1, 0)) deadGate.cut();
  await dead.until(({ losses, arrivals }) => losses > 0 && arrivals > 1);
  expect([near.losses, slow.losses, cut.losses]).toEqual([0, 0, CUTS]);
  await survived({
    what: "a terminal's network cut, delayed, half open",
    tried: CUTS + 2,
    databaseUrl: database.url,
    ledger,
    terminals,
  });
});

test('a terminal that stops reading is cut off, costs bounded memory and holds up nobody; reading again it catches up', async () => {
  const api = apiClient(server.url);
  const [near, ...others] = terminals as [RoamingTerminal, ...RoamingTerminal[]];
  for (const other of others) other.close();
  const [deaf, gate] = await behindGate('読まない端末');
  const ids = [...ledger.acknowledged.values()].slice(0, AT_ONCE).map(({ id }) => id);
  while ((await gauge('hotel_live_sockets')) > 2);
  const before = await gauge('process_resident_memory_bytes');
  let most = before;
  let changes = 0;
  gate.freeze();
  while ((await gauge('hotel_live_sockets')) === 2) {
    changes += 1;
    expect(changes).toBeLessThan(150);
    const booking = { notes: `${changes} ${LONG_NOTE}` };
    const amended = await api.post('/api/booking-batch', {
      changes: ids.map((id) => ({ action: 'amend', id, booking })),
    });
    expect(amended.status).toBe(200);
    most = Math.max(most, await gauge('process_resident_memory_bytes'));
  }
  const growth = Math.round((most - before) / 2 ** 20);
  expect(growth).toBeLessThan(MOST_GROWTH_MIB);
  expect([deaf.losses, near.losses]).toEqual([0, 0]);
  gate.thaw();
  await deaf.until(({ losses, arrivals }) => losses > 0 && arrivals > 1);
  await survived({
    what: 'a terminal that stops reading',
    tried: 1,
    databaseUrl: database.url,
    ledger,
    acknowledged: PLACES + changes,
    terminals: [near, deaf],
    figures: { 'changes until it was cut': changes, 'MiB that the node grew by': growth },
  });
});
