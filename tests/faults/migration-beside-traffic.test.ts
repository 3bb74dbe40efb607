import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { rawQuery } from '../support/log-rows.js';
import { RoamingTerminal } from '../support/roaming-terminal.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { launch } from '../support/server-process.js';
import { survived } from '../support/six-statements.js';
import { openNode } from '../support/store-node.js';
import { timesOf } from '../support/trial-size.js';
import { WriteLedger } from '../support/write-ledger.js';

const TIMES = timesOf(1, 5);
/** So many that the hotel is not full before the last migration is over. */
const ROOMS = Array.from({ length: 20 * TIMES }, (_, index) => String(2001 + index));
/** What migrations made, newest first, as a pattern of indexes: nodes of the version before do without them. */
const INDEXES_OF: [string, string][] = [
  ['0014-debts', '%paymentFlag%'],
  ['0013-front-desk', '%checkoutDate%'],
];

let database: TestDatabase;
let ledger: WriteLedger;
let servers: TestServer[];
let terminals: RoamingTerminal[];

beforeAll(async () => {
  database = await createTestDatabase();
  expect(await migrate()).toContain('データベースはこのバージョンになっています。');
  const node = openNode(database.url);
  ledger = await WriteLedger.open(node.store, ROOMS);
  await node.close();
  const start = () => startTestServer({ databaseUrl: database.url, env: { MIGRATE: '0' } });
  servers = [await start(), await start()];
  terminals = servers.map(({ url }, index) => new RoamingTerminal(url, `端末${index}`));
});

afterAll(async () => {
  for (const terminal of terminals) terminal.close();
  await Promise.all(servers.map((server) => server.stop()));
  await database.drop();
});

async function migrate(): Promise<string> {
  const job = launch({ DATABASE_URL: database.url }, 'migrate');
  expect({ code: await job.ended, output: job.output() }).toMatchObject({ code: 0 });
  return job.output();
}

const migrations = async () =>
  (await rawQuery(database.url, 'select name from kysely_migration order by name')).map(({ name }) => name);
const indexes = async () =>
  (
    await rawQuery(database.url, `select indexdef from pg_indexes where tablename = 'bookings' order by 1`)
  ).map(({ indexdef }) => indexdef?.replace(/INDEX \S+ ON/, 'INDEX ON'));

/** Takes the newest migrations back, as far as that only takes indexes; answers how many. */
async function undoNewest(): Promise<number> {
  let undone = 0;
  for (const [name, pattern] of INDEXES_OF) {
    if ((await migrations()).at(-1) !== name) continue;
    const made = await rawQuery(
      database.url,
      `select indexname from pg_indexes where tablename = 'bookings' and indexdef like '${pattern}'`,
    );
    for (const { indexname } of made) await rawQuery(database.url, `drop index "${indexname}"`);
    await rawQuery(database.url, `delete from kysely_migration where name = '${name}'`);
    undone += 1;
  }
  return undone;
}

test(
  'migrations and a rebuild beside two nodes that take bookings and tell terminals: no request fails',
  async () => {
    const [names, shape] = [await migrations(), await indexes()];
    const url = (index: number) => () => (servers[index] as TestServer).url;
    let undone = 0;
    let isOver = false;
    const clients = [0, 1].map(async (index) => {
      while (!isOver && (await ledger.bookOne(url(index))));
    });
    for (let time = 0; time < TIMES; time += 1) {
      undone += await undoNewest();
      await rawQuery(database.url, 'update read_model_form set form = 1');
      const before = ledger.acknowledged.size;
      expect(await migrate()).toContain('新しい表に入れ替えています');
      expect(ledger.acknowledged.size).toBeGreaterThan(before);
      expect([await migrations(), await indexes()]).toEqual([names, shape]);
    }
    isOver = true;
    await Promise.all(clients);
    expect(ledger.answers.filter(({ status }) => status !== 201)).toEqual([]);
    await survived({
      what: 'migration and rebuild beside two nodes that write',
      tried: TIMES,
      databaseUrl: database.url,
      ledger,
      terminals,
      figures: { migrations: undone },
    });
  },
  timesOf(90_000, 240_000),
);
