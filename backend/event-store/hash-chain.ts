import { createHash } from 'node:crypto';
import type { LogRow } from './event.js';

/** The hash before the first event. */
export const GENESIS_HASH = Buffer.alloc(32);

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
  return createHash('sha256').update(previous).update(envelope).digest();
}
