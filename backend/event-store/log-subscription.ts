import { setTimeout as pause } from 'node:timers/promises';
import type { Observable, Subscription } from 'rxjs';
import { type Queryable, queryRow } from '../platform/database.js';
import { traceOf } from '../platform/errors.js';
import type { ReferenceVersion } from '../platform/log-end.js';
import { logger } from '../platform/logger.js';
import { NotificationListener } from '../platform/notification-listener.js';
import { GENESIS_HASH } from './hash-chain.js';
import type { DocumentChange } from './projection.js';
import type { WrittenResults } from './table-writes.js';

const MOST_EVENTS = 5_000;
const GENESIS = GENESIS_HASH.toString('hex');
/** For how long the answer to an append is waited for whose notification has come; usually it takes less than 1 ms. */
const ANSWER_MS = 100;

/**
 * A range of the log: after `from` up to `to`, where it has this hash (hexadecimal), and the streams that its events touched;
 * with what was written when this node has just done so.
 */
export type LogRange = {
  from: number;
  to: number;
  hash: string;
  streams: readonly string[];
  written?: (ReferenceVersion & { changes: readonly DocumentChange[]; results: WrittenResults }) | undefined;
  /** The span in which this node has just written it, as a `traceparent`. */
  traceparent?: string | undefined;
};

/** A range, and the hash that the log has where it begins (hexadecimal). */
export type ChainedRange = LogRange & { fromHash: string };

/** A place in a log that was followed up to there; its hash is hexadecimal. */
export type FollowedPlace = { position: number; hash: string };

/** An append of this node that the database has not answered yet: where the log ends with it, and when it is over. */
type AppendInFlight = { to: number; over: Promise<unknown> };

/** Appends of this node: ranges once they are committed, and the one in flight. */
export type OwnAppends = {
  readonly committed: Observable<ChainedRange>;
  readonly inFlight: AppendInFlight | null;
};

/** Called with each range in order, one at a time. A range whose handler fails is read and handled again. */
export type LogRangeHandler = (range: LogRange) => Promise<void>;

/** The streams touched after a position, up to another. */
export async function touchedStreams(client: Queryable, from: number, to: number): Promise<string[]> {
  const { rows } = await client.query<{ stream: string }>({
    name: 'touched-streams',
    text: 'select distinct stream from event_log where position > $1 and position <= $2',
    values: [from, to],
  });
  return rows.map((row) => row.stream);
}

/** The hash of the log at a position, hexadecimal; null where it has no event, or several. */
export async function hashAt(client: Queryable, position: number): Promise<string | null> {
  if (position === 0) return GENESIS;
  const { rows } = await client.query<{ hash: string | null }>({
    name: 'hash-at',
    text: `select encode(hash, 'hex') as hash from event_log where position = $1`,
    values: [position],
  });
  return rows.length === 1 ? (rows[0]?.hash ?? null) : null;
}

type NextRange = Omit<LogRange, 'from'> & { fromHash: string | null; head: number };

/**
 * The next range after a position, the hash there, null beyond the log's end, and where the log ends: in one query, since
 * terminals wait for it.
 */
async function nextRange(client: Queryable, from: number): Promise<NextRange> {
  return queryRow(client, {
    name: 'next-range',
    text: `with head as (select position, greatest($1::bigint, least(position, $1::bigint + ${MOST_EVENTS})) as "to" from log_head)
           select "to", position as head,
                  (select encode(hash, 'hex') from event_log where position = $1::bigint) as "fromHash",
                  (select encode(hash, 'hex') from event_log where position = (select "to" from head)) as hash,
                  array(select distinct stream from event_log
                        where position > $1::bigint and position <= (select "to" from head)) as streams
           from head`,
    values: [from],
  });
}

/**
 * Follows the log from a position on. Ranges that this node commits are taken as they are when they follow; all others are
 * read by position, so that nothing is missed, seen twice or out of order. NOTIFY only says that there is something to read.
 * It ends, once and for all, when the log goes on differently under positions that were followed already, as when a server
 * takes over that lacks events, or has others.
 */
export class LogSubscription {
  private readonly listener: NotificationListener;
  private ownRanges: Subscription | null = null;
  /** Range that is being handled: one after the other. */
  private handling: Promise<void> | null = null;
  private hasDiverged = false;
  /** The last position that a notification named. */
  private notified = 0;

  constructor(
    databaseUrl: string,
    private place: FollowedPlace,
    private readonly handle: LogRangeHandler,
    private readonly onDivergence: () => void,
    private readonly own: OwnAppends,
    private readonly answerMs = ANSWER_MS,
  ) {
    const isNews = (end: string) => {
      this.notified = Math.max(this.notified, Number(end));
      return end === '' || Number(end) > this.place.position;
    };
    this.listener = new NotificationListener(databaseUrl, 'event_log', (client) => this.pull(client), isNews);
  }

  start(): Promise<void> {
    this.ownRanges = this.own.committed.subscribe((range) => this.take(range));
    return this.listener.start();
  }

  /** Returns whether its connection is alive, and for how many seconds it has not looked at the log. */
  get state(): NotificationListener['state'] {
    return this.listener.state;
  }

  /** Stops following; a range being handled is waited for. */
  async close(): Promise<void> {
    this.ownRanges?.unsubscribe();
    await this.listener.close();
    await this.handling?.catch(() => undefined);
  }

  /**
   * Handles a range that this node committed, when it follows and nothing else is being handled; otherwise it is read after
   * its notification, together with whatever has come since.
   */
  private take(range: ChainedRange): void {
    if (this.handling || this.hasDiverged || range.from !== this.place.position) return;
    if (range.fromHash !== this.place.hash) {
      this.diverge();
      return;
    }
    this.alone(() => this.advance(range)).catch((error: unknown) => {
      logger.warn({ error: traceOf(error) }, 'a committed range could not be handled; it is read again');
      this.listener.notify();
    });
  }

  private async pull(client: Queryable): Promise<void> {
    const { inFlight } = this.own;
    const isOwn = inFlight?.to === this.notified;
    // The notification of an append often comes before its answer, which brings the range itself.
    if (isOwn) await Promise.race([inFlight.over, pause(this.answerMs, null, { ref: false })]);
    while (this.handling) await this.handling.catch(() => undefined);
    if (!isOwn || this.place.position < this.notified) await this.alone(() => this.readOn(client));
  }

  /** Reads and handles everything after the position. */
  private async readOn(client: Queryable): Promise<void> {
    for (let isBehind = true; isBehind && !this.hasDiverged && this.listener.isOpen(client); ) {
      const from = this.place.position;
      const { to, head, hash, streams, fromHash } = await nextRange(client, from);
      if ((from === 0 ? GENESIS : fromHash) !== this.place.hash) return this.diverge();
      isBehind = to < head;
      if (to === from) return;
      await this.advance({ from, to, hash, streams });
    }
  }

  private async advance(range: LogRange): Promise<void> {
    await this.handle(range);
    this.place = { position: range.to, hash: range.hash };
  }

  private diverge(): void {
    this.hasDiverged = true;
    logger.error(
      { position: this.place.position },
      'the log goes on differently at or before a position that this node has seen',
    );
    this.onDivergence();
  }

  private alone(work: () => Promise<void>): Promise<void> {
    this.handling = work().finally(() => {
      this.handling = null;
    });
    return this.handling;
  }
}
