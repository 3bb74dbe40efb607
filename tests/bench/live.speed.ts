import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, test } from '@jest/globals';
import { recordGoal, recordMeasured } from '../support/records.js';
import { type ServerProcess, spawnServer } from '../support/server.js';
import { type DrivenProcess, startDriven } from './support/driven-process.js';
import { quantile } from './support/frames.js';
import { hearPushes, type Pushes, type Sent } from './support/pushes.js';
import { type ProductServer, startProduct } from './support/ways-of-writing.js';

const GROUP = 'live';
const ROUNDS = Number(process.env.ROUNDS ?? 5);
const SECONDS = Number(process.env.SECONDS ?? 2);
const LOADS = [
  { terminals: 50, perSecond: 50 },
  { terminals: 200, perSecond: 50 },
  { terminals: 1_000, perSecond: 10 },
];
const AWAY_CHANGES = 1_000;
const MEMORY_TERMINALS = 1_000;
const KIB = 1024;

let product: ProductServer;
let other: ServerProcess;
let plain: DrivenProcess;
let terminals: DrivenProcess;

beforeAll(async () => {
  product = await startProduct('POST /api/booking');
  other = await startOther();
  plain = await startDriven('live/plain-emit.mjs', {});
  terminals = await startDriven('live/terminals.mjs', {});
  await product.run({ clients: 8, seconds: 3 });
});

afterAll(async () => {
  await terminals.stop();
  await plain.stop();
  await other.close();
  await product.stop();
});

const startOther = () => spawnServer({ PORT: '0', DATABASE_URL: product.hotel.url, SAMPLE_DATA: '0' });

type Load = (typeof LOADS)[number];

async function heardFrom(url: string, load: Load, send: () => Promise<Sent[]>): Promise<Pushes> {
  await terminals.ask('connect', { url, count: load.terminals });
  const pushes = await hearPushes(terminals, load.terminals, send);
  await terminals.ask('disconnect');
  return pushes;
}

test('sent to the last terminal', async () => {
  const plainUrl = await plain.ask<string>('url');
  for (const load of LOADS) {
    const what = `sent to the last of ${load.terminals} terminals, ${load.perSecond} changes a second`;
    const post = async () => (await product.run({ clients: 8, seconds: SECONDS, ...load })).sent ?? [];
    let bytes = 1_600;
    const emit = async () =>
      (await plain.ask<{ sent: Sent[] }>('emit', { bytes, seconds: SECONDS, ...load })).sent;
    const runs: Record<'product' | 'across' | 'limit', Pushes[]> = { product: [], across: [], limit: [] };
    for (let round = 0; round <= ROUNDS; round++) {
      const here = await heardFrom(product.url, load, post);
      const across = await heardFrom(other.url, load, post);
      bytes = Math.round(here.bytesPerChange);
      const limit = await heardFrom(plainUrl, load, emit);
      if (round === 0) continue;
      runs.product.push(here);
      runs.across.push(across);
      runs.limit.push(limit);
    }
    for (const share of ['p50', 'p99'] as const) {
      const record = (way: string, role: 'product' | 'limit', own: Pushes[]) =>
        recordMeasured({
          group: GROUP,
          what: `${what}: ${share}`,
          way,
          role,
          unit: 'ms',
          runs: own.map((run) => run[share]),
        });
      const here = record('POST /api/booking', 'product', runs.product);
      record('POST /api/booking, terminals on another node', 'product', runs.across);
      record('Socket.IO emit of the same size, nothing else', 'limit', runs.limit);
      if (load.terminals !== 50) continue;
      const bound = { atMost: share === 'p50' ? 5 : 15 };
      recordGoal({ group: 'writes', goal: `POST ${what}: ${share}`, value: here, unit: 'ms', bound });
    }
    if (load.terminals === 50) recordBytes(runs.product);
  }
});

function recordBytes(pushes: readonly Pushes[]): void {
  const value = recordMeasured({
    group: GROUP,
    what: 'on the wire for one change',
    way: 'POST /api/booking',
    role: 'product',
    unit: 'bytes',
    runs: pushes.map(({ bytesPerChange }) => bytesPerChange),
  });
  recordGoal({ group: GROUP, goal: 'bytes per change', value, unit: 'bytes', bound: { atMost: 2_000 } });
}

/** What a process holds in memory, in KiB. */
const memoryOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);

test('memory of a connected terminal', async () => {
  const runs: number[] = [];
  for (let round = 0; round < 3; round++) {
    const server = await startOther();
    const pid = server.process.pid as number;
    // The first terminals bring what all of them share.
    await terminals.ask('connect', { url: server.url, count: 50 });
    const before = memoryOf(pid);
    await terminals.ask('connect', { url: server.url, count: MEMORY_TERMINALS });
    runs.push((memoryOf(pid) - before) / MEMORY_TERMINALS);
    await terminals.ask('disconnect');
    await server.close();
  }
  const value = recordMeasured({
    group: GROUP,
    what: 'memory of the server for one more terminal',
    way: `${MEMORY_TERMINALS} connected`,
    role: 'product',
    unit: 'KiB',
    runs,
  });
  recordGoal({ group: GROUP, goal: 'memory of a terminal', value, unit: 'KiB', bound: { atMost: 40 } });
});

test('a terminal that was away', async () => {
  const [here, across] = [[] as number[], [] as number[]];
  const sizes: number[] = [];
  const place = async () =>
    (await (await fetch(`${product.url}/api/hotel`)).json()) as { log_id: string; position: number };
  for (let round = 0; round <= ROUNDS; round++) {
    const from = await place();
    while ((await place()).position < from.position + AWAY_CHANGES)
      await product.run({ clients: 8, seconds: 0.2 });
    const back = async (url: string) => {
      const position = (await place()).position - AWAY_CHANGES;
      const page = await fetch(`${product.url}/api/events?after=${position - 1}&limit=1`);
      const [event] = ((await page.json()) as { events: { hash: string }[] }).events;
      const came = await terminals.ask<{ kind: string; ms: number; bytes: number }>('comeBack', {
        url,
        from: { ...from, position, hash: event?.hash },
      });
      if (came.kind !== 'ready') throw new Error(`the terminal was told to ${came.kind}`);
      return came;
    };
    const [one, two] = [await back(product.url), await back(other.url)];
    if (round === 0) continue;
    here.push(one.ms);
    across.push(two.ms);
    sizes.push(one.bytes / KIB);
  }
  const what = `right again after ${AWAY_CHANGES} changes`;
  const shared = { group: GROUP, what, role: 'product' as const, unit: 'ms' };
  const value = recordMeasured({ ...shared, way: 'a terminal that was away', runs: here });
  recordMeasured({ ...shared, way: 'that comes back to another node', runs: across });
  recordMeasured({ ...shared, what: `${what}: on the wire`, way: 'one terminal', unit: 'KiB', runs: sizes });
  recordGoal({ group: GROUP, goal: what, value, unit: 'ms', bound: { atMost: 300 } });
  recordGoal({
    group: GROUP,
    goal: `${what}, on another node`,
    value: quantile(across, 0.5),
    unit: 'ms',
    bound: { atMost: 300 },
  });
});
