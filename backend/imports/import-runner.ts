import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { ChannelReservation } from '@domain/imports/channel-reservation.js';
import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { type ImportSummary, ROW_OUTCOMES } from '@wire/csv-imports.js';
import { type NotNull, sql } from 'kysely';
import { EventStore } from '../event-store/event-store.js';
import type { Work } from '../event-store/unit-of-work.js';
import { ADVISORY_LOCKS } from '../platform/advisory-locks.js';
import { Clock } from '../platform/clock.js';
import { type HotelDatabase, type Queryable, queryRow } from '../platform/database.js';
import { isUnavailable, traceOf } from '../platform/errors.js';
import { logger } from '../platform/logger.js';
import { NotificationListener } from '../platform/notification-listener.js';
import { DATABASE, DATABASE_URL } from '../platform/platform.module.js';
import type { WriteContext } from '../platform/write-context.js';
import { derivedUuid } from './import-file.js';
import { IMPORT_STAGED } from './import-intake.js';
import { importRow, type RowResult } from './import-row.js';
import { IMPORT_PROGRESS, importSummary } from './import-summaries.public.js';

/** An import in progress. */
type RunningImport = { id: number; dryRun: boolean; write: WriteContext };

/** A row without a result; `step` is its place in the order of processing. */
export type WaitingRow = { line: number; step: number; digest: string; row: ChannelReservation };

/** Rows per commit: the most that a save at the front desk waits for. */
const CHUNK_ROWS = 50;
const POLL_MS = 25;

/** Shown to staff for a row that failed with an unexpected error. */
const UNEXPECTED = '取り込み中にエラーが発生しました';

/** Runs works in order and resolves once their events are durable, or would be in a dry run. */
export type RunWorks = (works: readonly Work<RowResult>[]) => Promise<PromiseSettledResult<RowResult>[]>;

/** Runs works on the writer, beside commands of staff; they wait for room in its queue instead of failing. */
export const runOn =
  (store: EventStore): RunWorks =>
  (works) =>
    Promise.allSettled(works.map((work) => store.execute({ ...work, waits: true })));

function failedResult(error: unknown, importId: number, { line, row }: WaitingRow): RowResult {
  if (isUnavailable(error)) throw error;
  logger.error({ import_id: importId, line, stack: traceOf(error) }, 'a row could not be imported');
  return {
    outcome: 'failed',
    reason: null,
    detail: UNEXPECTED,
    csv_reservation_id: null,
    booking_id: null,
    booking_number: row.bookingNumber,
    warnings: [],
    rooms: [],
  };
}

/** Imports a few rows in order; one that meets an unexpected error fails without affecting the others. */
export async function runChunk(
  running: RunningImport,
  rows: readonly WaitingRow[],
  clock: Clock,
  run: RunWorks,
): Promise<RowResult[]> {
  const { id, write } = running;
  const works = rows.map(({ line, digest, row }) => {
    const fingerprint = createHash('sha256').update(digest).digest();
    const idempotency = { key: derivedUuid('csv_import', id, line), fingerprint };
    return importRow(row, { write, idempotency, clock });
  });
  const answers = await run(works);
  return rows.map((row, index) => {
    const answer = answers[index];
    return answer?.status === 'fulfilled' ? answer.value : failedResult(answer?.reason, id, row);
  });
}

/**
 * Runs the imports of the hotel, the oldest first, on one node at a time: the one that holds an advisory lock, which the
 * database releases when the connection ends. After a crash, rows committed before it answer by their idempotency key.
 */
@Injectable()
export class ImportRunner implements BeforeApplicationShutdown {
  private readonly listener: NotificationListener;
  private closed = false;

  constructor(
    @Inject(DATABASE_URL) databaseUrl: string,
    @Inject(DATABASE) private readonly database: HotelDatabase,
    private readonly store: EventStore,
    private readonly clock: Clock,
  ) {
    this.listener = new NotificationListener(databaseUrl, IMPORT_STAGED, (client) => this.runWaiting(client));
  }

  /** Starts running imports, those that wait and those to come. */
  start(): Promise<void> {
    return this.listener.start();
  }

  /** Stops after the current rows; the next start, or another node, resumes there. */
  async beforeApplicationShutdown(): Promise<void> {
    this.closed = true;
    await this.listener.close();
  }

  /** Waits until an import is done, on whatever node, but no longer than a timeout; returns its progress. */
  async finished(importId: number, timeoutMs: number): Promise<ImportSummary> {
    const deadline = performance.now() + timeoutMs;
    for (;;) {
      const summary = await importSummary(this.database, importId);
      if (!summary) throw new Error(`import ${importId} is gone`);
      if (summary.status === 'done' || this.closed || performance.now() > deadline) return summary;
      await pause(POLL_MS);
    }
  }

