import { appendFileSync } from 'node:fs';

/** One way of doing something, as it was measured: `runs` are the repetitions after warm-up, their median counts. */
export type Measured = {
  /** Which table it belongs to, e.g. `writes`. */
  group: string;
  /** What is done, e.g. `one booking, 32 clients`: ways of the same are put side by side. */
  what: string;
  /** How, e.g. `POST /api/booking` or `pgbench, one statement`. */
  way: string;
  role: 'product' | 'peer' | 'limit';
  unit: string;
  runs: number[];
};

/** A figure that was aimed at, beside what was reached; ratios are of measurements of the same run. */
export type Goal = {
  group: string;
  goal: string;
  value: number;
  unit: string;
  bound: { atLeast: number } | { atMost: number };
};

/** A peer that could not be measured, and why. */
export type LeftOut = { group: string; peer: string; why: string };

/** What a check tried and found: `tried` counts faults, histories, requests or writes, `lost` and `wrong` what must be 0. */
export type Trial = {
  part: 'faults' | 'simulation' | 'fuzz' | 'load';
  /** What was done to the product, in a few words. */
  what: string;
  tried: number;
  /** Writes that were acknowledged to clients. */
  acknowledged?: number;
  /** Writes whose outcome their client did not learn. */
  unknown?: number;
  /** Acknowledged writes that were not in the database afterwards; left out where they were not looked up one by one. */
  lost?: number;
  /** Breaches of any other rule: double rooms, rebuilt tables or terminals that differ, 5xx, writes on refusal. */
  wrong: number;
  /** Figures worth telling, by name with unit, e.g. `p99 ms`. */
  figures?: Record<string, number>;
};

const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
};

/** Puts a measurement into this run's report; answers its median. */
export function recordMeasured(measured: Measured): number {
  write({ kind: 'measured', ...measured });
  return median(measured.runs);
}

/** Puts what became of a goal into this run's report. */
export function recordGoal(goal: Goal): void {
  write({ kind: 'goal', ...goal });
}

/** Says in this run's report that a peer is missing. */
export function recordLeftOut(left: LeftOut): void {
  write({ kind: 'left-out', ...left });
}

/** Puts what a check tried into this run's report. */
export function recordTrial(trial: Trial): void {
  write(trial);
}

/** Into the file that the report of this run is made from; runs without a report, such as `npm test`, name none. */
function write(entry: object): void {
  const line = JSON.stringify(entry);
  if (process.env.ENTRIES) appendFileSync(process.env.ENTRIES, `${line}\n`);
  console.log(line);
}
