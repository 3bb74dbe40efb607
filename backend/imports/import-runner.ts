import { hash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { ImportedRow } from '@domain/imports/reservation-rooms.js';
import { Inject, Injectable } from '@nestjs/common';
import { type ImportSummary, ROW_OUTCOMES } from '@wire/csv-imports.js';
import { type NotNull, sql } from 'kysely';
import { Registry } from 'prom-client';
import { EventStore } from '../event-store/event-store.js';
import { FileRunMetrics, ResumableRuns } from '../event-store/resumable-runs.js';
import { ADVISORY_LOCKS } from '../platform/advisory-locks.js';
import { Clock } from '../platform/clock.js';
import type { HotelDatabase } from '../platform/database.js';
import { traceOf } from '../platform/errors.js';
import { derivedUuid, removeStaleFolders } from '../platform/incoming-file.js';
import { logger } from '../platform/logger.js';
import { CONFIG, DATABASE, DATABASE_URL, type PlatformConfig } from '../platform/platform.module.js';
import type { WriteContext } from '../platform/write-context.js';
import { IMPORT_STAGED } from './import-intake.js';
import { importRow, type RowResult, readReservation } from './import-row.js';
import { IMPORT_PROGRESS, importSummary } from './import-summaries.public.js';

/** An import in progress. */
type RunningImport = { id: number; uid: string; done: number; dryRun: boolean; write: WriteContext };

/** A row without a result; `step` is its place in the order of processing. */
export type WaitingRow = { line: number; step: number; digest: string; row: ImportedRow };

/** Rows per commit: the most that a save at the front desk waits for. */
const CHUNK_ROWS = 50;
const POLL_MS = 25;

/** Shown to staff for a row that failed with an unexpected error. */
const UNEXPECTED = '取り込み中にエラーが発生しました';

/** Runs the imports of the hotel, the oldest first, on one node at a time. */
@Injectable()
export class ImportRunner extends ResumableRuns<RunningImport, WaitingRow, RowResult> {
  constructor(
    @Inject(DATABASE_URL) databaseUrl: string,
    @Inject(DATABASE) database: HotelDatabase,
    store: EventStore,
    private readonly clock: Clock,
    metrics: FileRunMetrics = new FileRunMetrics(new Registry()),
    @Inject(CONFIG)
    private readonly config: Pick<PlatformConfig, 'importRetentionDays'> = { importRetentionDays: 90 },
  ) {
    const place = { databaseUrl, channel: IMPORT_STAGED, lock: ADVISORY_LOCKS.imports };
    const counted = { files: 'csv_imports', progress: IMPORT_PROGRESS, outcomes: ROW_OUTCOMES } as const;
    super({ ...place, ...counted }, store, database, metrics);
  }

  /** Waits until an import is done, on whatever node, but no longer than a timeout; returns its progress. */
  async finished(importId: number, timeoutMs: number): Promise<ImportSummary> {
    const deadline = performance.now() + timeoutMs;
    for (;;) {
      const summary = await importSummary(this.database, importId);
      if (!summary) throw new Error(`import ${importId} is gone`);
      if (summary.status !== 'running' || this.isClosed || performance.now() > deadline) return summary;
      await pause(POLL_MS);
    }
  }

  protected async next(dry: boolean): Promise<RunningImport | undefined> {
    const found = await this.database
      .selectFrom('csv_imports')
      .select(['id', 'uid', 'done', 'dry_run as dryRun'])
      .select(['staff_id as staffId', 'terminal', 'request_id as requestId'])
      .where('status', '=', 'running')
      .where('dry_run', '=', dry)
      .orderBy('failures')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    if (!found) return undefined;
    const { id, uid, done, dryRun, ...write } = found;
    return { id, uid, done, dryRun, write };
  }

  protected async workOf({ uid, write }: RunningImport, { line, digest, row }: WaitingRow) {
    const fingerprint = hash('sha256', digest, 'buffer');
    const idempotency = { key: derivedUuid('csv_import', uid, line), fingerprint };
    return importRow(row, { write, idempotency, clock: this.clock });
  }

  protected failed({ id }: RunningImport, { line, row }: WaitingRow, error: unknown): RowResult {
    logger.error({ import_id: id, line, stack: traceOf(error) }, 'a row could not be imported');
    return {
      outcome: 'failed',
      reason: null,
      detail: UNEXPECTED,
      csv_reservation_id: null,
      booking_id: null,
      booking_number: row.bookingNumber,
      reservation: readReservation(row),
      warnings: [],
      rooms: [],
    };
  }

  protected waitingRows({ id }: RunningImport, after: WaitingRow | null): Promise<WaitingRow[]> {
    return this.database
      .selectFrom('csv_import_rows')
      .select(['line', 'step', 'digest', 'row'])
      .where('import_id', '=', id)
      .where('step', '>', after?.step ?? 0)
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
  protected async writeResults(
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
      ), ${this.countWritten(id)}`.execute(this.database);
  }

  protected async resetDryRun({ id }: RunningImport): Promise<void> {
    await sql`
      with reset as (
        update csv_import_rows set result = null where import_id = ${id} and result is not null
      )
      update csv_imports set done = 0, counts = '{}' where id = ${id}`.execute(this.database);
  }

  /** Marks an import as done, notifies, and keeps the texts of failed rows only. */
  protected async finish({ id }: RunningImport): Promise<void> {
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

  protected async giveUp({ id }: RunningImport, reason: string): Promise<void> {
    await sql`
      with ended as (
        update csv_imports set status = 'failed', failure = ${reason}, finished_at = clock_timestamp()
        where id = ${id} and status = 'running'
      )
      select pg_notify(${IMPORT_PROGRESS}, ${String(id)})`.execute(this.database);
  }

  /**
   * Deletes dry runs older than a day, ended imports older than the time for which they are kept unless a newer one repeats
   * them, and temporary files of killed processes.
   */
  protected async cleanUp(): Promise<void> {
    const days = this.config.importRetentionDays;
    await sql`
      delete from csv_imports i
      where status <> 'running' and received_at < clock_timestamp() - interval '1 day'
        and (dry_run or received_at < clock_timestamp() - make_interval(days => ${days}::int))
        and not exists (select from csv_imports newer where newer.repeats = i.id)`.execute(this.database);
    await removeStaleFolders();
  }
}
