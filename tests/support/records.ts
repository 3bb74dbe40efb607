import { appendFileSync } from 'node:fs';

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

/** Puts what a check tried into this run's report. */
export function recordTrial(trial: Trial): void {
  recordEntry(trial);
}

/** Into the file that the report of this run is made from; runs without a report, such as `npm test`, name none. */
export function recordEntry(entry: object): void {
  const line = JSON.stringify(entry);
  if (process.env.ENTRIES) appendFileSync(process.env.ENTRIES, `${line}\n`);
  console.log(line);
}
