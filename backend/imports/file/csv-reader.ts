import type { BrokenRow } from '@domain/imports/csv-reservation.js';
import { cellsOfLine, type LineCells, opensBeforeClosing } from './line-cells.js';
import { type Line, LineSplitter, MAX_ROW } from './line-splitter.js';

/** The longest cell, and how much of a row's text is given, in characters. */
const MAX_CELL = 100_000;
const MAX_TEXT = 100_000;

/**
 * One row of a CSV file: the physical line at which it begins, counted from 1, its text as it came, up to 100,000
 * characters, and its cells with line breaks as LF, or what keeps it from having any.
 */
export type CsvRow = { line: number; text: string } & (
  | { cells: string[] }
  | { cells: null; fault: BrokenRow }
);

/** Whether the cells of a single line are a whole row's, whatever a quote that is still open makes of them. */
export type LooksLikeRow = (cells: readonly string[]) => boolean;

/** A line, where it begins in the text, and what it is found to be, so that a row read anew costs nothing. */
type WaitingLine = Line & {
  start: number;
  alone?: LineCells;
  within?: LineCells;
  isRow?: boolean;
  /** Whether it looks like a row and the quotes in it are that row's own. */
  beginsRow?: boolean;
  /** How many cells began, and how many lines looked like a row, up to its end in the lines that were looked through. */
  seen?: { cells: number; rows: number };
};

/** How a row ends: at which of the waiting lines, or not at all. */
type Ending =
  | { isBroken: false; last: number }
  /** A closing quote in this line or a later one says that the cell was too long; 0 that it is so anyway. */
  | { isBroken: true; tooLongFrom: number };

const UNCLOSED: Ending = { isBroken: true, tooLongFrom: Number.POSITIVE_INFINITY };
const TOO_LONG: Ending = { isBroken: true, tooLongFrom: 0 };

/** A row whose quote is not closed, as far as it was read: it goes on up to the next line that looks like a row. */
type OpenEnded = { lines: Line[]; size: number; tooLongFrom: number; fault: BrokenRow };

/** How a line is looked through. */
const LOOK = { cellsOfLine, opensBeforeClosing };

function textOf(lines: readonly Line[]): string {
  const text = lines
    .map((line, index) => (index < lines.length - 1 ? line.text + line.end : line.text))
    .join('');
  // Half a character, left by a cut, can't be stored, nor can NUL.
  const whole = text.length < MAX_TEXT ? text : text.slice(0, MAX_TEXT).replace(/\p{Cs}/gu, '');
  return whole.replaceAll('\0', '\u2400');
}

/**
 * Reads the text of a CSV file that arrives in pieces, the header first, and holds no more than one row of at most
 * 300,000 characters. A quoted cell goes on up to its closing quote, which comes within 100,000 characters. Where none
 * comes the row is broken and ends before the next line that looks like a row. So it does where lines that look like
 * rows show that the quote belongs to one of them: it opens a cell there, or closes a row of fewer cells than the header.
 */
export class CsvReader {
  private readonly splitter = new LineSplitter();
  private lines: WaitingLine[] = [];
  /** Characters in all the lines so far. */
  private size = 0;
  /** The line with which the row begins that is read now. */
  private first = 0;
  /** The lines before this one, and after the first, are looked through: they leave a row that is open there open. */
  private next = 0;
  /** The last of them in which one cell is closed and another opened. */
  private reopened = 0;
  private seen = { cells: 0, rows: 0 };
  private openEnded: OpenEnded | null = null;
  private looksLikeRow: LooksLikeRow | null = null;
  private width = 0;

  /** `shapeOf` says by the header's cells what a row looks like. */
  constructor(
    private readonly shapeOf: (header: readonly string[]) => LooksLikeRow,
    private readonly look = LOOK,
  ) {}

  /** The rows that are complete with this piece. */
  push(piece: string): CsvRow[] {
    return this.take(this.splitter.push(piece), false);
  }

