import { recordOf } from '@domain/records.js';
import { type ImportSummary, type OutcomeCounts, ROW_OUTCOMES } from '@wire/csv-imports.js';
import { type RawBuilder, sql } from 'kysely';
import { utcText } from '../event-store/log-head.js';
import type { HotelDatabase } from '../platform/database.js';

/** NOTIFY channel for the progress of imports; the payload is the import's id. */
export const IMPORT_PROGRESS = 'csv_import';

const NO_COUNTS: OutcomeCounts = recordOf(ROW_OUTCOMES, () => 0);

/** Imports with their progress, selected by a condition on `csv_imports`, newest first. */
export async function importSummaries(
  database: HotelDatabase,
  condition: RawBuilder<boolean>,
  limit = 1_000,
): Promise<ImportSummary[]> {
  const rows = await database
    .selectFrom('csv_imports')
    .select(['id', 'file_name', 'dry_run', 'status', 'rows', 'done', 'counts', 'terminal', 'failure'])
    .select(sql<string>`${sql.raw(utcText('received_at'))}`.as('received_at'))
    .select(sql<string | null>`${sql.raw(utcText('finished_at'))}`.as('finished_at'))
    .where(condition)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ dry_run, counts, ...row }) => ({
    ...NO_COUNTS,
    ...(counts as Partial<OutcomeCounts>),
    ...row,
    dry_run: dry_run ? 1 : 0,
  }));
}

/** One import with its progress. */
export async function importSummary(database: HotelDatabase, id: number): Promise<ImportSummary | undefined> {
  const [summary] = await importSummaries(database, sql`id = ${id}`);
  return summary;
}
