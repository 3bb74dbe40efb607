import { addDays } from '@domain/dates.js';
import { test } from '@jest/globals';
import { inTurns, median, repeated, reportOn, SECONDS } from './harness.js';
// @ts-expect-error: a program of the peers has no types
import { PGBENCH } from './peers/writes/rows.mjs';
import { startProgram, useEnds } from './support/product.js';
import {
  besideTerminals,
  diskSync,
  emmettBehindNest,
  emptyNest,
  pgbench,
  postedProduct,
  productStore,
  type Run,
  rateOf,
  statementBehindNest,
  type WayOfWriting,
} from './support/writing.js';

useEnds();

const { measured, atLeast, atMost, leftOut } = reportOn('writes');
const CLIENTS = (process.env.CLIENTS ?? '1,8,32').split(',').map(Number);
const TERMINALS = 50;
const GETS_A_SECOND = 20;
const LIST_DAYS = 45;

const STATEMENT = 'one prepared statement behind an empty Nest handler';
const EMPTY = 'an empty Nest handler';
const SYNC = 'fdatasync of 8 kB';
const PGBENCH_WAY = 'pgbench, one statement';
const PRODUCT = 'POST /api/booking';
const BESIDE_TERMINALS = `POST /api/booking, ${TERMINALS} terminals connected`;
const EMMETT_NEST = 'emmett-postgresql, one inline projection, behind Nest';

async function startWays(): Promise<WayOfWriting[]> {
  const product = await postedProduct(PRODUCT);
  const ways = [
    product,
    await besideTerminals(BESIDE_TERMINALS, product, TERMINALS),
    await productStore('the event store and its decisions without HTTP'),
  ];
  const add = async (name: string, start: (name: string) => Promise<WayOfWriting>) =>
    start(name).then(
      (way) => ways.push(way),
      (error) => leftOut(name, error),
    );
  ways.push(await statementBehindNest(STATEMENT), await emptyNest(EMPTY), await diskSync(SYNC));
  await add(PGBENCH_WAY, (name) => pgbench(name, PGBENCH));
  await add(EMMETT_NEST, emmettBehindNest);
  return ways;
}

test('one booking, durable, by every way in turns', async () => {
  const ways = await startWays();
  for (const clients of CLIENTS) {
    const runs = await inTurns(ways, ({ run }) => run({ clients, seconds: SECONDS }));
    const what = `one booking, ${clients} ${clients === 1 ? 'client' : 'clients'}`;
    for (const { name: way, role } of ways) {
      const tell = (part: string, unit: string, read: (run: Run) => number) =>
        measured(what + part, way, unit, runs(way, read), role);
      tell('', 'a second', rateOf);
      tell(': p50', 'ms', ({ p50 }) => p50);
      tell(': p99', 'ms', ({ p99 }) => p99);
    }
    const rate = (way: string) => median(runs(way, rateOf));
    judge(clients, rate, (way) => median(runs(way, ({ p50 }) => p50)));
  }
});

type Read = (way: string) => number;

function judge(clients: number, rate: Read, p50: Read): void {
  const toStatement = rate(PRODUCT) / rate(STATEMENT);
  const toEmmett = rate(PRODUCT) / rate(EMMETT_NEST);
  if (clients === 1) {
    const floor = p50(SYNC) + p50(EMPTY);
    atMost('1 poster: p50 to one statement behind an empty handler', p50(PRODUCT) / p50(STATEMENT), '×', 2.5);
    atMost('1 poster: p50 to fdatasync and an empty handler', p50(PRODUCT) / floor, '×', 8);
    atMost("1 poster: p50 to emmett's behind Nest", p50(PRODUCT) / p50(EMMETT_NEST), '×', 0.8);
  }
  if (clients === 8) {
    atLeast('8 posters: rate to one statement behind an empty handler', toStatement, '×', 0.7);
    atLeast('8 posters: rate to emmett behind Nest', toEmmett, '×', 2);
  }
  if (clients !== 32) return;
  const beside = rate(BESIDE_TERMINALS) / rate(PRODUCT);
  atLeast('32 posters: rate to one statement behind an empty handler', toStatement, '×', 1);
  atLeast('32 posters: rate to emmett behind Nest', toEmmett, '×', 3.5);
  atLeast(`32 posters, ${TERMINALS} terminals: rate to that without`, beside, '×', 0.75);
}

test('the slowest of a thousand bookings, 50 a second', async () => {
  const product = await postedProduct(PRODUCT);
  const disk = await diskSync(SYNC);
  const load = { clients: 8, seconds: 20 * SECONDS, perSecond: 50 };
  const runs = await inTurns([product, disk], ({ run }) => run(load));
  const tail = ({ p999 = Number.NaN }: Run) => p999;
  const [slowest, floor] = [product, disk].map(({ name, role }) =>
    measured('50 a second: p99.9', name, 'ms', runs(name, tail), role),
  ) as [number, number];
  atMost("50 bookings a second: p99.9 to fdatasync's", slowest / floor, '×', 3);
});

test('POST beside GETs of the list', async () => {
  const { url, hotel, run } = await postedProduct(PRODUCT);
  const { firstDay } = hotel.slots;
  const path = `/api/bookings?start_date=${firstDay}&end_date=${addDays(firstDay, LIST_DAYS)}`;
  const reader = await startProgram('reads/reader.mjs');
  const load = { clients: 8, seconds: 2 * SECONDS, perSecond: 50 };
  const reads = { url, path, headers: { 'Accept-Encoding': 'gzip' }, ...load, clients: 4 };
  await run({ clients: 8, seconds: 4 });
  const rounds = await repeated(async () => {
    const without = await run(load);
    const [among] = await Promise.all([run(load), reader.ask('run', { ...reads, perSecond: GETS_A_SECOND })]);
    return { without, among };
  });
  const what = '50 bookings a second: p99';
  const tell = (way: string, of: 'without' | 'among') => {
    const runs = rounds.map((round) => round[of].p99);
    return measured(what, way, 'ms', runs);
  };
  const alone = tell(PRODUCT, 'without');
  const beside = tell(`${PRODUCT}, ${GETS_A_SECOND} GET /api/bookings a second beside`, 'among');
  atMost('p99 beside GETs to that without', beside / alone, '×', 2);
});
