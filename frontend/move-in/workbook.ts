import { strFromU8, unzipSync, zipSync } from 'fflate';
import readWorkbook, { type CellValue } from 'read-excel-file/universal';
import { hiddenSheets, shownParts, type WorkbookParts } from './shown-parts.js';

/** A workbook's largest sheet: its name where there are others, and its rows as CSV. */
export type SheetText = { name: string | null; csv: string };

/** The days that Excel counts from, by default and in workbooks begun on a Macintosh, and the longest time of day or stretch of hours. */
const EPOCHS_MS = [Date.UTC(1899, 11, 30), Date.UTC(1904, 0, 1)];
const LONGEST_TIME_MS = 100 * 3_600_000;

/** The hours since an epoch, over 24 where it is the night after: 26:15. Null for a date. */
function timeText(instant: number): string | null {
  const epoch = EPOCHS_MS.find((day) => instant >= day && instant < day + LONGEST_TIME_MS);
  if (epoch === undefined) return null;
  const minutes = Math.floor((instant - epoch) / 60_000);
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

/** A cell as staff see it: a date, a time, or both. */
function textOf(cell: CellValue | Date | null): string {
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE';
  if (!(cell instanceof Date)) return cell === null ? '' : String(cell);
  const [day = '', time = ''] = cell.toISOString().slice(0, 16).split('T');
  return timeText(cell.getTime()) ?? (time === '00:00' ? day : `${day} ${time}`);
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

/** The parts of an archive; refuses one that unpacks to more than the limits, before anything is made of it. */
function boundedParts(file: ArrayBuffer, limits: WorkbookLimits): WorkbookParts {
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
  const texts = unzipSync(archive, { filter: ({ name }) => /\.(xml|rels)$/.test(name) });
  for (const part of Object.values(texts)) requireBoundedSheet(strFromU8(part), limits);
  return texts;
}

/**
 * The largest sheet of an .xlsx workbook among those that are shown; rejects for whatever is none, and for one beyond the
 * limits.
 */
export async function readSheet(file: ArrayBuffer, limits = LIMITS): Promise<SheetText> {
  const parts = boundedParts(file, limits);
  const hidden = hiddenSheets(parts);
  const sheets = await readWorkbook(Uint8Array.from(zipSync(shownParts(parts), { level: 0 })).buffer);
  const shown = sheets.filter(({ sheet }) => !hidden.has(sheet));
  const [largest] = (shown.length > 0 ? shown : sheets).sort((a, b) => b.data.length - a.data.length);
  const rows = (largest?.data ?? []).map((cells) => cells.map((cell) => quoted(textOf(cell))).join(','));
  return { name: largest && sheets.length > 1 ? largest.sheet : null, csv: rows.join('\r\n') };
}
