import type { ImportResult, ImportSummary, RowOutcome } from '@wire/csv-imports.js';
import { sql } from 'kysely';
import { type CsvRow, csvPages } from '../platform/csv.js';
import type { HotelDatabase } from '../platform/database.js';
import type { RowResult } from './import-row.js';
import { repeatedRows } from './repeated-import.js';

type OlderResult = Omit<RowResult, 'reservation'> & { reservation?: undefined };
type Filter = { outcome?: RowOutcome | undefined; afterLine?: number; limit?: number };

/** The results of an import's rows so far, in the order of the file. */
export async function importResults(
  database: HotelDatabase,
  importId: ImportSummary['id'],
  { outcome, afterLine = 0, limit }: Filter = {},
): Promise<ImportResult[]> {
  const outcomeIs = outcome === undefined ? sql`true` : sql`result->>'outcome' = ${outcome}`;
  const { rows } = await sql<{ line: number; result: RowResult | OlderResult; text: string | null }>`
    select line, result, case when result->>'outcome' = 'failed' then text end as text
    from (
      select line, result, text from csv_import_rows where import_id = ${importId}
      union all ${repeatedRows(importId)}
    ) own
    where line > ${afterLine} and result is not null and ${outcomeIs}
    order by line limit ${limit ?? null}`.execute(database);
  return rows.map(({ line, result, text }) => {
    const { reservation = null } = result; // Older results have none.
    return { line, ...result, reservation, text };
  });
}

const HEADINGS = ['行番号', '予約番号', '理由', '詳細', '原文'];
const BATCH_ROWS = 1_000;

/** The failed rows of an import as a file for spreadsheets. */
export function failedRowsCsv(database: HotelDatabase, importId: number): AsyncGenerator<string> {
  return csvPages(HEADINGS, failedRows(database, importId));
}

async function* failedRows(database: HotelDatabase, importId: number): AsyncGenerator<CsvRow[]> {
  for (let afterLine = 0; ; ) {
    const rows = await importResults(database, importId, {
      outcome: 'failed',
      afterLine,
      limit: BATCH_ROWS,
    });
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map((row) => [row.line, row.booking_number, row.reason, row.detail, row.text]);
    afterLine = last.line;
  }
}
