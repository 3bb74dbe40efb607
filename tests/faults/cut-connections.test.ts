import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { apiClient } from '../support/api-client.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { LiveTerminal } from '../support/live-terminal.js';
import { cutConnections } from '../support/log-rows.js';
import { RoamingTerminal } from '../support/roaming-terminal.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { survived } from '../support/six-statements.js';
import { openNode } from '../support/store-node.js';
import { PLACES, WriteLedger } from '../support/write-ledger.js';

let database: TestDatabase;
let ledger: WriteLedger;
let servers: TestServer[];

beforeAll(async () => {
  database = await createTestDatabase();
  const node = openNode(database.url);
  ledger = await WriteLedger.open(node.store);
  await node.close();
  const start = () => startTestServer({ databaseUrl: database.url });
  servers = [await start(), await start()];
});

afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await database.drop();
});

test('connections that are cut again and again cost a second try at most', async () => {
  const [first] = servers as [TestServer];
  const { body } = await apiClient(first.url).get<{ log_id: string; position: number }>('/api/hotel');
  const terminal = new LiveTerminal(first.url, body);
  const clients = Promise.all(
    [0, 1, 0, 1, 0, 1].map((index) => ledger.book(() => (servers[index] as TestServer).url)),
  );
  const terminals = servers.map(({ url }, index) => new RoamingTerminal(url, `端末${index}`));
  let cut = 0;
  while (ledger.acknowledged.size < PLACES) {
    const ended = await cutConnections(database.url);
    cut += ended.length;
    await ledger.moreAcknowledged(12);
  }
  await clients;

  expect(cut).toBeGreaterThan(10);
  expect(ledger.acknowledged.size).toBe(PLACES);
  const refused = ledger.answers.filter(({ status }) => status !== 201);
  expect(refused.length).toBeGreaterThan(0);
  expect(new Set(refused.map(({ status, retryAfter }) => `${status} ${Number(retryAfter) > 0}`))).toEqual(
    new Set(['503 true']),
  );
  const told = () => terminal.frames.flatMap(({ bookings }) => bookings.map(({ id }) => id));
  await terminal.until(() => told().length >= PLACES);
  terminal.close();
  expect(told()).toEqual([...ledger.acknowledged.values()].map(({ id }) => id).sort((a, b) => a - b));
  await survived({
    what: 'the connections to PostgreSQL terminated in a loop, on two nodes',
    tried: cut,
    databaseUrl: database.url,
    ledger,
    terminals,
  });
  for (const each of terminals) each.close();
});
