import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { addDays } from '@domain/dates.js';
import { expect, test } from '@jest/globals';
import { createTestDatabase } from '../support/database.js';
import { recordGoal, recordLeftOut, recordMeasured } from '../support/records.js';
import { launch } from '../support/server.js';
import { openNode, recordWeather } from '../support/store-node.js';
import { LOG_ENDS, largeLogDatabase } from './support/large-log-database.js';
import { peakMemory } from './support/peak-memory.js';
import { fillBySql } from './support/sql-rebuild.js';

const ROUNDS = 3;
const PEER_EVENTS = 10_000;
const PEER = fileURLToPath(new URL('peers/rebuild/emmett.mjs', import.meta.url));
const WHAT = 'every read model built anew';
const group = 'rebuild';

type Rebuilt = { seconds: number; peakMib: number };

/** `npm run rebuild`, a process of its own. */
async function rebuilt(databaseUrl: string, swapping: () => void = () => undefined): Promise<Rebuilt> {
  const started = performance.now();
  const program = launch({ DATABASE_URL: databaseUrl }, 'rebuild');
  const peak = peakMemory(program.process.pid, () => program.output().includes('入れ替えて') && swapping());
  expect({ code: await program.ended, output: program.output() }).toMatchObject({ code: 0 });
  return { seconds: (performance.now() - started) / 1000, peakMib: peak.stop() };
}

/** Rebuilds beside a client that writes all the time; answers how long it waited at most, and during the swap. */
async function besideWriter(databaseUrl: string): Promise<{ longest: number; atSwap: number }> {
  const node = openNode(databaseUrl);
  const waits: { ms: number; atSwap: boolean }[] = [];
  let [running, isSwapping] = [true, false];
  const writer = (async () => {
    for (let round = 0; running; round++) {
      const before = performance.now();
      await node.store.execute(recordWeather(addDays(LOG_ENDS, round % 300), `${round}`));
      waits.push({ ms: performance.now() - before, atSwap: isSwapping });
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  })();
  await rebuilt(databaseUrl, () => {
    isSwapping = true;
  });
  running = false;
  await writer;
  await node.close();
  const longest = (some: typeof waits) => Math.max(0, ...some.map(({ ms }) => ms));
  return { longest: longest(waits), atSwap: longest(waits.filter(({ atSwap }) => atSwap)) };
}

async function peerRates(): Promise<number[]> {
  const database = await createTestDatabase();
  const env = {
    ...process.env,
    DATABASE_URL: database.url,
    EVENTS: String(PEER_EVENTS),
    ROUNDS: String(ROUNDS + 1),
  };
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [PEER], { env, timeout: 240_000 });
    const seconds = stdout.trim().split('\n').map(Number).slice(1);
    return seconds.map((taken) => PEER_EVENTS / taken);
  } finally {
    await database.drop();
  }
}

test('every read model built anew from a million events, beside SQL, a peer and a writing client', async () => {
  const { events, ...database } = await largeLogDatabase();
  const rate = (way: string, role: 'product' | 'limit' | 'peer', runs: number[]) =>
    recordMeasured({ group, what: WHAT, way, role, unit: 'events/s', runs });
  const own: Rebuilt[] = [];
  const after: number[] = [];
  // In turn, so that what else the machine does hits both alike.
  for (let round = 0; round < ROUNDS; round++) {
    own.push(await rebuilt(database.url));
    after.push(events / (await fillBySql(database.url, 'after')));
  }
  const product = rate(
    'npm run rebuild',
    'product',
    own.map(({ seconds }) => events / seconds),
  );
  const limit = rate('INSERT … SELECT from folded rows, indexes made after', 'limit', after);
  rate('INSERT … SELECT from folded rows, indexes live', 'limit', [
    events / (await fillBySql(database.url, 'live')),
  ]);
  const peakMib = recordMeasured({
    group,
    what: 'memory of the process',
    way: 'npm run rebuild',
    role: 'product',
    unit: 'MiB',
    runs: own.map((one) => one.peakMib),
  });
  const { longest, atSwap } = await besideWriter(database.url);
  const waits = { group, what: 'a write beside it', role: 'product', unit: 'ms' } as const;
  recordMeasured({ ...waits, way: 'longest wait of all', runs: [longest] });
  recordMeasured({ ...waits, way: 'longest wait at the swap', runs: [atSwap] });
  const verified = launch({ DATABASE_URL: database.url }, 'verify');
  expect({ code: await verified.ended, output: verified.output() }).toMatchObject({ code: 0 });
  await database.drop();

  recordGoal({ group, goal: 'of the SQL limit', value: product / limit, unit: '×', bound: { atLeast: 0.8 } });
  recordGoal({ group, goal: 'memory', value: peakMib, unit: 'MiB', bound: { atMost: 250 } });
  recordGoal({ group, goal: 'writers held at the swap', value: atSwap, unit: 'ms', bound: { atMost: 200 } });
  try {
    const peer = rate('emmett: rebuildPostgreSQLProjections, 10,000 events', 'peer', await peerRates());
    recordGoal({ group, goal: 'of emmett', value: product / peer, unit: '×', bound: { atLeast: 25 } });
  } catch (error) {
    recordLeftOut({ group, peer: 'emmett', why: (error as Error).message.slice(0, 300) });
  }
});
