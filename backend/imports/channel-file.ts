import { hash } from 'node:crypto';
import { countText } from '@domain/calendar/stay-text.js';
import { plainText } from '@domain/imports/channel-cells.js';
import {
  CHANNEL_COLUMNS,
  type ChannelColumn,
  type ChannelReservation,
  FURTHER_COLUMNS,
  NEEDED_COLUMNS,
  ROOM_COLUMNS,
  readRow,
} from '@domain/imports/channel-reservation.js';
import { ROW_KINDS } from '@domain/imports/csv-reservation.js';
import { FileNumbers, mayBeRounded, withoutNumber } from '@domain/imports/rounded-numbers.js';
import {
  decodedFile,
  type FileEncoding,
  findEncoding,
  refusedFile,
  withinLineLimits,
} from '../platform/incoming-file.js';
import { CsvReader, type CsvRow, type LooksLikeRow } from './csv-reader.js';
import { plainCsv } from './plain-csv.js';

/** Indexes of the known columns; of two with the same name the first counts. */
type Columns = { indexes: ReadonlyMap<ChannelColumn, number>; width: number };

/** Finds the known columns in a header, in any order. */
function columnsOf(header: readonly string[]): Columns {
  const names = header.map(plainText);
  const columns: readonly ChannelColumn[] = [...CHANNEL_COLUMNS, ...FURTHER_COLUMNS];
  const known = columns.map((column) => [column, names.indexOf(column)] as const);
  return { indexes: new Map(known.filter(([, index]) => index !== -1)), width: header.length };
}

/** The required columns that are missing. */
function missingColumns({ indexes }: Columns): string[] {
  const missing: string[] = NEEDED_COLUMNS.filter((column) => !indexes.has(column));
  return ROOM_COLUMNS.some((column) => indexes.has(column))
    ? missing
    : [...missing, ROOM_COLUMNS.join('または')];
}

/** A test whether a line starts a row: cells up to the last required column, and a known 予約区分. */
export function rowShape(header: readonly string[]): LooksLikeRow {
  const columns = columnsOf(header);
  const { indexes } = columns;
  if (missingColumns(columns).length > 0) return () => false;
  const rooms = ROOM_COLUMNS.map((column) => indexes.get(column) ?? Number.POSITIVE_INFINITY);
  const last = Math.max(...NEEDED_COLUMNS.map((column) => indexes.get(column) ?? 0), Math.min(...rooms));
  const kind = indexes.get('予約区分') ?? 0;
  return (cells) => cells.length > last && ROW_KINDS.some((word) => word === plainText(cells[kind] ?? ''));
}

/**
 * A row's cells by column; missing trailing cells are empty. An empty map for a row that has no cells or more cells than
 * the header, whose cells cannot be assigned to columns.
 */
function cellsByColumn({ indexes, width }: Columns, cells: readonly string[] | null): Map<string, string> {
  const known = new Map<string, string>();
  if (cells === null || cells.slice(width).some((cell) => cell.trim() !== '')) return known;
  for (const [column, index] of indexes) known.set(column, cells[index] ?? '');
  return known;
}

const DIGEST_LENGTH = 32;

/** Hash of a row's known cells, whatever the order of its columns; of its text when it has no cells. */
export function rowDigest(cells: ReadonlyMap<string, string>, text: string): string {
  const values = CHANNEL_COLUMNS.map((column) => (cells.get(column) ?? '').trim());
  return hash('sha256', cells.size === 0 ? text : JSON.stringify(values)).slice(0, DIGEST_LENGTH);
}

/** Most rows of a file. */
export const FILE_LIMIT = { rows: 100_000 };

/** One row of a channel file: its first physical line, its raw text and its content. */
export type ChannelFileRow = { line: number; text: string; reservation: ChannelReservation };

const UNKNOWN_ENCODING =
  'ファイルの文字コードを判別できません。UTF-8、Shift_JIS、UTF-16、EUC-JPのいずれかのCSVファイルを指定してください。';
