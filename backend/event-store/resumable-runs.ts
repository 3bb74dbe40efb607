import type { BeforeApplicationShutdown } from '@nestjs/common';
import { type Queryable, queryRow } from '../platform/database.js';
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

/** The notification of runs that wait, and the advisory lock of the node that runs them. */
export type RunPlace = { databaseUrl: string; channel: string; lock: number };

/**
 * Runs over rows of files, the oldest first, on one node at a time: the one that holds an advisory lock, which the database
 * releases when the connection ends. After a crash, rows committed before it answer by their idempotency key.
 */
export abstract class ResumableRuns<Run extends AnyRun, Row, Answer> implements BeforeApplicationShutdown {
  private readonly listener: NotificationListener;
  private closed = false;

  constructor(
    private readonly place: RunPlace,
    protected readonly store: EventStore,
  ) {
    this.listener = new NotificationListener(place.databaseUrl, place.channel, (client) =>
      this.runWaiting(client),
    );
  }

  /** Starts running, what waits and what is to come. */
  start(): Promise<void> {
    return this.listener.start();
  }

  /** Stops after the current rows; the next start, or another node, resumes there. */
  async beforeApplicationShutdown(): Promise<void> {
    this.closed = true;
    await this.listener.close();
  }

  /** Whether the node shuts down. */
  protected get isClosed(): boolean {
    return this.closed;
  }

  /** The oldest run that is not done. */
  protected abstract oldest(): Promise<Run | undefined>;

  /** The next rows without a result, behind one of them (null: from the first). */
  protected abstract waitingRows(run: Run, after: Row | null): Promise<Row[]>;

  /** Runs a few rows in order; one that meets an unexpected error fails without affecting the others. */
  protected abstract runRows(run: Run, rows: readonly Row[], works: RunWorks<Answer>): Promise<Answer[]>;

  /** Writes the results of rows and counts them. */
  protected abstract writeResults(run: Run, rows: readonly Row[], answers: readonly Answer[]): Promise<void>;

  /** Deletes the results of an interrupted dry run, whose uncommitted changes are lost. */
  protected abstract resetDryRun(run: Run): Promise<void>;

  /** Marks a run as done. */
  protected abstract finish(run: Run): Promise<void>;

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
