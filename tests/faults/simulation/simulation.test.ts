import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { recordTrial } from '../../support/records.js';
import { seed, timesOf } from '../../support/trial-size.js';
import { KINDS, WAYS } from './steps.js';
import { Tally } from './tally.js';

const HISTORIES = timesOf(1_000, 1_000_000);
const PROCESSES = timesOf(1, availableParallelism());
/** Histories a process: few enough that a run can end in time, enough for its start to weigh nothing. */
const A_PROCESS = 20_000;
const A_DAY_MS = 86_400_000;
const MINUTES = Number(process.env.SIMULATION_MINUTES ?? Number.POSITIVE_INFINITY);

const project = fileURLToPath(new URL('../../..', import.meta.url));

/** Lives through histories in a process of its own, at full speed; throws what breaks a rule. */
async function simulated(from: number, histories: number): Promise<Tally> {
  const args = [
    '--no-warnings',
    '--import',
    './tests/support/typescript.mjs',
    'tests/faults/simulation/run.ts',
  ];
  const { stdout } = await promisify(execFile)(process.execPath, [...args, String(from), String(histories)], {
    cwd: project,
    maxBuffer: 100_000_000,
  });
  const result = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '');
  if (result.failure !== null) throw new Error(result.failure);
  return result;
}

/** Lives through a share of the histories, or through as many as there is time for. */
async function simulatedShare(from: number, share: number, until: number): Promise<Tally[]> {
  const tallies: Tally[] = [];
  for (let done = 0; done < share && performance.now() < until; done += A_PROCESS)
    tallies.push(await simulated(from + done, Math.min(A_PROCESS, share - done)));
  return tallies;
}

const sum = (counts: Record<string, number>): number =>
  Object.values(counts).reduce((one, other) => one + other, 0);

test(
  'whatever happens in a small hotel, no history breaks a rule',
  async () => {
    const share = Math.ceil(HISTORIES / PROCESSES);
    const begun = performance.now();
    const until = begun + MINUTES * 60_000;
    const runs = await Promise.all(
      Array.from({ length: PROCESSES }, (_, index) => simulatedShare(seed + index * share, share, until)),
    );
    const seconds = (performance.now() - begun) / 1000;
    const total = new Tally();
    for (const run of runs.flat()) total.add(run);
    const [done, refused] = [sum(total.done), sum(total.refused)];
    recordTrial({
      part: 'simulation',
      what: 'histories of three terminals under one seed',
      tried: total.histories,
      acknowledged: done,
      wrong: 0,
      figures: {
        commands: done + refused,
        'refused %': (100 * refused) / (done + refused),
        'answers lost': (total.mishaps['lost after'] ?? 0) + (total.mishaps.unanswered ?? 0),
        crashes: total.mishaps.crash ?? 0,
        events: total.events,
        'histories/s': total.histories / seconds,
      },
    });

    // What did nothing proves nothing.
    if (MINUTES === Number.POSITIVE_INFINITY) expect(total.histories).toBe(share * PROCESSES);
    for (const kind of KINDS) expect([kind, total.done[kind] ?? 0]).not.toEqual([kind, 0]);
    for (const kind of KINDS) expect([kind, total.refused[kind] ?? 0]).not.toEqual([kind, 0]);
    for (const mishap of [...WAYS, 'cut', 'lose', 'connect', 'crash', 'stall', 'push', 'clock', 'retry']) {
      expect([mishap, total.mishaps[mishap] ?? 0]).not.toEqual([mishap, 0]);
    }
    // Guests who change places stand in nobody's way.
    expect((total.done.swap ?? 0) / (total.refused.swap ?? 0)).toBeGreaterThan(0.75);
    expect(done / (done + refused)).toBeGreaterThan(0.35);
    expect(refused / (done + refused)).toBeGreaterThan(0.15);
    expect(total.events / total.histories).toBeGreaterThan(20);
  },
  A_DAY_MS,
);
