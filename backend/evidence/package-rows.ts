import type { LinkedRow } from '../event-store/chain-check.js';
import { readAhead } from '../event-store/read-range.js';
import type { Queryable } from '../platform/database.js';

/** A stored row as a package has it: the order of the members is the order in which they are hashed. */
function lineOf(row: LinkedRow): string {
  return JSON.stringify({
    position: row.position,
    stream: row.stream,
    version: row.version,
    type: row.type,
    schema_version: row.schemaVersion,
    payload: row.payload,
    staff_id: row.staffId,
    terminal: row.terminal,
    request_id: row.requestId,
    recorded_at: row.recordedAt,
    hash: row.hash?.toString('hex') ?? '',
  });
}

/** The stored rows of a range as lines, a range at a time. */
export async function* packageRows(client: Queryable, from: number, to: number): AsyncGenerator<Buffer> {
  for await (const { rows } of readAhead(client, from - 1, to)) {
    yield Buffer.from(rows.map((row) => `${lineOf(row)}\n`).join(''));
  }
}
