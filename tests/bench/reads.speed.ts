import { test } from '@jest/globals';
import { createTestDatabase } from '../support/database.js';
import { type Goal, recordGoal, recordMeasured } from '../support/records.js';
import { spawnServer } from '../support/server.js';
import { quantile } from './support/frames.js';
import { memoryWithRanges, msOfFirstAnswer, steadyEtag } from './support/kept-lists.js';
import { scaledList } from './support/scaled-list.js';
import { type ReadRun, startOtherWays, startReader, type WayOfReading } from './support/ways-of-reading.js';

const ROUNDS = Number(process.env.ROUNDS ?? 5);
const SECONDS = Number(process.env.SECONDS ?? 1);
const CONNECTIONS = [1, 20];
const STARTS = 3;
const GROUP = 'reads';

const AFTER_CHANGE = 'GET /api/bookings right after a change of a stay of two nights, gzip';
const UNCHANGED = 'GET /api/bookings unchanged, gzip';
const BROTLI = 'GET /api/bookings unchanged, brotli';
const NOT_MODIFIED = 'GET /api/bookings, 304 by ETag';
const NAIVE = 'rows parsed and stringified on each call';
const EMPTY = 'an empty handler';
const ASKING = 'an empty handler that asks where the log ends';

type Runs = Map<string, ReadRun[]>;

const medianOf = (runs: Runs, way: string, connections: number, read: (run: ReadRun) => number): number =>
  quantile((runs.get(`${way} ${connections}`) ?? []).map(read), 0.5);

const goal = (what: string, value: number, bound: Goal['bound'], unit = '×'): void =>
  recordGoal({ group: GROUP, goal: what, value, unit, bound });

test('the list of the calendar by every way in turns', async () => {
  const database = await createTestDatabase();
  const settings = { PORT: '0', DATABASE_URL: database.url };
  const product = await spawnServer({ ...settings, SAMPLE_DATA: '1' });
  const { query, nights, bytes, ids } = await scaledList(product.url);
  const path = `/api/bookings?${query}`;
  const others = await startOtherWays(database.url, query, bytes);
  const reader = await startReader();

  const own = (name: string, headers: Record<string, string>, more: Partial<WayOfReading> = {}) =>
    ({ name, role: 'product', url: product.url, path, headers, ...more }) satisfies WayOfReading;
  const gzip = { 'Accept-Encoding': 'gzip' };
  const ways: WayOfReading[] = [
    own(AFTER_CHANGE, gzip, { changed: { url: product.url, ids } }),
    own(UNCHANGED, gzip),
    own(BROTLI, { 'Accept-Encoding': 'gzip, br' }),
    own(NOT_MODIFIED, {}, { status: 304 }),
    ...others.ways,
  ];
  const runs: Runs = new Map();
  for (const connections of CONNECTIONS) {
    for (let round = 0; round <= ROUNDS; round++) {
      for (const way of ways) {
        if (way.status === 304) way.headers = { 'If-None-Match': await steadyEtag(product.url, path) };
        const run = await reader.run(way, { connections, seconds: SECONDS });
        const name = `${way.name} ${connections}`;
        // The first round warms up.
        if (round > 0) runs.set(name, [...(runs.get(name) ?? []), run]);
        if (way.name === AFTER_CHANGE) await steadyEtag(product.url, path);
      }
    }
  }
  for (const { name, role } of ways) {
    const tell = (what: string, unit: string, connections: number, read: (run: ReadRun) => number) => {
      const values = (runs.get(`${name} ${connections}`) ?? []).map(read);
      recordMeasured({ group: GROUP, what: `${nights} nights${what}`, way: name, role, unit, runs: values });
    };
    tell(', 1 connection: p50', 'ms', 1, ({ p50 }) => p50);
    tell(', 1 connection: p99', 'ms', 1, ({ p99 }) => p99);
    tell(', 20 connections', 'a second', 20, ({ perSecond }) => perSecond);
    tell(' on the wire', 'KiB', 1, (run) => run.bytes / 1024);
  }
  judge(runs, bytes);

  const first: number[] = [];
  for (let times = 0; times < STARTS; times++) {
    const started = await spawnServer({ ...settings, SAMPLE_DATA: '0' });
    first.push(await msOfFirstAnswer(started.url, path));
    await started.close();
  }
  const way = 'GET /api/bookings, first answer of a process';
  const firstMs = recordMeasured({
    group: GROUP,
    what: 'first answer',
    way,
    role: 'product',
    unit: 'ms',
    runs: first,
  });
  goal('first answer after a start to a naive one', firstMs / medianOf(runs, NAIVE, 1, ({ p50 }) => p50), {
    atMost: 1,
  });
  const { half, all } = await memoryWithRanges(product.url);
  goal('memory of kept lists after 600 ranges', all.lists, { atMost: 64 }, 'MiB');
  goal('memory of the process after 600 ranges to that after 300', all.resident / half.resident, {
    atMost: 1.2,
  });

  await reader.stop();
  await others.process.stop();
  await product.close();
  await database.drop();
});

function judge(runs: Runs, bytes: number): void {
  const p50 = (way: string) => medianOf(runs, way, 1, (run) => run.p50);
  const rate = (way: string) => medianOf(runs, way, 20, (run) => run.perSecond);
  const wire = (way: string) => (100 * medianOf(runs, way, 1, (run) => run.bytes)) / bytes;
  goal('right after a change: p50 to a naive one', p50(AFTER_CHANGE) / p50(NAIVE), { atMost: 0.08 });
  goal('right after a change, 20 at once: rate to a naive one', rate(AFTER_CHANGE) / rate(NAIVE), {
    atLeast: 20,
  });
  goal('unchanged, gzip: p50 to an empty handler', p50(UNCHANGED) / p50(EMPTY), { atMost: 2.5 });
  goal('unchanged, brotli: p50 to an empty handler', p50(BROTLI) / p50(EMPTY), { atMost: 2.5 });
  goal('304: p50 to an empty handler', p50(NOT_MODIFIED) / p50(EMPTY), { atMost: 1.3 });
  goal('304: p50 to an empty handler that asks where the log ends', p50(NOT_MODIFIED) / p50(ASKING), {
    atMost: 1.3,
  });
  goal('304, 20 connections: rate to an empty handler', rate(NOT_MODIFIED) / rate(EMPTY), {
    atLeast: 1 / 1.3,
  });
  goal('on the wire after a change, of the plain list', wire(AFTER_CHANGE), { atMost: 8 }, '%');
  goal('on the wire unchanged with brotli, of the plain list', wire(BROTLI), { atMost: 3.5 }, '%');
}
