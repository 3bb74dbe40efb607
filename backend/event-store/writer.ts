import { invalid } from '@domain/broken-rule.js';
import type pg from 'pg';
import { Registry } from 'prom-client';
import { Subject } from 'rxjs';
import { openClient } from '../platform/database.js';
import {
  isConnectionError,
  isTimeout,
  outageKind,
  TooManyError,
  UnavailableError,
} from '../platform/errors.js';
import { logger } from '../platform/logger.js';
import { currentSpan, type Span, startSpan, within } from '../platform/tracing/tracing.js';
import { AppendMetrics } from './append-metrics.js';
import { BatchRunner } from './batch.js';
import type { KnownEnd } from './decision-memory.js';
import type { EventStoreParts } from './event-store-parts.js';
import type { FactCache } from './fact-cache.js';
import type { ChainedRange, LogRange, OwnAppends } from './log-subscription.js';
import type { QueuedWork, Work } from './unit-of-work.js';

const LARGEST_BATCH = 128;
/** Most commands that wait for the next batch; more would time out at their callers. */
export const QUEUE_LIMIT = { commands: 2_000 };
const RETRY_AFTER_MS = 2_000;
/** Between two statements of a batch lies a decision in memory: a node that takes longer is frozen, and others wait for its lock. */
const IDLE_IN_TRANSACTION_MS = 4_000;
/** The same for a command that fills an empty hotel. */
const LARGE_MS = 120_000;
/** For so long after a batch found the database's disk full this node is not ready. */
const DISK_FULL_MS = 15_000;
const BUSY = invalid(
  'writer_busy',
  null,
  'ただいま処理が混み合っています。しばらくしてからもう一度お試しください。',
);

const NOTHING = () => undefined;

const limitIdleTime = (client: pg.Client, ms: number) =>
  client.query(`set idle_in_transaction_session_timeout = ${ms}`);

/** Begins the span of a batch, below the first command that is traced and linked to the others; null for none. */
function batchSpan(works: readonly QueuedWork[]): Span | null {
  const [parent, ...links] = works.flatMap(({ span }) => span ?? []);
  return parent ? startSpan('batch', { parent, links, values: { 'hotel.commands': works.length } }) : null;
}

/** Maps a database error of one command to the error for its caller, e.g. by constraint name. */
export type ErrorTranslator = (error: unknown) => unknown;

/** `decidesFromMemory` false: every batch takes the lock and reads what it needs. */
export type WriterOptions = {
  metrics?: AppendMetrics | undefined;
  mostQueued?: number | undefined;
  decidesFromMemory?: boolean | undefined;
};

/**
 * Group commit: concurrent commands of this node wait in one queue and are committed together on one connection.
 * A command is answered after the commit that holds it. A refused one does not affect the others; when a batch fails
 * with an unexpected error its commands run one by one, so that only the faulty one fails.
 */
export class Writer implements OwnAppends {
  /** The ranges of the log that this node has committed, in order. */
  readonly committed = new Subject<ChainedRange>();
  private queue: QueuedWork[] = [];
  private running: Promise<void> | null = null;
  private batch: Promise<unknown> = Promise.resolve();
  private client: pg.Client | null = null;
  private closed = false;
  /** True if the server stopped waiting for a standby to confirm the commit in progress. */
  private isUnconfirmed = false;
  /** Instant at which a batch last found no space on the database's disk. */
  private fullAt = Number.NEGATIVE_INFINITY;
  private readonly batches: BatchRunner;
  private readonly metrics: AppendMetrics;
  private readonly mostQueued: number;

  constructor(
    private readonly databaseUrl: string,
    parts: EventStoreParts,
    private readonly translate: ErrorTranslator,
    { metrics, mostQueued, decidesFromMemory = true }: WriterOptions = {},
  ) {
    this.metrics = metrics ?? new AppendMetrics(new Registry());
    this.mostQueued = mostQueued ?? QUEUE_LIMIT.commands;
    this.batches = new BatchRunner(parts, decidesFromMemory);
    this.metrics.watchQueue(() => this.queue.length);
  }

  /**
   * Runs a command and gives its answer once it is durable; rejects with its refusal, UnavailableError, or TooManyError
   * when the queue is full.
   */
  execute<Answer>(work: Work<Answer>): Promise<Answer> {
    if (this.closed) return Promise.reject(new UnavailableError('shutting down'));
    if (this.queue.length >= this.mostQueued && !work.waits) {
      const busy = new TooManyError(BUSY, RETRY_AFTER_MS);
      this.metrics.refused(busy);
      return Promise.reject(busy);
    }
    return new Promise<Answer>((resolve, reject) => {
      this.queue.push({ work, resolve: resolve as (answer: unknown) => void, reject, span: currentSpan() });
      this.running ??= this.drain();
    });
  }

