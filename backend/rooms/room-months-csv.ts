import { type BrokenRule, type Decided, decided, invalid, refused } from '@domain/broken-rule.js';
import { countText, monthText } from '@domain/calendar/stay-text.js';
import { type Month, monthOf, parseDay } from '@domain/dates.js';
import { brokenStoreroomRule } from '@domain/room/decide-room-months.js';
import type { PlannedRoomMonth } from '@domain/room/room-month.js';
import { roomKey, roomText } from '@domain/room/room-number.js';
import { decodeFields } from '@wire/fields.js';
import { roomShape, traitsOf } from '@wire/room-months.js';
import { CsvError, parse } from 'csv-parse/sync';
import { withinLineLimits } from '../platform/incoming-file.js';
import { COLUMN_NAMES, COLUMNS, type ColumnName, NO, POSITION, YES } from './room-months-file.public.js';

/** Parses a flag; null when unreadable. */
function readFlagText(text: string): 0 | 1 | null {
  if (text === YES || text === '1') return 1;
  return text === NO || text === '0' ? 0 : null;
}

/** Parses a month as spreadsheets may write it: 2096年1月, 2096/1, 2096-01-01; null when unreadable. */
function readMonthText(text: string): Month | null {
  const [, year, month] = /^(\d{4})[年/.-](\d{1,2})(?:月|[/.-]0?1)?$/.exec(text.normalize('NFKC')) ?? [];
  const first = year && month ? parseDay(`${year}-${month.padStart(2, '0')}-01`) : null;
  return first && monthOf(first);
}

const MOST_ROWS = 5_000;
/** Lines with blank ones; each makes a record before it is known what is in it. */
const MOST_LINES = 20_000;
/** The prefix that `writeRoomMonths` adds to cells that look like formulas. */
const GUARDED = /^'(?=[=+\-@\t\r＝＋－＠])/;

/** `position` is null in a file without that column. */
type Row = { line: number; cells: Record<ColumnName, string>; position: string | null };

const fault = (line: number, message: string): BrokenRule =>
  invalid('bad_line', 'file', `${line}行目: ${message}`);
const wrongFile = (code: string, message: string): Decided<PlannedRoomMonth[]> =>
  refused(invalid(code, 'file', message));

function textOf(bytes: Uint8Array): string | null {
  for (const encoding of ['utf-8', 'shift_jis']) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {
      // Try the next encoding.
    }
  }
  return null;
}

function rowsOf(text: string): Decided<Row[]> {
  // The types of csv-parse lack the `info` form.
  const parsed = parse(text, {
    bom: true,
    info: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  }) as unknown as { record: string[]; info: { lines: number } }[];
  const [header, ...others] = parsed.map(({ record, info }) => ({
    line: info.lines,
    cells: record.map((cell) => cell.replace(GUARDED, '').trim()),
  }));
  const missing = COLUMN_NAMES.filter((name) => !header?.cells.includes(COLUMNS[name]));
  if (missing.length > 0) {
    const faults = missing.map((name) =>
      fault(header?.line ?? 1, `見出し「${COLUMNS[name]}」がありません。`),
    );
    return refused(...faults);
  }
  const place = header?.cells.indexOf(POSITION) ?? -1;
  const columns = COLUMN_NAMES.map((name) => [name, header?.cells.indexOf(COLUMNS[name]) ?? -1] as const);
  const rows = others.filter(({ cells }) => cells.some((cell) => cell !== ''));
  return decided(
    rows.map(({ line, cells }) => {
      const named = columns.map(([name, index]) => [name, cells[index] ?? '']);
      const position = place < 0 ? null : (cells[place] ?? '');
      return { line, cells: Object.fromEntries(named), position };
    }),
  );
}

/** Parses the place of a room: null for one by its number, NaN when unreadable. */
function readPosition(text: string): number | null {
  const figures = text.normalize('NFKC');
  if (figures === '') return null;
  return /^[1-9]\d{0,3}$/.test(figures) ? Number(figures) : Number.NaN;
}

function readRow({ cells, position: place }: Row): { details: PlannedRoomMonth } | { messages: string[] } {
  const { month: monthCell, corporate: corporateCell, ...texts } = cells;
  const month = readMonthText(monthCell);
  const corporate = readFlagText(corporateCell);
  const { values, unreadable } = decodeFields(roomShape, { ...texts, corporate: corporate ?? 0 });
  const messages = unreadable.map(({ message }) => message);
  if (month === null) messages.push('年月は「2026年11月」のように入力してください。');
  if (corporate === null) messages.push('法人専用は「はい」か「いいえ」で入力してください。');
  const position = place === null ? undefined : readPosition(place);
  if (Number.isNaN(position))
    messages.push('表示順は1から9999の数字で入力してください。空欄は部屋番号の順です。');
  if (messages.length > 0 || month === null) return { messages };
  const details = {
    ...{ ...traitsOf(values), roomNumber: values.room_number, month },
    ...(position !== undefined && { position }),
  } as PlannedRoomMonth;
  const storeroom = brokenStoreroomRule(details).map(({ message }) => message);
  return storeroom.length > 0 ? { messages: storeroom } : { details };
}

function readRows(rows: readonly Row[]): Decided<PlannedRoomMonth[]> {
  const read: PlannedRoomMonth[] = [];
  const broken: BrokenRule[] = [];
  const seen = new Map<string, number>();
  const places = new Map<string, number>();
  for (const row of rows) {
    const result = readRow(row);
    if ('messages' in result) {
      broken.push(...result.messages.map((message) => fault(row.line, message)));
      continue;
    }
    const { roomNumber, month } = result.details;
    const place = `${roomText(roomNumber)} ${monthText(month)}`;
    const key = `${roomKey(roomNumber)} ${month}`;
    const earlier = seen.get(key);
    if (earlier !== undefined) broken.push(fault(row.line, `${place}は${earlier}行目にもあります。`));
    seen.set(key, row.line);
    const position = result.details.position ?? null;
    const samePlace = position === null ? undefined : places.get(`${position} ${month}`);
    if (samePlace !== undefined)
      broken.push(fault(row.line, `${monthText(month)}の表示順${position}は${samePlace}行目にもあります。`));
    if (position !== null) places.set(`${position} ${month}`, row.line);
    read.push(result.details);
  }
  return broken.length > 0 ? refused(...broken) : decided(read);
}

/** Parses a room-months file in UTF-8 or CP932; every fault has its line. Throws RefusedError above the limits of lines. */
export async function readRoomMonths(bytes: Uint8Array): Promise<Decided<PlannedRoomMonth[]>> {
  const text = textOf(bytes);
  if (text === null) {
    return wrongFile(
      'unknown_encoding',
      'ファイルの文字コードを判別できません。UTF-8、Shift_JIS、UTF-16、EUC-JPのいずれかのCSVファイルを指定してください。',
    );
  }
  for await (const _text of withinLineLimits([text], MOST_LINES));
  try {
    const rows = rowsOf(text);
    if (!rows.ok) return rows;
    if (rows.value.length === 0) return wrongFile('no_rows', 'ファイルに部屋が1行もありません。');
    if (rows.value.length > MOST_ROWS) {
      const most = countText(MOST_ROWS);
      return wrongFile(
        'too_many_rows',
        `一度に取り込めるのは${most}行までです。分割してから取り込んでください。`,
      );
    }
    return readRows(rows.value);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = Number((error as CsvError & { lines?: number }).lines ?? 1);
    return refused(fault(line, '引用符「"」が閉じられていません。'));
  }
}
