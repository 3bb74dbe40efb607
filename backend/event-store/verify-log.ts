import { groupBy } from '@domain/group-by.js';
import type { Queryable } from '../platform/database.js';
import { type ChainPlace, GENESIS_HASH, type LinkedRow, type LinkFault, nextLink } from './hash-chain.js';
import { utcText } from './log-head.js';
import { readAhead } from './log-reader.js';
import { hashAt } from './log-subscription.js';

/** A checkpoint of the log that is stored outside the database. */
export type LogMark = ChainPlace & { logId: string };

/**
 * Fault of a log at its first bad position. A hash that differs from a checkpoint's means that something
 * after `after`, the last checkpoint that fits, up to `position` was forged together with all that follows it.
 */
export type LogFault = {
  kind: LinkFault | 'time' | 'version' | 'head' | 'beyond-head' | 'cut-off' | 'checkpoint' | 'other-log';
  position: number;
  after?: number;
};

/** Verifies the log row by row. */
class LogVerification {
  private readonly marks: ReadonlyMap<number, LogMark[]>;
  private readonly versions: Map<string, number> | null;
  private fitting: number;
  /** The instant of the last row, empty before the first. */
  lastInstant = '';

  constructor(
    public place: ChainPlace,
    marks: readonly LogMark[],
  ) {
    this.marks = groupBy(marks, ({ position }) => position);
    const before = marks.filter(({ position }) => position < place.position);
    this.fitting = before.reduce((last, { position }) => Math.max(last, position), 0);
    this.versions = place.position === 0 ? new Map() : null;
  }

  /** Verifies the next row; returns its fault or null. */
  follow(row: LinkedRow): LogFault | null {
    const next = nextLink(row, this.place);
    if (next === 'repeated') return { kind: next, position: row.position };
    const position = this.place.position + 1;
    if (typeof next === 'string') return { kind: next, position };
    if (row.recordedAt < this.lastInstant) return { kind: 'time', position };
    if (this.versions && row.version !== (this.versions.get(row.stream) ?? 0) + 1) {
      return { kind: 'version', position };
    }
    this.versions?.set(row.stream, row.version);
    this.lastInstant = row.recordedAt;
    this.place = next;
    return this.compareMarks(next.hash);
  }

  /** Compares a hash with the checkpoints at the current place. */
  compareMarks(hash: Buffer | null): LogFault | null {
    const { position } = this.place;
    const marks = this.marks.get(position);
    if (!marks) return null;
    if (!marks.every((mark) => hash?.equals(mark.hash))) {
      return { kind: 'checkpoint', position, after: this.fitting };
    }
    this.fitting = position;
    return null;
  }
}

/** Last position that was verified, the hash there, and the log's first fault, if any. */
export type LogVerdict = ChainPlace & { logId: string; head: number; fault: LogFault | null };

export type VerifyOptions = {
  /** Starts after this place, which is known to be valid, instead of at the first event. */
  from?: ChainPlace;
  /** Checkpoints that the log must fit. */
  marks?: readonly LogMark[];
  /** Called with each row that fits, from the first that is verified on. */
  visit?: (row: LinkedRow) => void;
  /** Called after each batch. */
  progress?: (position: number, head: number) => void;
};

type Ends = ChainPlace & { logId: string; recordedAt: string; first: number | null; beyond: number | null };

async function readEnds(client: Queryable): Promise<Ends | undefined> {
  const { rows } = await client.query<Ends>(
    `select log_id::text as "logId", position, hash, ${utcText('recorded_at')} as "recordedAt",
            (select min(position) from event_log) as first,
            (select min(e.position) from event_log e where e.position > log_head.position) as beyond
     from log_head`,
  );
  return rows[0];
}

function faultBeforeFirst(ends: Ends, marks: readonly LogMark[]): LogFault | null {
  const foreign = marks.find(({ logId }) => logId !== ends.logId);
  if (foreign) return { kind: 'other-log', position: foreign.position };
  if (ends.first !== null && ends.first < 1) return { kind: 'repeated', position: ends.first };
  return null;
}

function faultAtEnd(walk: LogVerification, ends: Ends, marks: readonly LogMark[]): LogFault | null {
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
      options.visit?.(row);
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
  const isCutOff = ends.position < from.position;
  const beginning = isCutOff ? null : await hashAt(client, from.position);
  const fault =
    faultBeforeFirst(ends, marks) ??
    (isCutOff ? null : walk.compareMarks(beginning === null ? null : Buffer.from(beginning, 'hex'))) ??
    (await follow(client, walk, ends, options)) ??
    faultAtEnd(walk, ends, marks);
  return { ...walk.place, logId: ends.logId, head: ends.position, fault };
}
