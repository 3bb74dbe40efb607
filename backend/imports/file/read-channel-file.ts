import { invalid } from '@domain/broken-rule.js';
import type { ChannelReservation } from '@domain/imports/channel-reservation.js';
import { readRow } from '@domain/imports/read-row.js';
import { refusal } from '../../platform/errors.js';
import { type Columns, cellsByColumn, columnsOf, missingColumns, rowShape } from './columns.js';
import { CsvReader, type CsvRow } from './csv-reader.js';
import { decodedFile, type FileEncoding, findEncoding } from './find-encoding.js';
import { rowDigest } from './row-digest.js';

export const MAX_ROWS = 100_000;

/** One row of a channel file: the physical line at which it begins, its text as it came, and what it says. */
export type ChannelFileRow = { line: number; text: string; reservation: ChannelReservation };

const refused = (code: string, message: string) => refusal([invalid(code, 'file', message)]);

const UNKNOWN_ENCODING =
  'ファイルの文字コードを判別できません。UTF-8またはShift_JISのCSVファイルを指定してください。';
const NO_HEADER = 'ファイルに見出し行がありません。手間いらずから出力したCSVファイルを指定してください。';
const TOO_MANY_ROWS = `ファイルの行数が${MAX_ROWS.toLocaleString('en')}件を超えています。分割してから取り込んでください。`;

/** The rows of a file, as many at a time as come with one piece of it. */
async function* csvRows(path: string, encoding: FileEncoding): AsyncGenerator<CsvRow[]> {
  const reader = new CsvReader(rowShape);
  for await (const piece of decodedFile(path, encoding)) yield reader.push(piece);
  yield reader.end();
}

function headerColumns(header: CsvRow): Columns {
  if (header.cells === null) throw refused('no_header', NO_HEADER);
  const columns = columnsOf(header.cells);
  const missing = missingColumns(columns);
  if (missing.length === 0) return columns;
  throw refused('missing_columns', `ファイルに必要な列がありません: ${missing.join('、')}`);
}

function channelFileRow(row: CsvRow, columns: Columns, timezone: string): ChannelFileRow {
  const { line, text, cells } = row;
  const known = cellsByColumn(columns, cells);
  const broken = row.cells === null ? row.fault : null;
  return { line, text, reservation: readRow(known, { digest: rowDigest(known, text), timezone, broken }) };
}

/**
 * Reads the channel manager's file row by row, in flat memory; blank lines are no rows. A row that is wrong comes with
 * its fault, a file that is wrong as a whole is refused (422), be it after some of its rows.
 */
export async function* readChannelFile(
  path: string,
  { timezone }: { timezone: string },
): AsyncGenerator<ChannelFileRow> {
  const encoding = await findEncoding(path);
  if (encoding === null) throw refused('unknown_encoding', UNKNOWN_ENCODING);
  let columns: Columns | null = null;
  let count = 0;
  for await (const rows of csvRows(path, encoding)) {
    for (const row of rows) {
      if (columns === null) {
        columns = headerColumns(row);
        continue;
      }
      count += 1;
      if (count > MAX_ROWS) throw refused('too_many_rows', TOO_MANY_ROWS);
      yield channelFileRow(row, columns, timezone);
    }
  }
  if (columns === null) throw refused('no_header', NO_HEADER);
}
