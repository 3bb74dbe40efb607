import { stringify } from 'csv-stringify/sync';
import type { HotelDatabase } from '../platform/database.js';
import { importResults } from './import-report.query.js';

const HEADINGS = ['行番号', '予約番号', '理由', '詳細', '原文'];
const ROWS_AT_A_TIME = 1_000;

const OPTIONS = { escape_formulas: true, record_delimiter: 'windows' } as const;

/** The failed rows of an import for a spreadsheet, piece by piece: UTF-8 with BOM, nothing in it is a formula. */
export async function* failedRowsCsv(database: HotelDatabase, importId: number): AsyncGenerator<string> {
  yield stringify([HEADINGS], { ...OPTIONS, bom: true });
  for (let afterLine = 0; ; ) {
    const rows = await importResults(database, importId, {
      outcome: 'failed',
      afterLine,
      limit: ROWS_AT_A_TIME,
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