  /** The rows that are left when no more is to come. */
  end(): CsvRow[] {
    const rows = this.take(this.splitter.end(), true);
    if (this.openEnded) rows.push(this.brokenRow(this.openEnded));
    this.openEnded = null;
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
      if (line === undefined || !this.goOn(line, rows, isEnd)) break;
    }
    this.lines.splice(0, this.first);
    this.next -= this.first;
    this.reopened -= this.first;
    this.first = 0;
    return rows;
  }

  /** Goes on by one row, or by one line of one that is open-ended; false when more lines are needed for that. */
  private goOn(line: WaitingLine, rows: CsvRow[], isEnd: boolean): boolean {
    if (this.openEnded && this.isRow(line)) {
      rows.push(this.brokenRow(this.openEnded));
      this.openEnded = null;
    }
    if (this.openEnded) this.prolong(this.openEnded, line);
    else if (line.isCut || line.text.trim() !== '') {
      const ending = this.ending(line, isEnd);
      if (ending === null) return false;
      if (!ending.isBroken) {
        rows.push(this.wholeRow(ending.last));
        this.first = ending.last;
      } else {
        const { tooLongFrom } = ending;
        const fault = tooLongFrom === 0 ? '備考が長すぎます' : '引用符が閉じていません';
        const broken = { lines: [line], size: line.text.length, tooLongFrom, fault } satisfies OpenEnded;
        if (this.alone(line).isOpen) this.openEnded = broken;
        else rows.push(this.brokenRow(broken));
      }
    }
    this.first += 1;
    return true;
  }

  /** Where the row ends that begins with the first line; null when that can't be said yet. */
  private ending(first: WaitingLine, isEnd: boolean): Ending | null {
    const own = this.alone(first);
    if (first.isCut || own.longest > MAX_CELL) return TOO_LONG;
    if (!own.isOpen) return { isBroken: false, last: this.first };
    if (this.next <= this.first) {
      first.seen = this.seen;
      this.next = this.first + 1;
    }
    for (; this.next < this.lines.length; this.next += 1) {
      const line = this.lines[this.next] as WaitingLine;
      const ending = this.endingAt(line, first);
      if (ending) return ending;
      if (this.within(line).cells.length > 1) this.reopened = this.next;
      this.seen = this.seenAt(line);
      line.seen = this.seen;
    }
    return isEnd ? UNCLOSED : null;
  }

  /** Whether the row that begins with the first line ends at the next one, or is broken there. */
  private endingAt(line: WaitingLine, first: WaitingLine): Ending | null {
    line.beginsRow ??= this.isRow(line) && this.look.opensBeforeClosing(line.text);
    if (line.beginsRow) return UNCLOSED;
    const { longest, isOpen, first: length } = this.within(line);
    if (line.start + length - this.openedAt(first) > MAX_CELL)
      return { isBroken: true, tooLongFrom: line.number };
    const isLong = line.start + line.text.length - first.start > MAX_ROW;
    if (line.isCut || longest > MAX_CELL || isLong) return TOO_LONG;
    if (isOpen) return null;
    const { cells, rows } = this.seenAt(line);
    const before = first.seen ?? this.seen;
    const isWhole = this.alone(first).cells.length + cells - before.cells >= this.width;
    return rows > before.rows && !isWhole ? UNCLOSED : { isBroken: false, last: this.next };
  }

  private seenAt(line: WaitingLine): { cells: number; rows: number } {
    const { cells, rows } = this.seen;
    return { cells: cells + this.within(line).cells.length - 1, rows: rows + (this.isRow(line) ? 1 : 0) };
  }

  /** Where in the text the cell began that is open before the next line. */
  private openedAt(first: WaitingLine): number {
    const line = this.reopened > this.first ? this.lines[this.reopened] : undefined;
    const { start, text } = line ?? first;
    return start + text.length - (line ? this.within(line) : this.alone(first)).last;
  }

  private isRow(line: WaitingLine): boolean {
    if (this.looksLikeRow === null) return false;
    if (line.isRow === undefined) {
      // The cells of the many that look like none are not kept.
      const found = line.alone ?? this.look.cellsOfLine(line.text, false);
      line.isRow = this.looksLikeRow(found.cells);
      if (line.isRow) line.alone = found;
    }
    return line.isRow;
  }

  private alone(line: WaitingLine): LineCells {
    line.alone ??= this.look.cellsOfLine(line.text, false);
    return line.alone;
  }

  private within(line: WaitingLine): LineCells {
    line.within ??= this.look.cellsOfLine(line.text, true);
    return line.within;
  }

  private closes(line: WaitingLine): boolean {
    return line.isCut || !this.within(line).isOpen || this.within(line).cells.length > 1;
  }

  private joined(lines: readonly WaitingLine[]): string[] {
    const [first, ...others] = lines as [WaitingLine, ...WaitingLine[]];
    const cells = [...this.alone(first).cells];
    for (const line of others) {
      const [rest, ...more] = this.within(line).cells;
      cells.push(`${cells.pop()}\n${rest}`);
      for (const cell of more) cells.push(cell);
    }
    return cells;
  }

  private prolong(row: OpenEnded, line: WaitingLine): void {
    if (row.size < MAX_TEXT) row.lines.push(line);
    row.size += line.end.length + line.text.length;
    if (line.number >= row.tooLongFrom && this.closes(line)) row.fault = '備考が長すぎます';
  }

  private wholeRow(last: number): CsvRow {
    const lines = this.lines.slice(this.first, last + 1);
    const cells = this.joined(lines);
    this.knowHeader(cells);
    return { line: lines[0]?.number ?? 0, text: textOf(lines), cells };
  }

  private brokenRow({ lines, fault }: OpenEnded): CsvRow {
    this.knowHeader([]);
    return { line: lines[0]?.number ?? 0, text: textOf(lines), cells: null, fault };
  }

  private knowHeader(cells: readonly string[]): void {
    if (this.looksLikeRow !== null) return;
    this.looksLikeRow = this.shapeOf(cells);
    this.width = cells.length;
  }
}