  private async runWaiting(client: Queryable): Promise<void> {
    // The lock belongs to the session of the listener's connection, which Kysely does not see.
    const lock = `select pg_try_advisory_lock(${ADVISORY_LOCKS.imports}) as locked`;
    const { locked } = await queryRow<{ locked: boolean }>(client, lock);
    if (!locked) return;
    try {
      while (this.listener.isOpen(client) && (await this.runOldest(client)));
    } finally {
      // A lost connection has released the lock already.
      await client.query(`select pg_advisory_unlock(${ADVISORY_LOCKS.imports})`).catch(() => undefined);
    }
  }

  /** Runs the oldest import that is not done; false when there is none. */
  private async runOldest(client: Queryable): Promise<boolean> {
    const found = await this.database
      .selectFrom('csv_imports')
      .select([
        'id',
        'done',
        'dry_run as dryRun',
        'staff_id as staffId',
        'terminal',
        'request_id as requestId',
      ])
      .where('status', '=', 'running')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    if (!found) return false;
    const { id, done, dryRun, ...write } = found;
    const running = { id, dryRun, write };
    if (!dryRun) {
      await this.runRows(running, client, runOn(this.store));
      return true;
    }
    if (done > 0) await this.resetDryRun(id);
    const opened = await this.store.dryRun();
    try {
      await this.runRows(running, client, (works) => opened.execute(works));
    } finally {
      await opened.close();
    }
    return true;
  }

  private async runRows(running: RunningImport, client: Queryable, run: RunWorks): Promise<void> {
    // Results are written while the next rows run.
    let written: Promise<void> = Promise.resolve();
    for (let step = 0; this.listener.isOpen(client); ) {
      const rows = await this.waitingRows(running.id, step);
      const last = rows.at(-1);
      if (!last) {
        await written;
        return this.finish(running.id);
      }
      const [results] = await Promise.all([runChunk(running, rows, this.clock, run), written]);
      written = this.writeResults(running, rows, results);
      written.catch(() => undefined); // Awaited, and thrown, in the next round.
      step = last.step;
    }
    await written;
  }

  /** The next rows without a result, in the order of processing. */
  private waitingRows(importId: number, afterStep: number): Promise<WaitingRow[]> {
    return this.database
      .selectFrom('csv_import_rows')
      .select(['line', 'step', 'digest', 'row'])
      .where('import_id', '=', importId)
      .where('step', '>', afterStep)
      .where('result', 'is', null)
      .$narrowType<{ row: NotNull }>()
      .orderBy('step')
      .limit(CHUNK_ROWS)
      .execute();
  }

  /**
   * Writes the results of rows, counts them and notifies, in one statement. It drops the content of the rows, but for the
   * texts of failed ones; a dry run, which may have to start over, keeps all until its end.
   */
  private async writeResults(
    { id, dryRun }: RunningImport,
    rows: readonly WaitingRow[],
    results: readonly RowResult[],
  ): Promise<void> {
    await sql`
      with written as (
        update csv_import_rows r set
          result = w.result,
          row = case when ${dryRun} then r.row end,
          text = case when ${dryRun} or w.result->>'outcome' = 'failed' then r.text end
        from unnest(${rows.map(({ line }) => line)}::int[],
                    ${results.map((result) => JSON.stringify(result))}::json[]) as w (line, result)
        where r.import_id = ${id} and r.line = w.line and r.result is null
        returning w.result->>'outcome' as outcome
      ), counted as (
        select outcome, count(*)::int as n from written group by outcome
      ), moved as (
        update csv_imports i set
          done = i.done + (select coalesce(sum(n), 0) from counted),
          counts = (
            select jsonb_object_agg(o.outcome, coalesce((i.counts->>o.outcome)::int, 0) + coalesce(n, 0))
            from unnest(${[...ROW_OUTCOMES]}::text[]) as o (outcome) left join counted using (outcome))
        where i.id = ${id}
      )
      select pg_notify(${IMPORT_PROGRESS}, ${String(id)})`.execute(this.database);
  }

  /** Deletes the results of an interrupted dry run, whose uncommitted changes are lost. */
  private async resetDryRun(id: number): Promise<void> {
    await sql`
      with reset as (
        update csv_import_rows set result = null where import_id = ${id} and result is not null
      )
      update csv_imports set done = 0, counts = '{}' where id = ${id}`.execute(this.database);
  }

  /** Marks an import as done, notifies, and keeps the texts of failed rows only. */
  private async finish(id: number): Promise<void> {
    await sql`
      with emptied as (
        update csv_import_rows set row = null, text = case when result->>'outcome' = 'failed' then text end
        where import_id = ${id} and row is not null
      ), finished as (
        update csv_imports set status = 'done', finished_at = clock_timestamp()
        where id = ${id} and status = 'running'
      )
      select pg_notify(${IMPORT_PROGRESS}, ${String(id)})`.execute(this.database);
  }
}