  /** Notes a range of the log, by whatever node. */
  notice(range: LogRange): void {
    this.batches.memory.notice(range);
  }

  /** Keeps facts that were read as of an end of the log for the decisions to come; does nothing while a batch runs. */
  prime(end: KnownEnd, fill: (facts: FactCache) => void): void {
    if (!this.running) this.batches.memory.prime(end, fill);
  }

  /** The append of the batch that runs; null between batches, and while one is decided. */
  get inFlight(): OwnAppends['inFlight'] {
    const to = this.batches.appendingTo;
    return to === null ? null : { to, over: this.batch };
  }

  /** Returns whether a batch has just found no space on the database's disk; after a while another one may try. */
  get isDiskFull(): boolean {
    return performance.now() - this.fullAt < DISK_FULL_MS;
  }

  /** Finishes what is queued and closes the connection. */
  async close(): Promise<void> {
    this.closed = true;
    await this.running;
    await this.client?.end();
  }

  private async drain(): Promise<void> {
    // Requests that arrive in the same turn of the event loop share the first batch.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.queue.length > 0) await this.runTogether(this.queue.splice(0, LARGEST_BATCH));
    // Synchronous after the queue was found empty: a later command starts a new drain.
    this.running = null;
  }

  private async runTogether(works: QueuedWork[]): Promise<void> {
    try {
      const committing = this.commit(works);
      this.batch = committing.then(NOTHING, NOTHING);
      const left = await committing;
      this.queue.unshift(...left);
    } catch (error) {
      const isUnreachable = error instanceof UnavailableError || isConnectionError(error);
      const kind = isUnreachable ? outageKind(error) : 'error';
      this.metrics.failed(kind);
      if (kind === 'disk_full') this.fullAt = performance.now();
      if (isUnreachable) {
        for (const { reject } of works)
          reject(new UnavailableError('database unreachable', { cause: error }));
      } else if (works.length === 1) {
        works[0]?.reject(
          isTimeout(error)
            ? new UnavailableError('not done in time', { cause: error })
            : this.translate(error),
        );
      } else {
        for (const work of works) await this.runTogether([work]);
      }
    }
  }

  /** Commits a batch, answers its commands and returns those that must wait for the next. */
  private async commit(works: QueuedWork[]): Promise<QueuedWork[]> {
    const client = await this.connection();
    const started = performance.now();
    this.isUnconfirmed = false;
    if (works.some(({ work }) => work.isLarge)) await limitIdleTime(client, LARGE_MS);
    const span = batchSpan(works);
    const { outcomes, range, isFromMemory, isByOwnTime } = await within(span, () =>
      this.batches.run(client, works),
    ).finally(() => span?.end());
    if (works.some(({ work }) => work.isLarge)) await limitIdleTime(client, IDLE_IN_TRANSACTION_MS);
    // It is committed here, but could be lost with this server: a repetition waits for the standby again.
    if (this.isUnconfirmed) throw new UnavailableError('no standby has confirmed the commit');
    this.metrics.committed({
      commands: outcomes.length,
      events: range ? range.to - range.from : 0,
      seconds: (performance.now() - started) / 1000,
      isFromMemory,
      isByOwnTime,
    });
    for (const [index, outcome] of outcomes.entries()) {
      if (!('error' in outcome)) {
        works[index]?.resolve(outcome.answer);
        continue;
      }
      this.metrics.refused(outcome.error);
      works[index]?.reject(outcome.error);
    }
    if (range) this.committed.next({ ...range, traceparent: span?.traceparent });
    return works.slice(outcomes.length);
  }

  private async connection(): Promise<pg.Client> {
    if (this.client) return this.client;
    const onLost = (error: Error): void => {
      if (this.client !== client) return;
      this.client = null;
      if (!this.closed) logger.warn({ error: error.message }, 'writer connection lost');
    };
    // All queries here use indexes. A generic plan cached while tables were small would keep scanning them.
    const prepare = (opened: pg.Client) => opened.query('set enable_seqscan = off');
    const client = await openClient(this.databaseUrl, onLost, {
      pipeline: true,
      prepare,
      idleInTransactionMs: IDLE_IN_TRANSACTION_MS,
    });
    client.on('notice', ({ routine }) => {
      if (routine === 'SyncRepWaitForLSN') this.isUnconfirmed = true;
    });
    this.client = client;
    return client;
  }
}
