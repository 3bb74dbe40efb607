import { hash } from 'node:crypto';
import type { LogRow } from './event.js';

const HASH_BYTES = 32;
const MOST_BYTES_A_CHARACTER = 3;

/** The hash before the first event. */
export const GENESIS_HASH = Buffer.alloc(HASH_BYTES);

/** Where previous hash and envelope are laid side by side; millions of rows share it. */
let workspace = Buffer.alloc(8_192);

/** SHA-256 over the previous hash and the canonical envelope: a JSON array of the row's fields in fixed order. */
export function chainHash(previous: Buffer, row: LogRow): Buffer {
  const envelope = JSON.stringify([
    row.position,
    row.stream,
    row.version,
    row.type,
    row.schemaVersion,
    row.payload,
    row.staffId,
    row.terminal,
    row.requestId,
    row.recordedAt,
  ]);
  const most = HASH_BYTES + envelope.length * MOST_BYTES_A_CHARACTER;
  if (workspace.length < most) workspace = Buffer.alloc(most);
  previous.copy(workspace);
  const end = HASH_BYTES + workspace.write(envelope, HASH_BYTES);
  return hash('sha256', workspace.subarray(0, end), 'buffer');
}
