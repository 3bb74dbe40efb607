import { randomUUID } from 'node:crypto';
import { addDays, type Day, day } from '@domain/dates.js';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { runOn } from '#backend/event-store/resumable-runs.js';
import { type BatchLoader, requirement } from '#backend/event-store/unit-of-work.js';
import { ImportRunner } from '#backend/imports/import-runner.js';
import { Clock } from '#backend/platform/clock.js';
import { UnavailableError } from '#backend/platform/errors.js';
import { eventStoreParts } from '#backend/streams.js';
import { channelReservation } from '#tests/support/channel-file.js';
import { eventually, isSome } from '#tests/support/eventually.js';
import { rawLog, rawQuery } from '#tests/support/log-rows.js';
import { sharedDatabase } from '#tests/support/shared.js';
import { AT_DESK, aWork, openNode, recordWeather, type StoreNode } from '#tests/support/store-node.js';

const database = sharedDatabase();
let node: StoreNode;
/** Somebody else at the database. */
let other: pg.Client;
let before: number;

beforeEach(async () => {
  other = new pg.Client({ connectionString: database.url });
  await other.connect();
  before = (await rawLog(database.url)).length;
});

afterEach(async () => {
  await other.end();
  await node.close();
});

let used = 0;
/** Days that no test has used yet. */
const newDays = (count: number): Day[] =>
  Array.from({ length: count }, () => addDays(day('2026-11-01'), used++));
const record = (date: Day, weather = '晴') => node.store.execute(recordWeather(date, weather));
/** The days that the test has written, in the order of the log. */
const recordedDays = async () =>
  (await rawLog(database.url)).slice(before).map(({ stream }) => stream.replace(/^day-/, ''));

