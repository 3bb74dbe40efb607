import { addDays, day } from '@domain/dates.js';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import pg from 'pg';
import { runChunk, worksOn } from '../../../backend/auto-registration/imports/run-chunk.js';
import { Clock } from '../../../backend/platform/clock.js';
import { TooManyError } from '../../../backend/platform/errors.js';
import { eventStoreParts } from '../../../backend/streams.js';
import { channelReservation } from '../../support/channel-file.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { rawLog } from '../../support/log-rows.js';
import { AT_DESK, openNode, recordWeather, type StoreNode } from '../../support/store-node.js';

const MOST_QUEUED = 2;

let database: TestDatabase;
let node: StoreNode;
let other: pg.Client;

beforeEach(async () => {
  database = await createTestDatabase();
  node = openNode(database.url, eventStoreParts(), MOST_QUEUED);
  other = new pg.Client({ connectionString: database.url });
  await other.connect();
});

afterEach(async () => {
  await other.end();
  await node.close();
  await database.drop();
});

const dayOf = (n: number) => addDays(day('2026-11-01'), n);
const record = (n: number) => node.store.execute(recordWeather(dayOf(n), '晴'));

/** Holds the writer's lock until `commit`, with one command that waits for it. */
async function holdUp(): Promise<{ waiting: Promise<unknown> }> {
  await other.query('begin; select from log_head for update');
  const waiting = record(0);
  for (;;) {
    const { rows } = await other.query('select from pg_locks where not granted');
    if (rows.length > 0) return { waiting };
  }
}

test('a command that finds the queue full is refused at once and writes nothing', async () => {
  const { waiting } = await holdUp();
  const queued = [record(1), record(2)];
  const refused = await record(3).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(TooManyError);
  expect(refused).toMatchObject({
    status: 429,
    retryAfterSeconds: 2,
    message: 'ただいま処理が混み合っています。しばらくしてからもう一度お試しください。',
    rules: [{ code: 'writer_busy', field: null }],
  });
  await other.query('commit');
  await Promise.all([waiting, ...queued]);
  await record(4);
  const streams = (await rawLog(database.url)).map(({ stream }) => stream);
  expect(streams).toEqual([0, 1, 2, 4].map((n) => `day-${dayOf(n)}`));
});

test('rows of an import wait for a full queue, and none fails for it', async () => {
  const { waiting } = await holdUp();
  const queued = [record(1), record(2)];
  const rows = [1, 2, 3].map((line) => ({
    line,
    step: line,
    digest: String(line),
    row: channelReservation({ 予約番号: `Q-${line}` }),
  }));
  const running = { id: 1, dryRun: false, write: AT_DESK };
  const results = runChunk(running, rows, new Clock('Asia/Tokyo'), worksOn(node.store));
  await other.query('commit');
  await Promise.all([waiting, ...queued]);
  expect((await results).map(({ reason }) => reason)).toEqual(Array(3).fill('部屋タイプ未定義'));
});
