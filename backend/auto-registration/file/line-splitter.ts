/** Lines longer than this are not held whole. */
export const MAX_TEXT = 65_536;

/** One physical line: its number from 1, its text, how it ended, and whether more of it was left out. */
export type Line = { number: number; text: string; end: string; isCut: boolean };

const LINE_END = /\r\n|\r|\n/g;

/** Cuts text that arrives in pieces into physical lines, ended by CRLF, LF or CR in any mix. */
export class LineSplitter {
  private started = '';
  private isCut = false;
  private number = 0;
  private heldCarriageReturn = '';

  /** The lines that end within this piece. */
  *push(piece: string): Generator<Line> {
    const text = this.heldCarriageReturn + piece;
    // Whether a line feed belongs to it is in the next piece.
    this.heldCarriageReturn = text.endsWith('\r') ? '\r' : '';
    const whole = this.heldCarriageReturn ? text.slice(0, -1) : text;
    let from = 0;
    for (const { 0: end, index } of whole.matchAll(LINE_END)) {
      this.take(whole.slice(from, index));
      yield this.finish(end);
      from = index + end.length;
    }
    this.take(whole.slice(from));
  }

  /** The last line, if the text did not end with a line end. */
  *end(): Generator<Line> {
    if (this.heldCarriageReturn) yield this.finish('\r');
    else if (this.started !== '') yield this.finish('');
  }

  private take(part: string): void {
    const left = MAX_TEXT - this.started.length;
    if (part.length > left) this.isCut = true;
    this.started += part.length > left ? part.slice(0, left) : part;
  }

  private finish(end: string): Line {
    this.number += 1;
    const line = { number: this.number, text: this.started, end, isCut: this.isCut };
    this.started = '';
    this.isCut = false;
    return line;
  }
}