const lockWaiters = () =>
  rawQuery(
    database.url,
    `select query from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
  );

describe('what the database does not give in time', () => {
  /** Patience of the node's own connection; what it waits for here never comes. */
  const PATIENCE = { lock_timeout: '500', statement_timeout: '1500' };
  const unavailable = expect.any(UnavailableError);

  beforeEach(() => {
    const url = new URL(database.url);
    for (const [name, value] of Object.entries(PATIENCE)) url.searchParams.set(name, value);
    node = openNode(url.href);
  });

  /** Records the days at once; "ok", or the error of each. */
  async function recordAll(days: readonly Day[]): Promise<unknown[]> {
    const outcomes = await Promise.allSettled(days.map((date) => record(date, '嵐')));
    return outcomes.map((outcome) => (outcome.status === 'fulfilled' ? 'ok' : outcome.reason));
  }

  test('only the command whose row somebody else has locked is told to come again', async () => {
    const [first, second, third] = newDays(3) as [Day, Day, Day];
    await record(second);
    await other.query(`begin; select from weather_days where date = '${second}' for update`);
    expect(await recordAll([first, second, third])).toEqual(['ok', unavailable, 'ok']);
    expect(await recordedDays()).toEqual([second, first, third]);
    await other.query('rollback');
    expect((await record(second, '雨')).version).toBe(2);
  });

  test('only the command whose statement takes too long is told to come again', async () => {
    const [first, second, third] = newDays(3) as [Day, Day, Day];
    await rawQuery(
      database.url,
      `create function take_for_ever() returns trigger language plpgsql as $$
       begin
         if new.date = '${second}' then perform pg_sleep(600); end if;
         return new;
       end $$;
       create trigger take_for_ever before insert on weather_days for each row execute function take_for_ever()`,
    );
    expect(await recordAll([first, second, third])).toEqual(['ok', unavailable, 'ok']);
    expect(await recordedDays()).toEqual([first, third]);
  });

  test('nobody is to blame when the lock of the writer is not to be had', async () => {
    const days = newDays(3);
    await other.query('begin; select from log_head for update');
    expect(await recordAll(days)).toEqual([unavailable, unavailable, unavailable]);
    expect(await recordedDays()).toEqual([]);
    await other.query('rollback');
    expect(await recordAll(days)).toEqual(['ok', 'ok', 'ok']);
  });
});

// What a full queue answers to terminals: tests/backend/api/concurrency.test.ts.
test('a node that freezes keeps the lock for less than 5 s: so long its transaction may be idle', async () => {
  node = openNode(database.url);
  const limits: number[] = [];
  /** Reads the limit as of the transaction that holds the lock. */
  const readLimit = requirement(async (client) => {
    const { rows } = await client.query<{ ms: number }>(
      `select setting::int as ms from pg_settings where name = 'idle_in_transaction_session_timeout'`,
    );
    limits.push(...rows.map(({ ms }) => ms));
  }, null);
  const work = (isLarge: boolean) => ({ ...aWork(() => null, { requirements: [readLimit] }), isLarge });
  for (const isLarge of [false, true, false]) await node.store.execute(work(isLarge));
  expect(limits).toEqual([4_000, expect.any(Number), 4_000]);
  // What fills an empty hotel takes its time, and nobody waits for the lock.
  expect(limits[1]).toBeGreaterThan(60_000);
});

test('a full queue lets rows of an import wait, and none fails for it', async () => {
  node = openNode(database.url, eventStoreParts(), { mostQueued: 2 });
  const [held, first, second] = newDays(3) as [Day, Day, Day];
  await other.query('begin; select from log_head for update');
  const waiting = record(held);
  await eventually('the writer waits for the lock', lockWaiters, isSome);
  const queued = [record(first), record(second)];
  const rows = [1, 2, 3].map((line) => ({
    line,
    step: line,
    digest: String(line),
    row: channelReservation({ 予約番号: `Q-${line}` }),
  }));
  const runner = new ImportRunner(database.url, null as never, node.store, new Clock('Asia/Tokyo'));
  const running = { id: 1, uid: randomUUID(), done: 0, dryRun: false, write: AT_DESK };
  const results = runner.runRows(running, rows, runOn(node.store));
  await other.query('commit');
  await Promise.all([waiting, ...queued]);
  expect((await results).map(({ reason }) => reason)).toEqual(Array(3).fill('部屋タイプ未定義'));
  await runner.beforeApplicationShutdown();
});

test('closing waits for the batch that runs and for what is queued, and takes nothing more', async () => {
  node = openNode(database.url);
  const leaving = openNode(database.url);
  const days = newDays(3) as [Day, Day, Day];
  const write = (date: Day) => leaving.store.execute(recordWeather(date, '晴'));
  await other.query('begin; select from log_head for update');
  const first = write(days[0]);
  await eventually('the writer waits for the lock', lockWaiters, isSome);
  const answers = Promise.all([first, write(days[1])]);
  const closing = leaving.close();
  await expect(write(days[2])).rejects.toThrow('shutting down');
  await other.query('commit');
  expect((await answers).map(({ date }) => date)).toEqual(days.slice(0, 2));
  await closing;
  expect(await recordedDays()).toEqual(days.slice(0, 2));
});

describe('a loader of facts that fails', () => {
  const QUESTIONS = 20;

  beforeEach(() => {
    node = openNode(database.url);
  });

  const failing: [string, BatchLoader<null>][] = [
    ['an error of the product', () => Promise.reject(new Error('no facts'))],
    ['an error of the database', (client) => client.query('select 1 / 0').then(() => undefined)],
  ];

  test.each(failing)('by %s leaves no query of another within the next transaction', async (_, fail) => {
    const transactions = new Set<string>();
    const ended: Promise<unknown>[] = [];
    const askOften: BatchLoader<null> = (client) => {
      const asking = (async () => {
        for (let question = 0; question < QUESTIONS; question += 1) {
          const { rows } = await client.query('select pg_current_xact_id()::text as id');
          transactions.add(rows[0].id);
        }
      })();
      ended.push(asking.catch(() => undefined));
      return asking;
    };
    const needs = [requirement(askOften, null), requirement(fail, null)];
    const failed = node.store.execute(aWork(() => null, { requirements: needs }));
    const next = node.store.execute(aWork(() => null, { requirements: [requirement(askOften, null)] }));
    const outcomes = await Promise.allSettled([failed, next]);
    await Promise.all(ended);
    expect(outcomes).toMatchObject([{ status: 'rejected' }, { status: 'fulfilled' }]);
    // Each attempt of a batch is one transaction: both together, then the one, then the other.
    expect(transactions.size).toBeLessThanOrEqual(ended.length);
  });
});
