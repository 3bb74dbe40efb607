import { addDays, type Day, day } from '@domain/dates.js';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import pg from 'pg';
import { UnavailableError } from '../../../backend/platform/errors.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { rawLog, rawQuery } from '../../support/log-rows.js';
import { openNode, recordWeather, type StoreNode } from '../../support/store-node.js';

/** Patience of the node's own connection; what it waits for here never comes. */
const PATIENCE = { lock_timeout: '1500', statement_timeout: '3000' };
const [FIRST, SECOND, THIRD] = [0, 1, 2].map((n) => addDays(day('2026-11-01'), n)) as [Day, Day, Day];

let database: TestDatabase;
let node: StoreNode;
let other: pg.Client;

beforeEach(async () => {
  database = await createTestDatabase();
  const url = new URL(database.url);
  for (const [name, value] of Object.entries(PATIENCE)) url.searchParams.set(name, value);
  node = openNode(url.href);
  other = new pg.Client({ connectionString: database.url });
  await other.connect();
});

afterEach(async () => {
  await other.end();
  await node.close();
  await database.drop();
});

/** Records three days at once; "ok", or the error of each. */
async function recordThree(): Promise<unknown[]> {
  const outcomes = await Promise.allSettled(
    [FIRST, SECOND, THIRD].map((date) => node.store.execute(recordWeather(date, '嵐'))),
  );
  return outcomes.map((outcome) => (outcome.status === 'fulfilled' ? 'ok' : outcome.reason));
}

const recordedStreams = async () => (await rawLog(database.url)).map(({ stream }) => stream);

test('only the command whose row somebody else has locked is told to come again', async () => {
  await node.store.execute(recordWeather(SECOND, '晴'));
  await other.query(`begin; select from weather_days where date = '${SECOND}' for update`);
  expect(await recordThree()).toEqual(['ok', expect.any(UnavailableError), 'ok']);
  expect(await recordedStreams()).toEqual([`day-${SECOND}`, `day-${FIRST}`, `day-${THIRD}`]);
  await other.query('rollback');
  expect((await node.store.execute(recordWeather(SECOND, '雨'))).version).toBe(2);
});

test('only the command whose statement takes too long is told to come again', async () => {
  await rawQuery(
    database.url,
    `create function take_for_ever() returns trigger language plpgsql as $$
     begin
       if new.date = '${SECOND}' then perform pg_sleep(600); end if;
       return new;
     end $$;
     create trigger take_for_ever before insert on weather_days for each row execute function take_for_ever()`,
  );
  expect(await recordThree()).toEqual(['ok', expect.any(UnavailableError), 'ok']);
  expect(await recordedStreams()).toEqual([`day-${FIRST}`, `day-${THIRD}`]);
});

test('nobody is to blame when the lock of the writer is not to be had', async () => {
  await other.query('begin; select from log_head for update');
  const unavailable = expect.any(UnavailableError);
  expect(await recordThree()).toEqual([unavailable, unavailable, unavailable]);
  expect(await recordedStreams()).toEqual([]);
  await other.query('rollback');
  expect(await recordThree()).toEqual(['ok', 'ok', 'ok']);
});
