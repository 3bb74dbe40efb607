import readWorkbook, { type CellValue } from 'read-excel-file/universal';

/** A workbook's largest sheet: its name where there are others, and its rows as CSV. */
export type SheetText = { name: string | null; csv: string };

const EXCEL_EPOCH_YEAR = 1900;

/** A cell as staff see it: a date, a time, or both. */
function textOf(cell: CellValue | Date | null): string {
  if (!(cell instanceof Date)) return cell === null ? '' : String(cell);
  const [day = '', time = ''] = cell.toISOString().slice(0, 16).split('T');
  if (cell.getUTCFullYear() <= EXCEL_EPOCH_YEAR) return time;
  return time === '00:00' ? day : `${day} ${time}`;
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** The largest sheet of an .xlsx workbook; rejects for whatever is none. */
export async function readSheet(file: ArrayBuffer): Promise<SheetText> {
  const sheets = await readWorkbook(file);
  const [largest] = [...sheets].sort((a, b) => b.data.length - a.data.length);
  const rows = (largest?.data ?? []).map((cells) => cells.map((cell) => quoted(textOf(cell))).join(','));
  return { name: largest && sheets.length > 1 ? largest.sheet : null, csv: rows.join('\r\n') };
}
