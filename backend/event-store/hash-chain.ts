import { hash } from 'node:crypto';
import type { LogRow } from './event-stream.js';

const HASH_BYTES = 32;
const MOST_BYTES_A_CHARACTER = 3;

/** The hash before the first event. */
export const GENESIS_HASH = Buffer.alloc(HASH_BYTES);

/** Buffer for previous hash and envelope, reused for every row. */
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

/** A link of the chain: a position and the hash that the chain has there. */
export type ChainPlace = { position: number; hash: Buffer };

/** A row of the log with its hash; null when someone with the owner's rights removed it. */
export type LinkedRow = LogRow & { hash: Buffer | null };

/** Reason why a row does not follow a place: a missing or repeated position, or another hash. */
export type LinkFault = 'missing' | 'repeated' | 'hash';

/** The place that a stored row leads to, or why it does not follow the place before it. */
export function nextLink(row: LinkedRow, { position, hash }: ChainPlace): ChainPlace | LinkFault {
  if (row.position !== position + 1) return row.position > position + 1 ? 'missing' : 'repeated';
  const expected = chainHash(hash, row);
  return row.hash && expected.equals(row.hash) ? { position: row.position, hash: expected } : 'hash';
}

/** Follows stored rows from the place before them: the last one's place, or the first position that is bad. */
export function followChain(rows: readonly LinkedRow[], from: ChainPlace): ChainPlace | { broken: number } {
  let place = from;
  for (const row of rows) {
    const next = nextLink(row, place);
    if (typeof next === 'string') return { broken: place.position + 1 };
    place = next;
  }
  return place;
}
