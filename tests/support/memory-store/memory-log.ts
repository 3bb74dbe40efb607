import { ERASING_EVENT } from '@domain/erased.js';
import { type LogRow, parseStream, type RecordedEvent } from '../../../backend/event-store/event.js';
import { decodeRow, type StreamRegistry } from '../../../backend/event-store/event-codec.js';
import { chainHash } from '../../../backend/event-store/hash-chain.js';
import { hasPersonalData, newKey, seal } from '../../../backend/event-store/personal-data.js';
import type { MemoryDatabase } from './memory-database.js';

function sealed(database: MemoryDatabase, registry: StreamRegistry, { stream, data }: RecordedEvent): object {
  const fields = registry.get(parseStream(stream).category)?.personalFields ?? [];
  if (!hasPersonalData(data, fields)) return data;
  const key = database.keys.get(stream) ?? newKey();
  database.keys.set(stream, key);
  return seal(data, fields, stream, key);
}

/** Adds events to the log: sealed, each chained to the one before; one that erases destroys its stream's key. */
export function appendRows(
  database: MemoryDatabase,
  registry: StreamRegistry,
  events: readonly RecordedEvent[],
): void {
  for (const event of events) {
    const { data, ...envelope } = event;
    const row: LogRow = { ...envelope, payload: JSON.stringify(sealed(database, registry, event)) };
    if (event.type === ERASING_EVENT) database.keys.delete(event.stream);
    database.rows.push({ ...row, hash: chainHash(database.hash, row) });
  }
}

/** The events after a position, decrypted and in today's form. */
export function eventsAfter(
  { rows, keys }: MemoryDatabase,
  registry: StreamRegistry,
  position: number,
): RecordedEvent[] {
  return rows.slice(position).map((row) => decodeRow(registry, row, keys.get(row.stream) ?? null));
}
