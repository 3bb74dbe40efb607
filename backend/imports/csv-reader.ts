import type { BrokenRow } from '@domain/imports/csv-reservation.js';
import { itemAt } from '@domain/records.js';

/** The longest row in characters; longer lines are truncated to it. */
const MAX_ROW = 300_000;

/** One physical line: its number from 1, its text, its line end, and whether it was truncated. */
export type Line = { number: number; text: string; end: string; isTruncated: boolean };

/** Splits chunks of text into physical lines, ended by CRLF, LF or CR in any mix. */
class LineSplitter {
  private partial = '';
  private isTruncated = false;
  private number = 0;
  private pendingCarriageReturn = '';

  /** The lines that end within this chunk. */
  push(chunk: string): Line[] {
    const text = this.pendingCarriageReturn + chunk;
    // Its line feed may come with the next chunk.
    this.pendingCarriageReturn = text.endsWith('\r') ? '\r' : '';
    const whole = this.pendingCarriageReturn ? text.slice(0, -1) : text;
    const lines: Line[] = [];
    let from = 0;
    for (const { 0: end, index } of whole.matchAll(/\r\n|\n|\r/g)) {
      this.add(whole.slice(from, index));
      lines.push(this.finish(end));
      from = index + end.length;
    }
    this.add(whole.slice(from));
    return lines;
  }

  /** The last line, if the text does not end with a line end. */
  end(): Line[] {
    if (this.pendingCarriageReturn) return [this.finish('\r')];
    return this.partial === '' ? [] : [this.finish('')];
  }

  private add(part: string): void {
    const left = MAX_ROW - this.partial.length;
    if (part.length > left) this.isTruncated = true;
    this.partial += part.length > left ? part.slice(0, left) : part;
  }

  private finish(end: string): Line {
    this.number += 1;
    const line = { number: this.number, text: this.partial, end, isTruncated: this.isTruncated };
    this.partial = '';
    this.isTruncated = false;
    return line;
  }
}

/**
 * The cells of one physical line; the last one continues in the next line when its quote is open. Lengths are those of the
 * raw cells in characters: of the first and the last one, and of the longest that ends in this line.
 */
export type LineCells = { cells: string[]; isOpen: boolean; first: number; last: number; longest: number };

/** Index of the quote that closes a cell, before a comma or the line's end; -1 when there is none. */
function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from);
  while (at !== -1) {
    const next = text[at + 1];
    if (next === undefined || next === ',') return at;
    at = text.indexOf('"', next === '"' ? at + 2 : at + 1);
  }
  return -1;
}

/**
 * Splits one line into cells by RFC 4180; with `isOpen` the line starts within a quoted cell of an earlier line. A quote
 * that neither opens nor closes a cell is an ordinary character.
 */
export function cellsOfLine(text: string, isOpen: boolean): LineCells {
  const cells: string[] = [];
  const lengths: number[] = [];
  const found = (isOpen: boolean): LineCells => {
    const ended = isOpen ? lengths.slice(0, -1) : lengths;
    const longest = ended.reduce((most, length) => Math.max(most, length), 0);
    return { cells, isOpen, first: lengths[0] ?? 0, last: lengths.at(-1) ?? 0, longest };
  };
  let from = 0;
  let inQuotes = isOpen;
  for (;;) {
    if (!inQuotes && text[from] === '"') {
      inQuotes = true;
      from += 1;
    }
    const close = inQuotes ? closingQuote(text, from) : text.indexOf(',', from);
    const cell = text.slice(from, close === -1 ? undefined : close);
    cells.push(inQuotes ? cell.replaceAll('""', '"') : cell);
    lengths.push(cell.length);
    if (close === -1) return found(inQuotes);
    from = inQuotes ? close + 2 : close + 1;
    if (inQuotes && close + 1 === text.length) return found(false);
    inQuotes = false;
  }
}

/** Returns whether an opening quote comes before any quote that could close a cell of an earlier line. */
export function opensBeforeClosing(text: string): boolean {
  const opening = /(?:^|,)"(?:"")*(?!")/.exec(text);
  if (opening === null) return false;
  const close = closingQuote(text, 0);
  return close === -1 || opening.index <= close;
}

/** The longest cell, and the longest raw text of a row, in characters. */
const MAX_CELL = 100_000;
const MAX_TEXT = 100_000;

/**
 * One row of a CSV file: its first physical line from 1, its raw text up to 100,000 characters, and its cells with LF line
 * breaks, or why it has none.
 */
export type CsvRow = { line: number; text: string } & (
  | { cells: string[] }
  | { cells: null; fault: BrokenRow }
);

/** True if the cells of a single line look like those of a whole row, ignoring an open quote of an earlier line. */
export type LooksLikeRow = (cells: readonly string[]) => boolean;

