import { cellsOfLine, type LineCells } from './line-cells.js';
import { type Line, LineSplitter, MAX_TEXT } from './line-splitter.js';

const MAX_LINES = 50;

/**
 * One row of a CSV file: the physical line at which it begins, counted from 1, its text as it came, and its cells with
 * line breaks as LF. A row whose quote is never closed has no cells and consists of its first line.
 */
export type CsvRow = { line: number; text: string; cells: string[] | null };

/** Whether the cells of a single line are a whole row's, whatever a quote that is still open makes of them. */
export type LooksLikeRow = (cells: readonly string[]) => boolean;

/** A line with what it is found to be, so that a row read anew costs nothing. */
type WaitingLine = Line & { alone?: LineCells; within?: LineCells; isRow?: boolean };

function alone(line: WaitingLine): LineCells {
  line.alone ??= cellsOfLine(line.text, false);
  return line.alone;
}

function within(line: WaitingLine): LineCells {
  line.within ??= cellsOfLine(line.text, true);
  return line.within;
}

function textOf(lines: readonly Line[]): string {
  const text = lines
    .map((line, index) => (index < lines.length - 1 ? line.text + line.end : line.text))
    .join('');
  // Half a character, left by a cut, can't be stored, nor can NUL.
  const whole = text.length < MAX_TEXT ? text : text.slice(0, MAX_TEXT).replace(/\p{Cs}/gu, '');
  return whole.replaceAll('\0', '\u2400');
}

function joined(lines: readonly WaitingLine[]): string[] {
  const [first, ...others] = lines as [WaitingLine, ...WaitingLine[]];
  const cells = [...alone(first).cells];
  for (const line of others) {
    const [rest, ...more] = within(line).cells;
    cells.push(`${cells.pop()}\n${rest}`, ...more);
  }
  return cells;
}

/**
 * Reads the text of a CSV file that arrives in pieces, the header first, and never holds more than one row of at most
 * 50 lines and 64 K characters. A quote that stays open beyond that, or up to a line that is a row of its own, costs
 * only the line in which it opened.
 */
export class CsvReader {
  private readonly splitter = new LineSplitter();
  private waiting: WaitingLine[] = [];
  /** How many of the waiting lines are known to belong to the open row, and the characters in them. */
  private reached = 0;
  private size = 0;
  private looksLikeRow: LooksLikeRow | null = null;

  /** `shapeOf` says by the header's cells what a row looks like. */
  constructor(private readonly shapeOf: (header: readonly string[]) => LooksLikeRow) {}

  /** The rows that are complete with this piece. */
  push(piece: string): CsvRow[] {
    return this.take(this.splitter.push(piece));
  }

  /** The rows that are left when no more is to come. */
  end(): CsvRow[] {
    const rows = this.take(this.splitter.end());
    while (this.waiting.length > 0) {
      rows.push(this.give(1, true));
      this.complete(rows);
    }
    return rows;
  }

  private take(lines: readonly Line[]): CsvRow[] {
    const rows: CsvRow[] = [];
    for (const line of lines) {
      this.waiting.push(line);
      this.complete(rows);
    }
    return rows;
  }

  /** Adds the rows that the waiting lines make up; what remains waiting is one row that is still open. */
  private complete(rows: CsvRow[]): void {
    while (this.reached < this.waiting.length) {
      const line = this.waiting[this.reached] as WaitingLine;
      const isFirst = this.reached === 0;
      this.reached += 1;
      this.size += line.text.length + line.end.length;
      if (isFirst && !line.isCut && line.text.trim() === '') this.leave(1);
      else if (this.isBeyond(line, isFirst)) rows.push(this.give(1, true));
      else if (!(isFirst ? alone(line) : within(line)).isOpen) rows.push(this.give(this.reached, false));
      else if (this.reached === MAX_LINES) rows.push(this.give(1, true));
    }
  }

  private isBeyond(line: WaitingLine, isFirst: boolean): boolean {
    if (line.isCut || this.size > MAX_TEXT + line.end.length) return true;
    if (isFirst || this.looksLikeRow === null) return false;
    line.isRow ??= this.looksLikeRow(alone(line).cells);
    return line.isRow;
  }

  private give(count: number, isBroken: boolean): CsvRow {
    const lines = this.leave(count);
    const cells = isBroken ? null : joined(lines);
    this.looksLikeRow ??= this.shapeOf(cells ?? []);
    return { line: lines[0]?.number ?? 0, text: textOf(lines), cells };
  }

  private leave(count: number): WaitingLine[] {
    this.reached = 0;
    this.size = 0;
    return this.waiting.splice(0, count);
  }
}
