import type { ImportResult, ImportSummary, RowOutcome } from '@wire/csv-imports.js';
import { stringify } from 'csv-stringify/sync';
import { sql } from 'kysely';
import type { HotelDatabase } from '../platform/database.js';
import type { RowResult } from './import-row.js';

type Filter = { outcome?: RowOutcome | undefined; afterLine?: number; limit?: number };

/** The results of an import's rows so far, in the order of the file. */
export async function importResults(
  database: HotelDatabase,
  importId: ImportSummary['id'],
  { outcome, afterLine = 0, limit }: Filter = {},
): Promise<ImportResult[]> {
  const outcomeIs = outcome === undefined ? sql`true` : sql`result->>'outcome' = ${outcome}`;
  const { rows } = await sql<{ line: number; result: RowResult; text: string | null }>`
    select line, result, case when result->>'outcome' = 'failed' then text end as text
    from csv_import_rows
    where import_id = ${importId} and line > ${afterLine} and result is not null and ${outcomeIs}
    order by line limit ${limit ?? null}`.execute(database);
  return rows.map(({ line, result, text }) => ({ line, ...result, text }));
}

const HEADINGS = ['行番号', '予約番号', '理由', '詳細', '原文'];
const BATCH_ROWS = 1_000;

const OPTIONS = { escape_formulas: true, record_delimiter: 'windows' } as const;

/** Streams the failed rows of an import as CSV for spreadsheets: UTF-8 with BOM, formulas escaped. */
export async function* failedRowsCsv(database: HotelDatabase, importId: number): AsyncGenerator<string> {
  yield stringify([HEADINGS], { ...OPTIONS, bom: true });
  for (let afterLine = 0; ; ) {
    const rows = await importResults(database, importId, {
      outcome: 'failed',
      afterLine,
      limit: BATCH_ROWS,
    });
    const last = rows.at(-1);
    if (!last) return;
    yield stringify(
      rows.map(({ line, booking_number, reason, detail, text }) => [
        line,
        booking_number,
        reason,
        detail,
        text,
      ]),
      OPTIONS,
    );
    afterLine = last.line;
  }
}
