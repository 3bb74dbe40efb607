import { hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { countText } from '@domain/calendar/stay-text.js';
import { headerIndex } from '@domain/move-in/guess-mapping.js';
import { headerWord } from '@domain/move-in/header-words.js';
import { CsvError, parse } from 'csv-parse';
import {
  decodedFile,
  type FileEncoding,
  findEncoding,
  refusedFile,
  storable,
  withinLineLimits,
} from '../platform/incoming-file.js';

/** A line of a file: its number from 1 and its cells. */
export type FileRow = { line: number; cells: string[] };

/** A file's columns, and the rows below them. */
export type OpenedFile = { header: FileRow; rows: AsyncGenerator<FileRow> };

const MAX_ROWS = 100_000;
/** Rows of a file with those whose cells are all empty. */
const MAX_RECORDS = 2 * MAX_ROWS;
const MAX_COLUMNS = 200;
const MAX_RECORD = 300_000;
const TITLE_ROWS = 10;
/** The prefix of cells that look like formulas, as this product and others write it. */
const GUARDED = /^'(?=[=+\-@\t\r＝＋－＠])/;
/** Excel's own files: zip archives, or the format before them. */
const WORKBOOKS = ['504b0304', 'd0cf11e0'];

const WORKBOOK = refusedFile(
  'workbook',
  'Excelのファイルはそのままでは読み込めません。Excelで開き、「名前を付けて保存」でファイルの種類「CSV UTF-8(コンマ区切り)」を選んで保存してから、そのファイルを選択してください。',
);
const UNKNOWN_ENCODING = refusedFile(
  'unknown_encoding',
  'ファイルの文字コードを判別できません。UTF-8かShift_JISのCSVファイルを選択してください。',
);
const NO_ROWS = refusedFile(
  'no_rows',
  'ファイルに予約が1行もありません。見出しの行と予約の行があるファイルを選択してください。',
);
const TOO_MANY_ROWS = refusedFile(
  'too_many_rows',
  `ファイルの行数が${countText(MAX_ROWS)}件を超えています。分割してから選択してください。`,
);
const TOO_MANY_COLUMNS = refusedFile('too_many_columns', `ファイルの列が${MAX_COLUMNS}列を超えています。`);

async function requireText(path: string): Promise<FileEncoding> {
  if (WORKBOOKS.includes(await text(createReadStream(path, { end: 3, encoding: 'hex' })))) throw WORKBOOK;
  const encoding = await findEncoding(path);
  if (encoding === null) throw UNKNOWN_ENCODING;
  return encoding;
}

/** The sign that separates most cells of the first lines. */
async function findDelimiter(path: string, encoding: FileEncoding): Promise<string> {
  for await (const chunk of decodedFile(path, encoding)) {
    const counted = [',', '\t', ';'].map((sign) => ({ sign, count: chunk.split(sign).length }));
    const [most] = counted.sort((a, b) => b.count - a.count);
    if (most && chunk.trim() !== '') return most.sign;
  }
  return ',';
}

const cleaned = (cells: readonly string[]): string[] =>
  cells.map((cell) => storable(cell.replace(GUARDED, '')).trim());

/** Every line that is not blank, in constant memory. */
async function* linesOf(path: string): AsyncGenerator<FileRow> {
  const encoding = await requireText(path);
  const parser = parse({
    bom: true,
    delimiter: await findDelimiter(path, encoding),
    info: true,
    max_record_size: MAX_RECORD,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    // For a row of another width, as a blank line is, the parser makes an error, which takes its time.
    skip_empty_lines: true,
  });
  const records: AsyncIterable<{ record: string[]; info: { lines: number; empty_lines: number } }> = parser;
  const fed = pipeline(withinLineLimits(decodedFile(path, encoding)), parser);
  fed.catch(() => undefined); // The parser, which it destroys, throws the same.
  let line = 0;
  let blankLines = 0;
  let count = 0;
  try {
    for await (const { record, info } of records) {
      count += 1;
      if (count > MAX_RECORDS) throw TOO_MANY_ROWS;
      const cells = cleaned(record);
      const breaks = record.reduce((sum, cell) => sum + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 0);
      line = info.lines;
      blankLines = info.empty_lines;
      if (cells.some((cell) => cell !== '')) yield { line: line - breaks, cells };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const begun = line + (parser.info.empty_lines - blankLines) + 1;
    throw refusedFile(
      'broken_row',
      `${begun}行目から始まる引用符「"」が閉じていないか、その行が長すぎます。`,
    );
  }
}

/** Opens a file of another system, in UTF-8 or CP932, its cells separated by commas, tabs or semicolons; refuses any other. */
export async function openMoveInFile(path: string): Promise<OpenedFile> {
  const lines = linesOf(path);
  const first: FileRow[] = [];
  while (first.length < TITLE_ROWS) {
    const { value, done } = await lines.next();
    if (done) break;
    first.push(value);
  }
  const at = headerIndex(first.map(({ cells }) => cells));
  const header = first[at];
  if (!header || first.length < at + 2) throw NO_ROWS;
  if (header.cells.length > MAX_COLUMNS) throw TOO_MANY_COLUMNS;
  async function* rows(width: number): AsyncGenerator<FileRow> {
    let count = 0;
    const counted = ({ line, cells }: FileRow): FileRow => {
      count += 1;
      if (count > MAX_ROWS) throw TOO_MANY_ROWS;
      return { line, cells: cells.slice(0, width) };
    };
    for (const row of first.slice(at + 1)) yield counted(row);
    for await (const row of lines) yield counted(row);
  }
  return { header, rows: rows(header.cells.length) };
}

/** Returns what files with the same columns in the same order share, whatever their rows are. */
export function headerSignature(header: readonly string[]): string {
  return hash('sha256', JSON.stringify(header.map(headerWord)));
}
