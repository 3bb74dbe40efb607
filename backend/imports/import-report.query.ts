import type { ImportResult, ImportSummary, RowOutcome } from '@wire/csv-imports.js';
import { sql } from 'kysely';
import type { HotelDatabase } from '../platform/database.js';
import type { RowResult } from './import-row.js';

type Choice = { outcome?: RowOutcome | undefined; afterLine?: number; limit?: number };

/** What became of an import's rows so far, in the order of the file. */
export async function importResults(
  database: HotelDatabase,
  importId: ImportSummary['id'],
  { outcome, afterLine = 0, limit }: Choice = {},
): Promise<ImportResult[]> {
  const outcomeIs = outcome === undefined ? sql`true` : sql`result->>'outcome' = ${outcome}`;
  const { rows } = await sql<{ line: number; result: RowResult; text: string | null }>`
    select line, result, case when result->>'outcome' = 'failed' then text end as text
    from csv_import_rows
    where import_id = ${importId} and line > ${afterLine} and result is not null and ${outcomeIs}
    order by line limit ${limit ?? null}`.execute(database);
  return rows.map(({ line, result, text }) => ({ line, ...result, text }));
}