/** A line with its offset in the text and cached results, so that each line is split only once. */
type WaitingLine = Line & {
  start: number;
  alone?: LineCells;
  within?: LineCells;
  isRow?: boolean;
  /** True if it looks like a row and its quotes are its own. */
  beginsRow?: boolean;
  /** Numbers of cells started and of lines that look like a row, up to the end of this line. */
  seen?: { cells: number; rows: number };
};

/** End of a row: at one of the waiting lines, or broken. */
type Ending =
  | { isBroken: false; last: number }
  /** The cell is too long if a quote closes it in this line or later; 0 when it is too long anyway. */
  | { isBroken: true; tooLongFrom: number };

const UNCLOSED: Ending = { isBroken: true, tooLongFrom: Number.POSITIVE_INFINITY };
const TOO_LONG: Ending = { isBroken: true, tooLongFrom: 0 };

/** A row with an unclosed quote; it extends up to the next line that looks like a row. */
type UnclosedRow = { lines: Line[]; size: number; tooLongFrom: number; fault: BrokenRow };

/** Parses a line; tests count the calls. */
const PARSER = { cellsOfLine, opensBeforeClosing };

function textOf(lines: readonly Line[]): string {
  const text = lines
    .map((line, index) => (index < lines.length - 1 ? line.text + line.end : line.text))
    .join('');
  // PostgreSQL stores neither lone surrogates, left by truncation, nor NUL.
  const whole = text.length < MAX_TEXT ? text : text.slice(0, MAX_TEXT).replace(/\p{Cs}/gu, '');
  return whole.replaceAll('\0', '\u2400');
}

/**
 * Parses the chunks of a CSV file, header first, holding at most one row of 300,000 characters. A quoted cell extends up to
 * its closing quote within 100,000 characters. Without one the row is broken and ends before the next line that looks like
 * a row. It is broken as well when the closing quote belongs to a line that looks like a row: one that opens a cell there,
 * or one that would end a row of fewer cells than the header; and when lines that look like rows stand in the cell and the
 * quote closes one that its own line has opened.
 */
export class CsvReader {
  private readonly splitter = new LineSplitter();
  private lines: WaitingLine[] = [];
  /** Characters in all lines so far. */
  private size = 0;
  /** Index of the first line of the current row. */
  private first = 0;
  /** Index of the next line to examine; the lines before it leave the current row open. */
  private next = 0;
  /** Index of the last examined line that closes one cell and opens another. */
  private reopened = 0;
  private seen = { cells: 0, rows: 0 };
  private unclosed: UnclosedRow | null = null;
  private looksLikeRow: LooksLikeRow | null = null;
  private width = 0;

  /** `shapeOf` derives from the header what a row looks like. */
  constructor(
    private readonly shapeOf: (header: readonly string[]) => LooksLikeRow,
    private readonly parser = PARSER,
  ) {}

  /** The rows completed by this chunk. */
  push(chunk: string): CsvRow[] {
    return this.take(this.splitter.push(chunk), false);
  }

  /** The remaining rows at the end of the file. */
  end(): CsvRow[] {
    const rows = this.take(this.splitter.end(), true);
    if (this.unclosed) rows.push(this.brokenRow(this.unclosed));
    this.unclosed = null;
    return rows;
  }

  private take(lines: readonly Line[], isEnd: boolean): CsvRow[] {
    for (const line of lines) {
      this.lines.push({ ...line, start: this.size });
      this.size += line.text.length + line.end.length;
    }
    const rows: CsvRow[] = [];
    for (;;) {
      const line = this.lines[this.first];
      if (line === undefined || !this.advance(line, rows, isEnd)) break;
    }
    this.lines.splice(0, this.first);
    this.next -= this.first;
    this.reopened -= this.first;
    this.first = 0;
    return rows;
  }

  /** Advances by one row, or by one line of an unclosed row; false when more lines are needed. */
  private advance(line: WaitingLine, rows: CsvRow[], isEnd: boolean): boolean {
    if (this.unclosed && this.isRow(line)) {
      rows.push(this.brokenRow(this.unclosed));
      this.unclosed = null;
    }
    if (this.unclosed) this.extend(this.unclosed, line);
    else if (line.isTruncated || line.text.trim() !== '') {
      const ending = this.ending(line, isEnd);
      if (ending === null) return false;
      if (!ending.isBroken) {
        rows.push(this.wholeRow(ending.last));
        this.first = ending.last;
      } else {
        const { tooLongFrom } = ending;
        const fault = tooLongFrom === 0 ? '備考が長すぎます' : '引用符が閉じていません';
        const broken = { lines: [line], size: line.text.length, tooLongFrom, fault } satisfies UnclosedRow;
        if (this.alone(line).isOpen) this.unclosed = broken;
        else rows.push(this.brokenRow(broken));
      }
    }
    this.first += 1;
    return true;
  }

