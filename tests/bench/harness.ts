import { recordEntry } from '../support/records.js';

/** `limit` is what no product could beat, `peer` what others do. */
export type Role = 'product' | 'peer' | 'limit';

/** Repetitions that count, and how long one of a load lasts: `ROUNDS=1 SECONDS=1` is the shortest. */
const ROUNDS = Number(process.env.ROUNDS ?? 5);
export const SECONDS = Number(process.env.SECONDS ?? 1);

/** The report of one group of figures. */
export const reportOn = (group: string) => ({
  /** A way of doing something; ways of the same `what` stand side by side. Answers the median of its runs. */
  measured(what: string, way: string, unit: string, runs: number[], role: Role = 'product'): number {
    recordEntry({ kind: 'measured', group, role, what, way, unit, runs });
    return median(runs);
  },
  /** Returns each aim beside the result; ratios are of the same run. One whose peer is missing is left out. */
  atLeast(goal: string, value: number, unit: string, atLeast: number): void {
    if (Number.isFinite(value)) recordEntry({ kind: 'goal', group, goal, value, unit, bound: { atLeast } });
  },
  atMost(goal: string, value: number, unit: string, atMost: number): void {
    if (Number.isFinite(value)) recordEntry({ kind: 'goal', group, goal, value, unit, bound: { atMost } });
  },
  /** A peer that could not be measured. */
  leftOut(peer: string, error: unknown): void {
    const why = String(error instanceof Error ? error.message : error).split('\n')[0];
    recordEntry({ kind: 'left-out', group, peer, why });
  },
});

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (index: number) => sorted[index] ?? Number.NaN;
  return (at(Math.ceil(sorted.length / 2) - 1) + at(Math.floor(sorted.length / 2))) / 2;
};

/** The value below which this share of the values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

/** Does something so often after a first time, which warms up. */
export async function repeated<Run>(run: () => Promise<Run>, rounds = ROUNDS): Promise<Run[]> {
  const runs: Run[] = [];
  for (let round = 0; round <= rounds; round++) runs.push(await run());
  return runs.slice(1);
}

/** Every way once a round, so that what else the machine does hits all alike; the first round warms up. */
export async function inTurns<Way extends { name: string }, Run>(
  ways: readonly Way[],
  run: (way: Way) => Promise<Run>,
) {
  const rounds = await repeated(async () => {
    const round = new Map<string, Run>();
    for (const way of ways) round.set(way.name, await run(way));
    return round;
  });
  /** A figure of each of a way's runs; none when there is no such way. */
  return (name: string, read: (run: Run) => number): number[] =>
    rounds.flatMap((round) => {
      const own = round.get(name);
      return own === undefined ? [] : [read(own)];
    });
}

/** Milliseconds that each piece of work took, one after the other. */
export async function timed<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<number[]> {
  const times: number[] = [];
  for (const item of items) {
    const before = performance.now();
    await work(item);
    times.push(performance.now() - before);
  }
  return times;
}
