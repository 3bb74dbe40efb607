import { addDays } from '@domain/dates.js';
import { test } from '@jest/globals';
import { recordGoal, recordLeftOut, recordMeasured } from '../support/records.js';
// @ts-expect-error: a program of the peers has no types
import { PGBENCH } from './peers/writes/rows.mjs';
import { startDriven } from './support/driven-process.js';
import { quantile } from './support/frames.js';
import { type Run, rateOf, type WayOfWriting } from './support/way-of-writing.js';
import {
  startEmmettServer,
  startPgbench,
  startPlainWay,
  startProduct,
  startProductStore,
  withTerminals,
} from './support/ways-of-writing.js';

const CLIENTS = (process.env.CLIENTS ?? '1,8,32').split(',').map(Number);
const ROUNDS = Number(process.env.ROUNDS ?? 5);
const SECONDS = Number(process.env.SECONDS ?? 1);
const TERMINALS = 50;
const GROUP = 'writes';
const GETS_A_SECOND = 20;
const LIST_DAYS = 45;

const LIMIT = 'pgbench, one statement';
const PRODUCT = 'POST /api/booking';
const BESIDE_TERMINALS = `POST /api/booking, ${TERMINALS} terminals connected`;
const EMMETT_NEST = 'emmett-postgresql, one inline projection, behind Nest';

/** Starts a way, or says why it is missing. */
async function unlessMissing(
  peer: string,
  start: () => Promise<WayOfWriting | null>,
): Promise<WayOfWriting[]> {
  try {
    const way = await start();
    if (way) return [way];
    recordLeftOut({ group: GROUP, peer, why: 'not installed on this machine' });
  } catch (error) {
    recordLeftOut({ group: GROUP, peer, why: String(error).split('\n')[0] ?? '' });
  }
  return [];
}

async function startWays(): Promise<WayOfWriting[]> {
  const plain = (name: string, role: WayOfWriting['role'], program: string) =>
    unlessMissing(name, () => startPlainWay(name, role, `writes/${program}.mjs`));
  const pgbench = (name: string, script: string) => unlessMissing(name, () => startPgbench(name, script));
  const product = await startProduct(PRODUCT);
  return [
    product,
    await withTerminals(BESIDE_TERMINALS, product, TERMINALS),
    await startProductStore('the event store and its decisions without HTTP'),
    ...(await pgbench(LIMIT, PGBENCH.one)),
    ...(await pgbench('pgbench, several statements', PGBENCH.several)),
    ...(await plain('node pg, one prepared statement', 'limit', 'pg-statement')),
    ...(await plain('Kysely, several statements in a transaction', 'limit', 'kysely-transaction')),
    ...(await plain('emmett-postgresql, one inline projection', 'peer', 'emmett')),
    ...(await unlessMissing(EMMETT_NEST, () => startEmmettServer(EMMETT_NEST))),
    ...(await plain('castore, the event only', 'peer', 'castore')),
  ];
}

const medianOf = (runs: readonly Run[] | undefined, read: (run: Run) => number): number =>
  quantile((runs ?? []).map(read), 0.5);

test('one booking, durable, by every way in turns', async () => {
  const ways = await startWays();
  for (const clients of CLIENTS) {
    const runs = new Map<string, Run[]>();
    for (let round = 0; round <= ROUNDS; round++) {
      for (const way of ways) {
        const run = await way.run({ clients, seconds: SECONDS });
        // The first round warms up.
        if (round > 0) runs.set(way.name, [...(runs.get(way.name) ?? []), run]);
      }
    }
    for (const { name, role } of ways) {
      const own = runs.get(name) ?? [];
      const shared = { group: GROUP, way: name, role };
      const what = `one booking, ${clients} ${clients === 1 ? 'client' : 'clients'}`;
      recordMeasured({ ...shared, what, unit: 'a second', runs: own.map(rateOf) });
      recordMeasured({ ...shared, what: `${what}: p50`, unit: 'ms', runs: own.map(({ p50 }) => p50) });
      recordMeasured({ ...shared, what: `${what}: p99`, unit: 'ms', runs: own.map(({ p99 }) => p99) });
    }
    judge(clients, runs);
  }
  for (const way of ways.reverse()) await way.stop();
});

test('POST beside GETs of the list', async () => {
  const product = await startProduct(PRODUCT);
  const { firstDay } = product.hotel.slots;
  const path = `/api/bookings?start_date=${firstDay}&end_date=${addDays(firstDay, LIST_DAYS)}`;
  const reader = await startDriven('writes/reader.mjs', { url: product.url, path });
  await product.run({ clients: 8, seconds: 4 });
  const post = () => product.run({ clients: 8, seconds: 2 * SECONDS, perSecond: 50 });
  const [alone, beside] = [[] as Run[], [] as Run[]];
  for (let round = 0; round <= ROUNDS; round++) {
    const without = await post();
    const [among] = await Promise.all([
      post(),
      reader.ask('run', { clients: 4, seconds: 2 * SECONDS, perSecond: GETS_A_SECOND }),
    ]);
    if (round === 0) continue;
    alone.push(without);
    beside.push(among);
  }
  const what = '50 bookings a second: p99';
  const shared = { group: GROUP, what, role: 'product' as const, unit: 'ms' };
  const p99 = ({ p99 }: Run) => p99;
  const own = recordMeasured({ ...shared, way: PRODUCT, runs: alone.map(p99) });
  const way = `${PRODUCT}, ${GETS_A_SECOND} GET /api/bookings a second beside`;
  const value = recordMeasured({ ...shared, way, runs: beside.map(p99) }) / own;
  recordGoal({
    group: GROUP,
    goal: 'p99 beside GETs to that without',
    value,
    unit: '×',
    bound: { atMost: 2 },
  });
  await reader.stop();
  await product.stop();
});

function judge(clients: number, runs: Map<string, Run[]>): void {
  const rate = (name: string) => medianOf(runs.get(name), rateOf);
  const ratio = (goal: string, value: number, bound: { atLeast: number } | { atMost: number }) => {
    if (Number.isFinite(value)) recordGoal({ group: GROUP, goal, value, unit: '×', bound });
  };
  const toLimit = rate(PRODUCT) / rate(LIMIT);
  if (clients === 1) {
    const p50 = (name: string) => medianOf(runs.get(name), (run) => run.p50);
    ratio("1 poster: p50 to pgbench's", p50(PRODUCT) / p50(LIMIT), { atMost: 3 });
  }
  if (clients === 8) ratio("8 posters: rate to pgbench's one statement", toLimit, { atLeast: 0.28 });
  if (clients === 32) {
    ratio("32 posters: rate to pgbench's one statement", toLimit, { atLeast: 0.45 });
    ratio('32 posters: rate to emmett behind Nest', rate(PRODUCT) / rate(EMMETT_NEST), { atLeast: 4.5 });
    ratio(
      `32 posters, ${TERMINALS} terminals: rate to that without`,
      rate(BESIDE_TERMINALS) / rate(PRODUCT),
      {
        atLeast: 0.75,
      },
    );
  }
}
