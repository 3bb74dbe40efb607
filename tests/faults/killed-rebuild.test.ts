import { setTimeout as pause } from 'node:timers/promises';
import { addDays, day } from '@domain/dates.js';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { copyLargeLog } from '../support/large-log.js';
import { rawQuery } from '../support/log-rows.js';
import { launch } from '../support/server.js';
import { survived } from '../support/six-statements.js';
import { openNode, recordWeather, type StoreNode } from '../support/store-node.js';
import { timesOf } from '../support/trial-size.js';

/** More than one stretch that a rebuild reads at a time. */
const EVENTS = timesOf(7_000, 30_000);
const ROUNDS = timesOf(1, 5);
const TODAY = day('2026-11-22');
/** Between two calls of who writes and who reads beside it: they are to be there, not to take the machine. */
const BREATH_MS = 5;
/** Between two looks at how far a rebuild is. */
const LOOK_MS = 2;

let database: TestDatabase;
let node: StoreNode;
let running: ReturnType<typeof launch>[] = [];

beforeEach(async () => {
  database = await createTestDatabase();
  node = openNode(database.url);
  await copyLargeLog(database.url, { events: EVENTS, today: TODAY, seed: 7 });
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

/** How many events are in the shadow tables, -1 before there are any. */
async function filled(): Promise<number> {
  const ask = (statement: string) => node.pool.query(statement).then(({ rows }) => rows[0]);
  if (!(await ask(`select to_regclass('rebuild.progress') as name`)).name) return -1;
  const events = `select coalesce((loading ->> 'done')::bigint, position) as events from rebuild.progress`;
  return Number((await ask(events).catch(() => null))?.events ?? -1);
}

type Moment = { name: string; isNow: (output: string) => boolean | Promise<boolean> };
const MOMENTS: Moment[] = [
  { name: 'as soon as it has tables', isNow: async () => (await filled()) >= 0 },
  { name: 'between stretches', isNow: async () => (await filled()) > 0 },
  { name: 'further on', isNow: async () => (await filled()) > EVENTS * 0.6 },
  { name: 'while indexes are made', isNow: (output) => output.includes('索引') },
  { name: 'while it is held against the log', isNow: (output) => output.includes('照合') },
];

test(
  'a rebuild that is killed at any moment never shows half a table, and the next one ends it beside writers',
  async () => {
    let round = 0;
    let writing = true;
    const killed: { name: string; code: number | null }[] = [];
    const acknowledged = new Map<string, string>();
    const writer = (async () => {
      for (; writing; await pause(BREATH_MS)) {
        const { date, weather } = await node.store.execute(
          recordWeather(addDays(TODAY, 1_000 + (round % 200)), `${round++}`),
        );
        acknowledged.set(date, weather);
      }
    })();
    const reader = (async () => {
      const { rows } = await node.pool.query('select count(*)::int as bookings from bookings');
      for (; writing; await pause(BREATH_MS)) {
        expect((await node.pool.query('select count(*)::int as bookings from bookings')).rows).toEqual(rows);
      }
    })();

    const moments = Array.from({ length: ROUNDS }, () => MOMENTS).flat();
    for (const { name, isNow } of moments) {
      const { process, output, ended } = startRebuild();
      while (process.exitCode === null && !(await isNow(output()))) await pause(LOOK_MS);
      process.kill('SIGKILL');
      killed.push({ name, code: await ended });
    }
    const last = startRebuild();
    const code = await last.ended;
    writing = false;
    await Promise.all([writer, reader]);

    expect(killed).toEqual(moments.map(({ name }) => ({ name, code: null })));
    expect({ code, output: last.output() }).toMatchObject({
      code: 0,
      output: expect.stringContaining('再構築が終わりました'),
    });
    const rows = await rawQuery(
      database.url,
      `select date, state ->> 'weather' as weather from weather_days where date >= '2029-01-01'`,
    );
    expect(new Map(rows.map(({ date, weather }) => [date, weather]))).toEqual(acknowledged);
    expect(
      Number((await rawQuery(database.url, 'select position from log_head'))[0]?.position),
    ).toBeGreaterThanOrEqual(EVENTS + round);
    await survived({
      what: 'a rebuild killed midway beside a writer and a reader',
      tried: killed.length,
      databaseUrl: database.url,
      acknowledged: round,
    });
  },
  timesOf(300_000, 600_000),
);
