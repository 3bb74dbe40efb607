import type { Queryable } from '../platform/database.js';
import type { ChainPlace } from './chain-check.js';
import { GENESIS_HASH } from './hash-chain.js';
import { utcText } from './log-head.js';
import { type LogFault, type LogMark, LogVerification } from './log-verification.js';
import { readAhead } from './read-range.js';

/** How far a log was verified, the hash there, and the first thing that is wrong with it, null for nothing. */
export type LogVerdict = ChainPlace & { logId: string; head: number; fault: LogFault | null };

export type VerifyOptions = {
  /** Begins behind this place, which is known to be right, instead of at the first event. */
  from?: ChainPlace;
  /** Statements of where the log stood that it must fit. */
  marks?: readonly LogMark[];
  /** Called after each batch. */
  progress?: (position: number, head: number) => void;
};

type Ends = ChainPlace & { logId: string; recordedAt: string; first: number | null; beyond: number | null };

async function readEnds(client: Queryable): Promise<Ends | undefined> {
  const { rows } = await client.query(
    `select log_id::text as "logId", position, hash, ${utcText('recorded_at')} as "recordedAt",
            (select min(position) from event_log) as first,
            (select min(e.position) from event_log e where e.position > log_head.position) as beyond
     from log_head`,
  );
  return rows[0];
}

/** The hash that is stored at a position. */
async function storedHash(client: Queryable, position: number): Promise<Buffer | null> {
  if (position === 0) return GENESIS_HASH;
  const { rows } = await client.query(`select hash from event_log where position = ${position}`);
  return rows.length === 1 ? rows[0].hash : null;
}

function wrongFromOutside(ends: Ends, marks: readonly LogMark[]): LogFault | null {
  const foreign = marks.find(({ logId }) => logId !== ends.logId);
  if (foreign) return { kind: 'other-log', position: foreign.position };
  if (ends.first !== null && ends.first < 1) return { kind: 'repeated', position: ends.first };
  return null;
}

function wrongAtTheEnd(walk: LogVerification, ends: Ends, marks: readonly LogMark[]): LogFault | null {
  const { position } = ends;
  if (ends.beyond !== null) return { kind: 'beyond-head', position: ends.beyond };
  if (marks.some((mark) => mark.position > position)) return { kind: 'cut-off', position: position + 1 };
  const fits = ends.hash?.equals(walk.place.hash) && position === walk.place.position;
  const isLatest = walk.lastInstant === '' || walk.lastInstant === ends.recordedAt;
  return fits && isLatest ? null : { kind: 'head', position };
}

async function follow(
  client: Queryable,
  walk: LogVerification,
  ends: Ends,
  options: VerifyOptions,
): Promise<LogFault | null> {
  for await (const { upTo, rows } of readAhead(client, walk.place.position, ends.position)) {
    for (const row of rows) {
      const fault = walk.follow(row);
      if (fault) return fault;
    }
    if (walk.place.position < upTo) return { kind: 'missing', position: walk.place.position + 1 };
    options.progress?.(upTo, ends.position);
  }
  return null;
}

/**
 * Walks the log up to its head as it is now, beside writers, and finds the first bad position: against the chain, the
 * order of instants, the versions of each stream (only from the first event on), the head row and the checkpoints.
 */
export async function verifyLog(client: Queryable, options: VerifyOptions = {}): Promise<LogVerdict> {
  const { from = { position: 0, hash: GENESIS_HASH }, marks = [] } = options;
  const walk = new LogVerification(from, marks);
  const ends = await readEnds(client);
  if (!ends) return { ...from, logId: '', head: 0, fault: { kind: 'head', position: 0 } };
  const beginning = ends.position < from.position ? null : await storedHash(client, from.position);
  const fault =
    wrongFromOutside(ends, marks) ??
    (ends.position < from.position ? null : walk.compareMarks(beginning)) ??
    (await follow(client, walk, ends, options)) ??
    wrongAtTheEnd(walk, ends, marks);
  return { ...walk.place, logId: ends.logId, head: ends.position, fault };
}