  /** Returns how the current row ends; null when more lines are needed. */
  private ending(first: WaitingLine, isEnd: boolean): Ending | null {
    const own = this.alone(first);
    if (first.isTruncated || own.longest > MAX_CELL) return TOO_LONG;
    if (!own.isOpen) return { isBroken: false, last: this.first };
    if (this.next <= this.first) {
      first.seen = this.seen;
      this.next = this.first + 1;
    }
    for (; this.next < this.lines.length; this.next += 1) {
      const line = itemAt(this.lines, this.next);
      const ending = this.endingAt(line, first);
      if (ending) return ending;
      if (this.within(line).cells.length > 1) this.reopened = this.next;
      this.seen = this.seenAt(line);
      line.seen = this.seen;
    }
    return isEnd ? UNCLOSED : null;
  }

  /** Returns whether the current row ends, or is broken, at the next line; null when it stays open. */
  private endingAt(line: WaitingLine, first: WaitingLine): Ending | null {
    line.beginsRow ??= this.isRow(line) && this.parser.opensBeforeClosing(line.text);
    if (line.beginsRow) return UNCLOSED;
    const { longest, isOpen, first: length } = this.within(line);
    if (line.start + length - this.openedAt(first) > MAX_CELL)
      return { isBroken: true, tooLongFrom: line.number };
    const isLong = line.start + line.text.length - first.start > MAX_ROW;
    if (line.isTruncated || longest > MAX_CELL || isLong) return TOO_LONG;
    if (isOpen) return null;
    const { cells, rows } = this.seenAt(line);
    const before = first.seen ?? this.seen;
    const isWhole = this.alone(first).cells.length + cells - before.cells >= this.width;
    const isSwallowing = rows > before.rows && (!isWhole || this.parser.opensBeforeClosing(line.text));
    return isSwallowing ? UNCLOSED : { isBroken: false, last: this.next };
  }

  private seenAt(line: WaitingLine): { cells: number; rows: number } {
    const { cells, rows } = this.seen;
    return { cells: cells + this.within(line).cells.length - 1, rows: rows + (this.isRow(line) ? 1 : 0) };
  }

  /** Offset of the cell that is open before the next line. */
  private openedAt(first: WaitingLine): number {
    const line = this.reopened > this.first ? this.lines[this.reopened] : undefined;
    const { start, text } = line ?? first;
    return start + text.length - (line ? this.within(line) : this.alone(first)).last;
  }

  private isRow(line: WaitingLine): boolean {
    if (this.looksLikeRow === null) return false;
    if (line.isRow === undefined) {
      // Cells are only cached for lines that look like rows.
      const found = line.alone ?? this.parser.cellsOfLine(line.text, false);
      line.isRow = this.looksLikeRow(found.cells);
      if (line.isRow) line.alone = found;
    }
    return line.isRow;
  }

  private alone(line: WaitingLine): LineCells {
    line.alone ??= this.parser.cellsOfLine(line.text, false);
    return line.alone;
  }

  private within(line: WaitingLine): LineCells {
    line.within ??= this.parser.cellsOfLine(line.text, true);
    return line.within;
  }

  private closes(line: WaitingLine): boolean {
    return line.isTruncated || !this.within(line).isOpen || this.within(line).cells.length > 1;
  }

  private joined(lines: readonly WaitingLine[]): string[] {
    const cells = [...this.alone(itemAt(lines, 0)).cells];
    for (const line of lines.slice(1)) {
      const [rest, ...more] = this.within(line).cells;
      cells.push(`${cells.pop()}\n${rest}`);
      for (const cell of more) cells.push(cell);
    }
    return cells;
  }

  private extend(row: UnclosedRow, line: WaitingLine): void {
    if (row.size < MAX_TEXT) row.lines.push(line);
    row.size += line.end.length + line.text.length;
    if (line.number >= row.tooLongFrom && this.closes(line)) row.fault = '備考が長すぎます';
  }

  private wholeRow(last: number): CsvRow {
    const lines = this.lines.slice(this.first, last + 1);
    const cells = this.joined(lines);
    this.readHeader(cells);
    return { line: lines[0]?.number ?? 0, text: textOf(lines), cells };
  }

  private brokenRow({ lines, fault }: UnclosedRow): CsvRow {
    this.readHeader([]);
    return { line: lines[0]?.number ?? 0, text: textOf(lines), cells: null, fault };
  }

  private readHeader(cells: readonly string[]): void {
    if (this.looksLikeRow !== null) return;
    this.looksLikeRow = this.shapeOf(cells);
    this.width = cells.length;
  }
}
