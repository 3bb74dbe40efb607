import { addDays, day } from '@domain/dates.js';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { verifyReadModels } from '../../backend/event-store/rebuild/verify-read-models.js';
import { eventStoreParts, READ_MODELS } from '../../backend/streams.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { writeLargeLog } from '../support/large-log.js';
import { rawQuery } from '../support/log-rows.js';
import { launch } from '../support/server-process.js';
import { openNode, type StoreNode } from '../support/store-node.js';
import { recordWeather } from '../support/weather-works.js';

const EVENTS = 12_000;
const TODAY = day('2026-11-22');

let database: TestDatabase;
let node: StoreNode;
let running: ReturnType<typeof launch>[] = [];

beforeEach(async () => {
  database = await createTestDatabase();
  node = openNode(database.url);
  await writeLargeLog(database.url, { events: EVENTS, today: TODAY, seed: 7 });
});

afterEach(async () => {
  for (const { process } of running) process.kill('SIGKILL');
  await Promise.all(running.map(({ ended }) => ended));
  running = [];
  await node.close();
  await database.drop();
});

function startRebuild() {
  const program = launch({ DATABASE_URL: database.url }, 'rebuild');
  running.push(program);
  return program;
}

/** How far the shadow tables have come, -1 before there are any. */
async function filled(): Promise<number> {
  const [table] = await rawQuery(database.url, `select to_regclass('rebuild.progress') as name`);
  if (!table?.name) return -1;
  const rows = await rawQuery(database.url, 'select position from rebuild.progress').catch(() => []);
  return Number(rows[0]?.position ?? -1);
}

/** Lets what has come in be heard. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

type Moment = { name: string; isNow: (output: string) => boolean | Promise<boolean> };
const MOMENTS: Moment[] = [
  { name: 'as soon as it has tables', isNow: async () => (await filled()) >= 0 },
  { name: 'between stretches', isNow: async () => (await filled()) > 0 },
  { name: 'further on', isNow: async () => (await filled()) > EVENTS / 2 },
  { name: 'while indexes are made', isNow: (output) => output.includes('索引') },
  { name: 'while it is held against the log', isNow: (output) => output.includes('照合') },
];

test('a rebuild that is killed at any moment never shows half a table, and the next one ends it beside writers', async () => {
  let round = 0;
  let writing = true;
  const killed: { name: string; code: number | null }[] = [];
  const acknowledged = new Map<string, string>();
  const writer = (async () => {
    while (writing) {
      const { date, weather } = await node.store.execute(
        recordWeather(addDays(TODAY, 1_000 + (round % 200)), `${round++}`),
      );
      acknowledged.set(date, weather);
    }
  })();
  const reader = (async () => {
    const { rows } = await node.pool.query('select count(*)::int as bookings from bookings');
    while (writing) {
      expect((await node.pool.query('select count(*)::int as bookings from bookings')).rows).toEqual(rows);
    }
  })();

  for (const { name, isNow } of MOMENTS) {
    const { process, output, ended } = startRebuild();
    while (process.exitCode === null && !(await isNow(output()))) await turn();
    process.kill('SIGKILL');
    killed.push({ name, code: await ended });
  }
  const last = startRebuild();
  const code = await last.ended;
  writing = false;
  await Promise.all([writer, reader]);

  expect(killed).toEqual(MOMENTS.map(({ name }) => ({ name, code: null })));
  expect({ code, output: last.output() }).toMatchObject({
    code: 0,
    output: expect.stringContaining('再構築が終わりました'),
  });
  const rows = await rawQuery(
    database.url,
    `select date, state ->> 'weather' as weather from weather_days where date >= '2029-01-01'`,
  );
  expect(new Map(rows.map(({ date, weather }) => [date, weather]))).toEqual(acknowledged);
  const verdict = await verifyReadModels(database.url, eventStoreParts(), READ_MODELS, () => undefined);
  expect(verdict.fault).toBeNull();
  expect(verdict.position).toBeGreaterThanOrEqual(EVENTS + round);
});
