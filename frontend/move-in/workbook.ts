import { strFromU8, unzipSync } from 'fflate';
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

/** Limits of a workbook: parts, bytes unpacked, and of each sheet lines, cells a line, and cells in all, empty ones included. */
export type WorkbookLimits = { parts: number; bytes: number; lines: number; cells: number; area: number };

/** Lines and cells a line are those of a CSV file. */
const LIMITS: WorkbookLimits = {
  parts: 10_000,
  bytes: 150_000_000,
  lines: 1_000_000,
  cells: 10_000,
  area: 20_000_000,
};

const LETTERS = 26;
const FIRST_LETTER = 64;

/** The number of a column, 1 for A. */
const columnOf = (letters: string): number =>
  [...letters].reduce((number, letter) => number * LETTERS + letter.charCodeAt(0) - FIRST_LETTER, 0);

/** Refuses a part whose rows and cells are numbered beyond the limits: all that is skipped would be filled with empty cells. */
function requireBoundedSheet(xml: string, limits: WorkbookLimits): void {
  let [lines, cells] = [0, 0];
  for (const [, , place = ''] of xml.matchAll(/\sr\s*=\s*(["'])(.*?)\1/gs)) {
    const [, letters, digits] = /^([A-Z]{0,3})(\d{1,8})$/.exec(place) ?? [];
    if (letters === undefined) throw new RangeError(`no place of a cell: ${place.slice(0, 20)}`);
    lines = Math.max(lines, Number(digits));
    cells = Math.max(cells, columnOf(letters));
  }
  if (lines > limits.lines || cells > limits.cells || lines * cells > limits.area)
    throw new RangeError(`${lines} lines of ${cells} cells are too many`);
}

/** Refuses an archive that unpacks to more than the limits, before anything is made of it. */
function requireBounded(file: ArrayBuffer, limits: WorkbookLimits): void {
  const archive = new Uint8Array(file);
  let [parts, bytes] = [0, 0];
  unzipSync(archive, {
    filter({ originalSize }) {
      parts += 1;
      bytes += originalSize;
      return false;
    },
  });
  if (parts > limits.parts || bytes > limits.bytes) throw new RangeError(`${bytes} bytes are too many`);
  const isSheet = ({ name }: { name: string }) => name.endsWith('.xml');
  for (const part of Object.values(unzipSync(archive, { filter: isSheet })))
    requireBoundedSheet(strFromU8(part), limits);
}

/** The largest sheet of an .xlsx workbook; rejects for whatever is none, and for one beyond the limits. */
export async function readSheet(file: ArrayBuffer, limits = LIMITS): Promise<SheetText> {
  requireBounded(file, limits);
  const sheets = await readWorkbook(file);
  const [largest] = [...sheets].sort((a, b) => b.data.length - a.data.length);
  const rows = (largest?.data ?? []).map((cells) => cells.map((cell) => quoted(textOf(cell))).join(','));
  return { name: largest && sheets.length > 1 ? largest.sheet : null, csv: rows.join('\r\n') };
}
