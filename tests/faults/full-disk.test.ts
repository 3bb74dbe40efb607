import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { ErrorBody } from '@wire/errors.js';
import { choosePostgresAccount, giveTo } from '../../backend/launch/postgres-account.js';
import { type Answer, type ApiClient, apiClient } from '../support/api-client.js';
import {
  type LaunchedPostgres,
  launchPostgres,
  query,
  removeDataFolder,
} from '../support/launched-postgres.js';
import { rawQuery } from '../support/log-rows.js';
import { RoamingTerminal } from '../support/roaming-terminal.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { survived } from '../support/six-statements.js';
import { mountSmallDisk, type SmallDisk } from '../support/small-disk.js';
import { openNode } from '../support/store-node.js';
import { timesOf } from '../support/trial-size.js';
import { PLACES, WriteLedger } from '../support/write-ledger.js';

const TIMES = timesOf(1, 4);
/** The cluster with its write-ahead log lies on one disk, the hotel's tables on the other. */
const disks = { log: mountSmallDisk(224), tables: mountSmallDisk(64) };
const [blocked] = Object.values(disks).flatMap((disk) => ('blocked' in disk ? disk.blocked : []));
const onDisks = blocked === undefined ? (disks as Record<'log' | 'tables', SmallDisk>) : null;
/** Skipped, with the reason in its name, where no disk can be mounted. */
const onFullDisk = (name: string, run: (small: NonNullable<typeof onDisks>) => Promise<void>): void => {
  if (onDisks) test(name, () => run(onDisks));
  else test.skip(`${name} (${blocked})`, () => {});
};
const dataDir = join(onDisks?.log.folder ?? '', 'data');

let postgres: LaunchedPostgres;
let server: TestServer;
let api: ApiClient;
let ledger: WriteLedger;
let terminal: RoamingTerminal;
/** The weather that was acknowledged, by day. */
const weather = new Map<string, string>();
let clients: Promise<unknown>;
let isUp: Promise<void> = Promise.resolve();
let goOn = () => {};

beforeAll(async () => {
  if (!onDisks) return;
  postgres = await launchPostgres(dataDir);
  const place = join(onDisks.tables.folder, 'tables');
  mkdirSync(place, { mode: 0o700 });
  giveTo(choosePostgresAccount(null), place);
  await query(postgres.superuserUrl, `create tablespace small location '${place}'`);
  const hotel = new URL(postgres.url).pathname.slice(1);
  await query(
    postgres.superuserUrl.replace(`/${hotel}`, '/postgres'),
    `alter database ${hotel} set tablespace small`,
  );
  server = await startTestServer({ databaseUrl: postgres.url });
  api = apiClient(server.url);
  const node = openNode(postgres.url);
  ledger = await WriteLedger.open(node.store);
  await node.close();
  terminal = new RoamingTerminal(server.url, '端末1');
  await terminal.until(({ arrivals }) => arrivals > 0);
});

afterAll(async () => {
  terminal?.close();
  await server?.stop();
  onDisks?.log.empty();
  await postgres?.stop();
  if (onDisks) await removeDataFolder(dataDir);
  for (const disk of Object.values(disks)) if ('remove' in disk) disk.remove();
});

/** A client who books until no place is left, but not while the test has it wait. */
const book = () =>
  ledger.book(async () => {
    await isUp;
    return server.url;
  });

function holdOn(): void {
  isUp = new Promise((done) => {
    goOn = done;
  });
}

let day = 0;

/** Notes the weather of one day after the other until that is refused. */
async function firstRefusal(): Promise<Answer<ErrorBody>> {
  for (;;) {
    day += 1;
    const date = new Date(Date.UTC(2097, 0, day)).toISOString().slice(0, 10);
    const answer = await api.post<ErrorBody>('/api/weather', { date, weather: '雪'.repeat(10) });
    if (answer.status !== 201) return answer;
    weather.set(date, '雪'.repeat(10));
  }
}

function expectUnavailable({ status, headers, body }: Answer<ErrorBody>): void {
  expect(status).toBe(503);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect(body.errors.map(({ code }) => code)).toEqual(['http_503']);
  expect([body.error, body.request_id]).toEqual([body.errors[0]?.message, expect.stringMatching(/./)]);
}

/** Ends with the first write that succeeds again. */
async function writes(): Promise<void> {
  while ((await api.post('/api/weather', { date: '2097-01-01', weather: '晴れ' })).status !== 201);
  weather.set('2097-01-01', '晴れ');
}

const storedWeather = async () => {
  const rows = await rawQuery(postgres.url, `select date, state ->> 'weather' as weather from weather_days`);
  return new Map(rows.map(({ date, weather: text }) => [date, text]));
};

async function endWith(what: string, tried: number): Promise<void> {
  expect(await storedWeather()).toEqual(weather);
  const acknowledged = ledger.acknowledged.size + weather.size;
  await survived({ what, tried, databaseUrl: postgres.url, ledger, acknowledged, terminals: [terminal] });
}

onFullDisk('a full disk below the tables: 503 until there is space again, nothing is lost', async (small) => {
  clients = Promise.all([book(), book(), book()]);
  for (let time = 0; time < TIMES; time += 1) {
    await ledger.moreAcknowledged(20);
    small.tables.fill();
    expectUnavailable(await firstRefusal());
    holdOn();
    expect((await api.get('/api/bookings?start_date=2096-01-01&end_date=2096-01-31')).status).toBe(200);
    expectUnavailable(await firstRefusal());
    small.tables.empty();
    await writes();
    goOn();
  }
  await ledger.moreAcknowledged(20);
  holdOn();
  while (ledger.asking > 0) await ledger.anyAnswer();
  await endWith('disk full below the tables', TIMES);
  goOn();
});

onFullDisk(
  'a full disk below the write-ahead log: PostgreSQL breaks down, 503 until there is space again, nothing is lost',
  async (small) => {
    for (let time = 0; time < TIMES; time += 1) {
      await ledger.moreAcknowledged(20);
      small.log.fill();
      const switches = (async () => {
        // The next file of the log is needed at once, not only after 16 MB of bookings.
        for (let isThere = true; isThere; ) {
          isThere = await query(postgres.superuserUrl, 'select pg_switch_wal()').then(
            () => true,
            () => false,
          );
        }
      })();
      expectUnavailable(await firstRefusal());
      await switches;
      holdOn();
      small.log.empty();
      await writes();
      goOn();
    }
    await clients;
    expect(ledger.acknowledged.size).toBe(PLACES);
    await endWith('disk full below the write-ahead log: PostgreSQL panics and comes back', TIMES);
  },
);
