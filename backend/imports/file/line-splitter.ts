/** The longest row, in characters; of a longer line only this much is kept. */
export const MAX_ROW = 300_000;

/** One physical line: its number from 1, its text, how it ended, and whether some of it was left out. */
export type Line = { number: number; text: string; end: string; isCut: boolean };

function place(found: number): number {
  return found === -1 ? Number.POSITIVE_INFINITY : found;
}

/** Cuts text that arrives in pieces into physical lines, ended by CRLF, LF or CR in any mix. */
export class LineSplitter {
  private started = '';
  private isCut = false;
  private number = 0;
  private heldCarriageReturn = '';

  /** The lines that end within this piece. */
  push(piece: string): Line[] {
    const text = this.heldCarriageReturn + piece;
    // Whether a line feed belongs to it is in the next piece.
    this.heldCarriageReturn = text.endsWith('\r') ? '\r' : '';
    const whole = this.heldCarriageReturn ? text.slice(0, -1) : text;
    const lines: Line[] = [];
    let from = 0;
    let feed = place(whole.indexOf('\n'));
    let carriageReturn = place(whole.indexOf('\r'));
    while (feed < whole.length || carriageReturn < whole.length) {
      const at = Math.min(feed, carriageReturn);
      const end = feed < carriageReturn ? '\n' : feed === carriageReturn + 1 ? '\r\n' : '\r';
      this.add(whole.slice(from, at));
      lines.push(this.finish(end));
      from = at + end.length;
      if (feed < from) feed = place(whole.indexOf('\n', from));
      if (carriageReturn < from) carriageReturn = place(whole.indexOf('\r', from));
    }
    this.add(whole.slice(from));
    return lines;
  }

  /** The last line, if the text did not end with a line end. */
  end(): Line[] {
    if (this.heldCarriageReturn) return [this.finish('\r')];
    return this.started === '' ? [] : [this.finish('')];
  }

  private add(part: string): void {
    const left = MAX_ROW - this.started.length;
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
