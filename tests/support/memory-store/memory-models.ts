import type { MemoryDatabase } from './memory-database.js';

/** What the read models hold: the state of each stream, who has which room for which night, and the counts. */
export type Models = { states: Record<string, object>; claims: Record<string, number>; counts: string[] };

/** A record of named values in the order of the names. */
export const byName = <Value>(entries: [string, Value][]): Record<string, Value> =>
  Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));

/** The read models of a database in memory. */
export function modelsOf({ documents, claims, counts }: MemoryDatabase): Models {
  return {
    states: byName([...documents].map(([stream, { state }]) => [stream, state])),
    claims: byName([...claims]),
    counts: [...counts.values()].map((count) => Object.values(count).join(' ')).sort(),
  };
}
