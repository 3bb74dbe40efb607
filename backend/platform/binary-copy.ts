import { to as copyTo } from 'pg-copy-streams';
import type { LongRunningClient } from './long-running-client.js';

const HEADER_BYTES = 19;
const HIGH_HALF = 2 ** 32;

/** Reads the fields of one row in PostgreSQL's binary COPY format, in order. */
export class BinaryFields {
  private bytes: Buffer = Buffer.alloc(0);
  private at = 0;

  /** Moves to the row that begins at `start`; returns its end, or null when the row is incomplete. */
  open(bytes: Buffer, start: number): number | null {
    if (start + 2 > bytes.length) return null;
    const fields = bytes.readInt16BE(start);
    if (fields < 0) return null; // The end of the copy.
    let end = start + 2;
    for (let field = 0; field < fields; field++) {
      if (end + 4 > bytes.length) return null;
      end += 4 + Math.max(0, bytes.readInt32BE(end));
    }
    if (end > bytes.length) return null;
    this.bytes = bytes;
    this.at = start + 2;
    return end;
  }

  /** A smallint, integer or bigint that is not null. */
  integer(): number {
    return this.optionalInteger() ?? Number.NaN;
  }

  /** A smallint, integer or bigint. */
  optionalInteger(): number | null {
    const start = this.next();
    if (start === null) return null;
    const { bytes, at } = this;
    if (at - start === 8) return bytes.readInt32BE(start) * HIGH_HALF + bytes.readUInt32BE(start + 4);
    return at - start === 4 ? bytes.readInt32BE(start) : bytes.readInt16BE(start);
  }

  /** A text or json that is not null. */
  text(): string {
    return this.optionalText() ?? '';
  }

  /** A text or json. */
  optionalText(): string | null {
    const start = this.next();
    return start === null ? null : this.bytes.toString('utf8', start, this.at);
  }

  /** A bytea, copied out of the shared chunk. */
  binary(): Buffer | null {
    const start = this.next();
    return start === null ? null : Buffer.from(this.bytes.subarray(start, this.at));
  }

  private next(): number | null {
    const length = this.bytes.readInt32BE(this.at);
    const start = this.at + 4;
    this.at = start + Math.max(0, length);
    return length < 0 ? null : start;
  }
}

/** Streams the rows of a query by binary COPY: several times as fast as an ordinary query. */
export async function* copiedRows<Row>(
  client: LongRunningClient,
  select: string,
  read: (fields: BinaryFields) => Row,
): AsyncGenerator<Row[]> {
  const fields = new BinaryFields();
  let rest: Buffer = Buffer.alloc(0);
  let at = HEADER_BYTES;
  const stream = client.query(copyTo(`copy (${select}) to stdout (format binary)`));
  try {
    for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
      const bytes: Buffer = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
      const rows: Row[] = [];
      for (let end = fields.open(bytes, at); end !== null; end = fields.open(bytes, at)) {
        rows.push(read(fields));
        at = end;
      }
      rest = bytes.subarray(at);
      at = Math.max(0, at - bytes.length); // The rest of an incomplete header.
      yield rows;
    }
  } finally {
    stream.resume(); // After an early return the connection is usable once the rest has been drained.
  }
}
