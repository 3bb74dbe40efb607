import type { Queryable } from '../platform/database.js';
import type { LinkedRow } from './chain-check.js';
import { COLUMNS } from './log-reader.js';

const POSITIONS_AT_A_TIME = 1_000;

/** The rows of a range of positions, after one up to another, as far as they are there. */
export type ReadRange = { upTo: number; rows: LinkedRow[] };

async function readRange(client: Queryable, after: number, upTo: number): Promise<ReadRange> {
  const { rows } = await client.query({
    name: 'read-range',
    text: `select ${COLUMNS}, e.hash from event_log e where e.position > $1 and e.position <= $2
           order by e.position`,
    values: [after, upTo],
  });
  return { upTo, rows };
}

/**
 * The log after a position, up to another, range by range; the next is read while one is being worked on. Always
 * by position and never by number of rows, so that a position that comes twice cannot hide between two ranges.
 */
export async function* readAhead(client: Queryable, after: number, upTo: number): AsyncGenerator<ReadRange> {
  const read = (from: number) => {
    const range = readRange(client, from, Math.min(from + POSITIONS_AT_A_TIME, upTo));
    // Whoever stops in the middle does not want to hear of it.
    range.catch(() => undefined);
    return range;
  };
  if (after >= upTo) return;
  for (let next = read(after); ; ) {
    const range = await next;
    if (range.upTo >= upTo) {
      yield range;
      return;
    }
    next = read(range.upTo);
    yield range;
  }
}
