import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { killAndWait, newDataFolder, postmasterPid, removeDataFolder } from '../support/launched-postgres.js';
import { type ServerProcess, spawnServer } from '../support/server.js';
import { survived } from '../support/six-statements.js';
import { openNode } from '../support/store-node.js';
import { WriteLedger } from '../support/write-ledger.js';

const CLIENTS = 4;
const dataDir = newDataFolder();
let product: ServerProcess | null = null;

afterAll(async () => {
  await product?.close();
  await removeDataFolder(dataDir);
});

const start = () => spawnServer({ PORT: '0', DATA_DIR: dataDir, SAMPLE_DATA: '0' });

/** The address of the embedded database as it runs now. */
function databaseUrl(): string {
  const home = join(dataDir, 'postgres');
  const password = readFileSync(join(home, 'password'), 'utf8').trim();
  const port = readFileSync(join(home, 'cluster/postmaster.pid'), 'utf8').split('\n')[3];
  return `postgresql://hotel:${password}@127.0.0.1:${port}/hotel?sslmode=disable`;
}

test('kill -9 of the product and its database under way loses no acknowledged booking', async () => {
  product = await start();
  const node = openNode(databaseUrl());
  const ledger = await WriteLedger.open(node.store);
  await node.close();

  let running = Promise.resolve(product);
  const clients = Array.from({ length: CLIENTS }, () => ledger.book(async () => (await running).url));
  await ledger.moreAcknowledged(80);
  const killed = product.process;
  const ended = new Promise((done) => killed.once('close', done));
  const server = postmasterPid(dataDir) as number;
  killed.kill('SIGKILL');
  running = Promise.all([ended, killAndWait(server)]).then(start);
  const acknowledged = [...ledger.acknowledged.values()];

  product = await running;
  const first = new Date(Date.parse('2096-01-01')).toISOString().slice(0, 10);
  const answer = await fetch(`${product.url}/api/bookings?start_date=${first}&end_date=2096-01-31`);
  const kept = new Set(((await answer.json()) as { id: number }[]).map(({ id }) => id));
  expect(acknowledged.filter(({ id }) => !kept.has(id))).toEqual([]);
  expect(acknowledged.length).toBeGreaterThanOrEqual(80);

  await Promise.all(clients);
  await survived({
    what: 'kill -9 of the product together with its own PostgreSQL',
    tried: 1,
    databaseUrl: databaseUrl(),
    ledger,
  });
});
