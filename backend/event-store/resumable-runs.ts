import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import { sql } from 'kysely';
import { type HotelDatabase, type Queryable, queryRow } from '../platform/database.js';
import { isUnavailable } from '../platform/errors.js';
import { logger } from '../platform/logger.js';
import { NotificationListener } from '../platform/notification-listener.js';
import type { EventStore } from './event-store.js';
import type { Work } from './unit-of-work.js';

/** Runs works in order and resolves once their events are durable, or would be in a dry run. */
export type RunWorks<Answer> = (works: readonly Work<Answer>[]) => Promise<PromiseSettledResult<Answer>[]>;

/** Runs works on the writer, beside commands of staff; they wait for room in its queue instead of failing. */
export const runOn =
  <Answer>(store: EventStore): RunWorks<Answer> =>
  (works) =>
    Promise.allSettled(works.map((work) => store.execute({ ...work, waits: true })));

/** A run over the rows of a file; `done` rows have a result already. */
type AnyRun = { dryRun: boolean; done: number };

/**
 * The notification of runs that wait, and the advisory lock of the node that runs them; the table of the files with their
 * progress, its notification, and the outcomes that rows may have.
 */
export type RunPlace = {
  databaseUrl: string;
  channel: string;
  lock: number;
  files: 'csv_imports' | 'move_ins';
  progress: string;
  outcomes: readonly string[];
};

const HOUR_MS = 3_600_000;

/**
 * Runs over rows of files, the oldest first, on one node at a time: the one that holds an advisory lock, which the database
 * releases when the connection ends. After a crash, rows committed before it answer by their idempotency key.
 */
export abstract class ResumableRuns<Run extends AnyRun, Row, Answer>
  implements OnApplicationBootstrap, BeforeApplicationShutdown
{
  private readonly listener: NotificationListener;
  private readonly housekeeping = setInterval(() => this.onApplicationBootstrap(), HOUR_MS).unref();
  /** Whether the node shuts down. */
  protected isClosed = false;

  constructor(
    private readonly place: RunPlace,
    protected readonly store: EventStore,
    protected readonly database: HotelDatabase,
  ) {
    this.listener = new NotificationListener(place.databaseUrl, place.channel, (client) =>
      this.runWaiting(client),
    );
  }

  start(): Promise<void> {
    return this.listener.start();
  }

  /** Removes what files of the past have left, at the start of the node and once an hour. */
  async onApplicationBootstrap(): Promise<void> {
    try {
      await this.cleanUp();
    } catch (error) {
      const { message } = error as Error;
      logger.warn(
        { error: message },
        `old rows of ${this.place.files} were not removed; next try in an hour`,
      );
    }
  }

  /** Stops after the current rows; the next start, or another node, resumes there. */
  async beforeApplicationShutdown(): Promise<void> {
    this.isClosed = true;
    clearInterval(this.housekeeping);
    await this.listener.close();
  }

  /** The oldest run that is not done. */
  protected abstract oldest(): Promise<Run | undefined>;

  /** The next rows without a result, behind one of them (null: from the first). */
  protected abstract waitingRows(run: Run, after: Row | null): Promise<Row[]>;

  /** The work of a row, whose answer is its result. */
  protected abstract workOf(run: Run, row: Row): Promise<Work<Answer>>;

  /** The result of a row whose work threw. */
  protected abstract failed(run: Run, row: Row, error: unknown): Answer;

  /** Writes the results of rows and counts them. */
  protected abstract writeResults(run: Run, rows: readonly Row[], answers: readonly Answer[]): Promise<void>;

  /** Deletes the results of an interrupted dry run, whose uncommitted changes are lost. */
  protected abstract resetDryRun(run: Run): Promise<void>;

  protected abstract finish(run: Run): Promise<void>;

  /** Removes what is kept for some time only. */
  protected abstract cleanUp(): Promise<void>;

  /** SQL that counts the outcomes of the rows just `written`, adds them to the progress of their file, and notifies. */
  protected countWritten(fileId: number) {
    const { files, progress, outcomes } = this.place;
    return sql`
      counted as (
        select outcome, count(*)::int as n from written group by outcome
      ), moved as (
        update ${sql.table(files)} f set
          done = f.done + (select coalesce(sum(n), 0) from counted),
          counts = (
            select jsonb_object_agg(o.outcome, coalesce((f.counts->>o.outcome)::int, 0) + coalesce(n, 0))
            from unnest(${[...outcomes]}::text[]) as o (outcome) left join counted using (outcome))
        where f.id = ${fileId}
      )
      select pg_notify(${progress}, ${String(fileId)})`;
  }

  /** Runs a few rows in order; one that meets an unexpected error fails without affecting the others. */
  async runRows(run: Run, rows: readonly Row[], works: RunWorks<Answer>): Promise<Answer[]> {
    const answers = await works(await Promise.all(rows.map((row) => this.workOf(run, row))));
    return rows.map((row, index) => {
      const answer = answers[index] as PromiseSettledResult<Answer>;
      if (answer.status === 'fulfilled') return answer.value;
      if (isUnavailable(answer.reason)) throw answer.reason;
      return this.failed(run, row, answer.reason);
    });
  }

  private async runWaiting(client: Queryable): Promise<void> {
    // The lock belongs to the session of the listener's connection, which Kysely does not see.
    const lock = `select pg_try_advisory_lock(${this.place.lock}) as locked`;
    const { locked } = await queryRow<{ locked: boolean }>(client, lock);
    if (!locked) return;
    try {
      while (this.listener.isOpen(client) && (await this.runOldest(client)));
    } finally {
      // A lost connection has released the lock already.
      await client.query(`select pg_advisory_unlock(${this.place.lock})`).catch(() => undefined);
    }
  }

  /** Runs the oldest run that is not done; false when there is none. */
  private async runOldest(client: Queryable): Promise<boolean> {
    const run = await this.oldest();
    if (!run) return false;
    if (!run.dryRun) {
      await this.runAll(run, client, runOn(this.store));
      return true;
    }
    if (run.done > 0) await this.resetDryRun(run);
    const opened = await this.store.dryRun();
    try {
      await this.runAll(run, client, (works) => opened.execute(works));
    } finally {
      await opened.close();
    }
    return true;
  }

  private async runAll(run: Run, client: Queryable, works: RunWorks<Answer>): Promise<void> {
    // Results are written while the next rows run.
    let written: Promise<void> = Promise.resolve();
    for (let last: Row | null = null; this.listener.isOpen(client); ) {
      const rows: Row[] = await this.waitingRows(run, last);
      last = rows.at(-1) ?? null;
      if (last === null) {
        await written;
        return this.finish(run);
      }
      const [answers] = await Promise.all([this.runRows(run, rows, works), written]);
      written = this.writeResults(run, rows, answers);
      written.catch(() => undefined); // Awaited, and thrown, in the next round.
    }
    await written;
  }
}
