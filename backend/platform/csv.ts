import { stringify } from 'csv-stringify/sync';

/** A row of a file for spreadsheets. */
export type CsvRow = readonly (string | number | null | undefined)[];

const OPTIONS = { escape_formulas: true, record_delimiter: 'windows' } as const;

/** A file for spreadsheets: UTF-8 with BOM, formulas escaped. */
export function csvText(headings: CsvRow, rows: readonly CsvRow[]): string {
  return stringify([headings, ...rows], { ...OPTIONS, bom: true });
}

/** Such a file while it is read, page by page. */
export async function* csvPages(
  headings: CsvRow,
  pages: AsyncIterable<CsvRow[]> | Iterable<CsvRow[]>,
): AsyncGenerator<string> {
  yield csvText(headings, []);
  for await (const rows of pages) yield stringify(rows, OPTIONS);
}
