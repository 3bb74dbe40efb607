import type { Queryable } from '../platform/database.js';
import type { LinkedRow } from './chain-check.js';
import { COLUMNS } from './log-reader.js';

const POSITIONS_AT_A_TIME = 1_000;

/** The rows of a stretch of positions, after one up to another, as far as they are there. */
export type ReadStretch = { upTo: number; rows: LinkedRow[] };

async function readStretch(client: Queryable, after: number, upTo: number): Promise<ReadStretch> {
  const { rows } = await client.query({
    name: 'read-stretch',
    text: `select ${COLUMNS}, e.hash from event_log e where e.position > $1 and e.position <= $2
           order by e.position`,
    values: [after, upTo],
  });
  return { upTo, rows };
}

/**
 * The log after a position, up to another, stretch by stretch; the next is read while one is being worked on. Always
 * by position and never by number of rows, so that a position that comes twice cannot hide between two stretches.
 */
export async function* readAhead(
  client: Queryable,
  after: number,
  upTo: number,
): AsyncGenerator<ReadStretch> {
  const read = (from: number) => {
    const stretch = readStretch(client, from, Math.min(from + POSITIONS_AT_A_TIME, upTo));
    // Whoever stops in the middle does not want to hear of it.
    stretch.catch(() => undefined);
    return stretch;
  };
  if (after >= upTo) return;
  for (let next = read(after); ; ) {
    const stretch = await next;
    if (stretch.upTo >= upTo) {
      yield stretch;
      return;
    }
    next = read(stretch.upTo);
    yield stretch;
  }
}