const NO_HEADER = 'ファイルに見出し行がありません。手間いらずから出力したCSVファイルを指定してください。';
const tooManyRows = (most: number) =>
  `ファイルの行数が${countText(most)}件を超えています。分割してから取り込んでください。`;

/** Column names by which the header line is found. */
const HEADER_NAMES = ['予約番号', '予約区分'];

/** The rows of a file, in batches of one chunk of the file. */
async function* csvRows(path: string, encoding: FileEncoding): AsyncGenerator<CsvRow[]> {
  const reader = new CsvReader(rowShape);
  const text = plainCsv(withinLineLimits(decodedFile(path, encoding)), HEADER_NAMES);
  for await (const chunk of text) yield reader.push(chunk);
  yield reader.end();
}

/** Returns whether all cells of a row are empty or hold control characters, such as Ctrl-Z at the end of a file. */
const isBlank = ({ cells }: CsvRow): boolean => cells?.every((cell) => /^[\s\p{Cc}]*$/u.test(cell)) ?? false;

function headerColumns(header: CsvRow): Columns {
  if (header.cells === null) throw refusedFile('no_header', NO_HEADER);
  const columns = columnsOf(header.cells);
  const missing = missingColumns(columns);
  if (missing.length === 0) return columns;
  throw refusedFile('missing_columns', `ファイルに必要な列がありません: ${missing.join('、')}`);
}

type RowReading = { timezone: string; prepaidWords: ReadonlySet<string> };

/** Context of reading a file: the hotel's zone, its own folded words for what was paid in advance, most rows. */
export type ChannelReading = { timezone: string; prepaidWords?: readonly string[]; mostRows?: number };

function channelFileRow(row: CsvRow, columns: Columns, reading: RowReading): ChannelFileRow {
  const { line, text, cells } = row;
  const known = cellsByColumn(columns, cells);
  const broken = row.cells === null ? row.fault : null;
  return { line, text, reservation: readRow(known, { digest: rowDigest(known, text), broken, ...reading }) };
}

/**
 * Reads the channel manager's file row by row, skipping blank lines. An invalid row has a fault; an invalid file is refused
 * (422), possibly after some of its rows. Holds the booking numbers, and back to the end the rows whose number a spreadsheet
 * may have rounded: the other rows tell (channel-csv.md, identity).
 */
export async function* readChannelFile(path: string, how: ChannelReading): AsyncGenerator<ChannelFileRow> {
  const numbers = new FileNumbers();
  const held: ChannelFileRow[] = [];
  for await (const row of rowsOfFile(path, how)) {
    numbers.add(row.reservation);
    if (mayBeRounded(row.reservation)) held.push(row);
    else yield row;
  }
  for (const row of held) {
    const { reservation } = row;
    yield numbers.isRounded(reservation) ? { ...row, reservation: withoutNumber(reservation) } : row;
  }
}

async function* rowsOfFile(
  path: string,
  { timezone, prepaidWords = [], mostRows = FILE_LIMIT.rows }: ChannelReading,
): AsyncGenerator<ChannelFileRow> {
  const encoding = await findEncoding(path);
  if (encoding === null) throw refusedFile('unknown_encoding', UNKNOWN_ENCODING);
  const reading = { timezone, prepaidWords: new Set(prepaidWords) };
  let columns: Columns | null = null;
  let count = 0;
  for await (const rows of csvRows(path, encoding)) {
    for (const row of rows) {
      if (columns === null) {
        columns = headerColumns(row);
        continue;
      }
      if (isBlank(row)) continue;
      count += 1;
      if (count > mostRows) throw refusedFile('too_many_rows', tooManyRows(mostRows));
      yield channelFileRow(row, columns, reading);
    }
  }
  if (columns === null) throw refusedFile('no_header', NO_HEADER);
}
