import { itemAt } from '@domain/records.js';
import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import { sql } from 'kysely';
import { Counter, type Registry } from 'prom-client';
import { type HotelDatabase, type Queryable, queryRow } from '../platform/database.js';
import { isUnavailable, traceOf } from '../platform/errors.js';
import { logger } from '../platform/logger.js';
import { NotificationListener } from '../platform/notification-listener.js';
import { causeOf, detailOf, messageOf } from '../platform/thrown.js';
import { startSpan, within } from '../platform/tracing/tracing.js';
import { GivesWay } from './dry-run.js';
import type { EventStore } from './event-store.js';
import type { Work } from './unit-of-work.js';

/** Runs works in order and resolves once their events are durable, or would be in a dry run. */
export type RunWorks<Answer> = (works: readonly Work<Answer>[]) => Promise<PromiseSettledResult<Answer>[]>;

/** Runs works on the writer, beside commands of staff; they wait for room in its queue instead of failing. */
export const runOn =
  <Answer>(store: EventStore): RunWorks<Answer> =>
  (works) =>
    Promise.allSettled(works.map((work) => tracedRow(() => store.execute({ ...work, waits: true }))));

/** Runs a row as a span, the first of a trace. */
function tracedRow<Answer>(run: () => Promise<Answer>): Promise<Answer> {
  const span = startSpan('import row');
  return span ? within(span, run).finally(() => span.end()) : run();
}

/** A run over the rows of a file; `done` rows have a result already. */
type AnyRun = { id: number; dryRun: boolean; done: number };

/** A run that fails so often by itself is given up. */
const MOST_ATTEMPTS = 3;
const STATEMENT_TIMEOUT = '57014';

/** Returns whether a run failed by itself: not for a lost connection, another's lock, or a table that is wanted. */
function isOfItsOwnMaking(error: unknown): boolean {
  if (detailOf(causeOf(error) ?? error, 'code') === STATEMENT_TIMEOUT) return true;
  return !(error instanceof GivesWay) && !isUnavailable(error);
}

/** Returns why a run was given up; what the database says may quote guests, so only its code is shown. */
function reasonText(error: unknown): string {
  const known = detailOf(error, 'code') ?? detailOf(causeOf(error), 'code') ?? detailOf(error, 'name') ?? '';
  const why =
    known === STATEMENT_TIMEOUT
      ? 'データベースの処理が時間内に終わりませんでした'
      : `サーバーでエラーが発生しました(${known})`;
  return `${MOST_ATTEMPTS}回続けて失敗したため中止しました。${why}。`;
}

/** Counts runs that were given up, by the table of their files. */
export class FileRunMetrics {
  private readonly givenUp: Counter<'files'>;

  constructor(registry: Registry) {
    this.givenUp = new Counter({
      name: 'hotel_file_runs_failed_total',
      help: 'Runs over the rows of a file that failed three times and were given up',
      labelNames: ['files'],
      registers: [registry],
    });
    for (const files of ['csv_imports', 'move_ins'] as const) this.givenUp.inc({ files }, 0);
  }

  gaveUp(files: RunPlace['files']): void {
    this.givenUp.inc({ files });
  }
}

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
  /** The dry runs in progress: none of the others waits for them. */
  private dryRuns: Promise<void> | null = null;
  /** True if the node shuts down. */
  protected isClosed = false;

  constructor(
    private readonly place: RunPlace,
    protected readonly store: EventStore,
    protected readonly database: HotelDatabase,
    private readonly metrics: FileRunMetrics,
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
      logger.warn(
        { error: messageOf(error) },
        `old rows of ${this.place.files} were not removed; next try in an hour`,
      );
    }
  }

  /** Stops after the current rows; the next start, or another node, resumes there. */
  async beforeApplicationShutdown(): Promise<void> {
    this.isClosed = true;
    clearInterval(this.housekeeping);
    await this.listener.close();
    await this.dryRuns;
  }

  /** The next run that is not done, dry or not: the oldest, those that have failed before last. */
  protected abstract next(dryRun: boolean): Promise<Run | undefined>;

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

  /** Ends a run before its last row, with the reason for staff. */
  protected abstract giveUp(run: Run, reason: string): Promise<void>;

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
      const answer = itemAt(answers, index);
      if (answer.status === 'fulfilled') return answer.value;
      if (isUnavailable(answer.reason)) throw answer.reason;
      return this.failed(run, row, answer.reason);
    });
  }

  private async runWaiting(client: Queryable): Promise<void> {
    this.startDryRuns();
    // The lock belongs to the session of the listener's connection, which Kysely does not see.
    const lock = `select pg_try_advisory_lock(${this.place.lock}) as locked`;
    const { locked } = await queryRow<{ locked: boolean }>(client, lock);
    if (!locked) return;
    const isOpen = () => this.listener.isOpen(client);
    try {
      for (let run = await this.next(false); run && isOpen(); run = await this.next(false)) {
        const one = run;
        await this.attempt(one, () => this.runAll(one, isOpen, runOn(this.store)));
      }
    } finally {
      // A lost connection has released the lock already.
      await client.query(`select pg_advisory_unlock(${this.place.lock})`).catch(() => undefined);
    }
    this.startDryRuns();
  }

  private startDryRuns(): void {
    this.dryRuns ??= this.runDryRuns()
      .catch((error: unknown) => this.report(error, 'a dry run was interrupted; it begins anew'))
      .finally(() => {
        this.dryRuns = null;
      });
  }

  /**
   * Runs the waiting dry runs, unless another node runs one. They begin behind the runs that wait in earnest, whose changes
   * they see; no run waits for them.
   */
  private async runDryRuns(): Promise<void> {
    const isOpen = () => !this.isClosed;
    while (isOpen() && !(await this.next(false)) && (await this.next(true))) {
      const opened = await this.store.dryRun();
      if (!opened) return;
      try {
        const run = await this.next(true);
        if (!run) return;
        if (run.done > 0) await this.resetDryRun(run);
        await this.attempt(run, () => this.runAll(run, isOpen, (works) => opened.execute(works)));
      } finally {
        await opened.close();
      }
    }
  }

  /** Runs a run; when it fails by itself, notes it, and gives it up the third time. Rethrows what is not of its making. */
  private async attempt(run: Run, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (this.isClosed || !isOfItsOwnMaking(error)) throw error;
      this.report(error, 'the run of a file failed');
      const noted = await sql<{ failures: number }>`
        update ${sql.table(this.place.files)} set failures = failures + 1
        where id = ${run.id} returning failures`.execute(this.database);
      if ((noted.rows[0]?.failures ?? 0) < MOST_ATTEMPTS) return;
      await this.giveUp(run, reasonText(error));
      this.metrics.gaveUp(this.place.files);
    }
  }

  private report(error: unknown, message: string): void {
    logger.warn({ files: this.place.files, error: traceOf(error) }, message);
  }

  private async runAll(run: Run, isOpen: () => boolean, works: RunWorks<Answer>): Promise<void> {
    // Results are written while the next rows run.
    let written: Promise<void> = Promise.resolve();
    for (let last: Row | null = null; isOpen(); ) {
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
