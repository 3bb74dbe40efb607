import { type ChainPlace, type LinkedRow, type LinkFault, nextLink } from './chain-check.js';

/** A statement of where the log stood, kept outside the database. */
export type LogMark = ChainPlace & { logId: string };

/**
 * What is wrong with a log at its first bad position. A hash that differs from a checkpoint's means that something
 * after `after`, the last checkpoint that fits, up to `position` was forged together with all that follows it.
 */
export type LogFault = {
  kind: LinkFault | 'time' | 'version' | 'head' | 'beyond-head' | 'cut-off' | 'checkpoint' | 'other-log';
  position: number;
  after?: number;
};

/** Follows the log row by row, and remembers what the next one must fit. */
export class LogVerification {
  private readonly marks: readonly LogMark[];
  private readonly versions: Map<string, number> | null;
  private nextMark = 0;
  private fitting: number;
  /** The instant of the last row, empty before the first. */
  lastInstant = '';

  constructor(
    public place: ChainPlace,
    marks: readonly LogMark[],
  ) {
    const inOrder = marks.toSorted((one, other) => one.position - other.position);
    this.marks = inOrder.filter(({ position }) => position >= place.position);
    this.fitting = inOrder.findLast(({ position }) => position < place.position)?.position ?? 0;
    this.versions = place.position === 0 ? new Map() : null;
  }

  /** Takes the next row; answers with what is wrong with it, null for nothing. */
  follow(row: LinkedRow): LogFault | null {
    const next = nextLink(row, this.place);
    // What comes again stands where all was right until now.
    if (next === 'repeated') return { kind: next, position: row.position };
    const position = this.place.position + 1;
    if (typeof next === 'string') return { kind: next, position };
    if (row.recordedAt < this.lastInstant) return { kind: 'time', position };
    if (this.versions && row.version !== (this.versions.get(row.stream) ?? 0) + 1) {
      return { kind: 'version', position };
    }
    this.versions?.set(row.stream, row.version);
    this.lastInstant = row.recordedAt;
    this.place = next;
    return this.compareMarks(next.hash);
  }

  /** Holds a hash against the checkpoints of the place that was reached. */
  compareMarks(hash: Buffer | null): LogFault | null {
    const { position } = this.place;
    for (
      let mark = this.marks[this.nextMark];
      mark?.position === position;
      mark = this.marks[this.nextMark]
    ) {
      if (!hash?.equals(mark.hash)) return { kind: 'checkpoint', position, after: this.fitting };
      this.nextMark += 1;
    }
    if (this.nextMark > 0) this.fitting = this.marks[this.nextMark - 1]?.position ?? this.fitting;
    return null;
  }
}
