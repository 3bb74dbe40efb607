import type { ChannelReservation } from '@domain/imports/channel-reservation.js';
import { ROW_OUTCOMES } from '@wire/csv-imports.js';
import { sql } from 'kysely';
import type { HotelDatabase } from '../platform/database.js';
import type { WriteContext } from '../platform/write-context.js';
import type { RowResult } from './import-row.js';
import { IMPORT_PROGRESS } from './import-summaries.public.js';

/** An import in progress. */
export type RunningImport = { id: number; dryRun: boolean; write: WriteContext };

/** A row without a result; `step` is its place in the order of processing. */
export type WaitingRow = { line: number; step: number; digest: string; row: ChannelReservation };

/** The oldest import that is not done, with the number of its rows that have a result. */
export async function nextRunning(
  database: HotelDatabase,
): Promise<(RunningImport & { done: number }) | null> {
  const found = await database
    .selectFrom('csv_imports')
    .select(['id', 'done', 'dry_run', 'staff_id', 'terminal', 'request_id'])
    .where('status', '=', 'running')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (!found) return null;
  const { id, done, dry_run, staff_id, terminal, request_id } = found;
  return { id, done, dryRun: dry_run, write: { staffId: staff_id, terminal, requestId: request_id } };
}

/** The next rows without a result, in the order of processing. */
export async function waitingRows(
  database: HotelDatabase,
  importId: number,
  afterStep: number,
  limit: number,
): Promise<WaitingRow[]> {
  const rows = await database
    .selectFrom('csv_import_rows')
    .select(['line', 'step', 'digest', 'row'])
    .where('import_id', '=', importId)
    .where('step', '>', afterStep)
    .where('result', 'is', null)
    .orderBy('step')
    .limit(limit)
    .execute();
  return rows.map(({ line, step, digest, row }) => ({
    line,
    step,
    digest,
    row: row as ChannelReservation,
  }));
}

/**
 * Writes the results of rows, counts them and notifies, in one statement. It drops the content of the rows, but for the
 * texts of failed ones; a dry run, which may have to start over, keeps all until its end.
 */
export async function writeResults(
  database: HotelDatabase,
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
    select pg_notify(${IMPORT_PROGRESS}, ${String(id)})`.execute(database);
}

/** Deletes the results of an interrupted dry run, whose uncommitted changes are lost. */
export async function resetDryRun(database: HotelDatabase, importId: number): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('csv_import_rows')
      .set({ result: null })
      .where('import_id', '=', importId)
      .where('result', 'is not', null)
      .execute();
    await transaction
      .updateTable('csv_imports')
      .set({ done: 0, counts: '{}' })
      .where('id', '=', importId)
      .execute();
  });
}

/** Marks an import as done, notifies, and keeps the texts of failed rows only. */
export async function finishImport(database: HotelDatabase, importId: number): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await sql`
      update csv_import_rows set
        row = null, text = case when result->>'outcome' = 'failed' then text end
      where import_id = ${importId} and row is not null`.execute(transaction);
    await sql`
      update csv_imports set status = 'done', finished_at = clock_timestamp()
      where id = ${importId} and status = 'running'`.execute(transaction);
    await sql`select pg_notify(${IMPORT_PROGRESS}, ${String(importId)})`.execute(transaction);
  });
}
