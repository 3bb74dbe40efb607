import type { Queryable } from '../platform/database.js';
import type { LogRow, RecordedEvent } from './event.js';
import { parseStream } from './event.js';
import type { StreamRegistry } from './event-codec.js';
import { chainHash } from './hash-chain.js';
import type { LogHead } from './log-head.js';
import { hasPersonalData, newKey, seal } from './personal-data.js';

async function keysFor(
  client: Queryable,
  registry: StreamRegistry,
  events: readonly RecordedEvent[],
): Promise<Map<string, Buffer>> {
  const personal = events.filter((event) =>
    hasPersonalData(event.data, registry.get(parseStream(event.stream).category)?.personalFields ?? []),
  );
  const begun = new Set(events.filter((event) => event.version === 1).map((event) => event.stream));
  const known = [...new Set(personal.map((event) => event.stream))].filter((stream) => !begun.has(stream));
  const keys = new Map<string, Buffer>();
  if (known.length > 0) {
    const { rows } = await client.query({
      name: 'read-keys',
      text: 'select stream, key from encryption_keys where stream = any($1::text[])',
      values: [known],
    });
    for (const row of rows) keys.set(row.stream, row.key);
  }
  const made = [...new Set(personal.map((event) => event.stream))].filter((stream) => !keys.has(stream));
  for (const stream of made) keys.set(stream, newKey());
  if (made.length > 0) {
    await client.query({
      name: 'insert-keys',
      text: 'insert into encryption_keys (stream, key) select * from unnest($1::text[], $2::bytea[])',
      values: [made, made.map((stream) => keys.get(stream))],
    });
  }
  return keys;
}

/**
 * Writes a batch's events to the log: personal data sealed, each row chained to the one before.
 * Returns the hash of the last. Never ON CONFLICT: a position or version that exists already must fail.
 */
export async function writeLog(
  client: Queryable,
  registry: StreamRegistry,
  head: LogHead,
  events: readonly RecordedEvent[],
): Promise<Buffer> {
  const keys = await keysFor(client, registry, events);
  let hash = head.hash;
  const hashes: Buffer[] = [];
  const rows = events.map((event): LogRow => {
    const { type, data, ...envelope } = event;
    const key = keys.get(event.stream);
    const fields = registry.get(parseStream(event.stream).category)?.personalFields ?? [];
    const sealed = key && hasPersonalData(data, fields) ? seal(data, fields, event.stream, key) : data;
    const row = { ...envelope, type, payload: JSON.stringify(sealed) };
    hash = chainHash(hash, row);
    hashes.push(hash);
    return row;
  });
  const column = <Name extends keyof LogRow>(name: Name): LogRow[Name][] => rows.map((row) => row[name]);
  await client.query({
    name: 'insert-events',
    text: `insert into event_log (position, stream, version, type, schema_version, payload, staff_id, terminal,
                                  request_id, recorded_at, hash)
           select * from unnest($1::bigint[], $2::text[], $3::int[], $4::text[], $5::smallint[], $6::json[],
                                $7::int[], $8::text[], $9::text[], $10::timestamptz[], $11::bytea[])`,
    values: [
      column('position'),
      column('stream'),
      column('version'),
      column('type'),
      column('schemaVersion'),
      column('payload'),
      column('staffId'),
      column('terminal'),
      column('requestId'),
      column('recordedAt'),
      hashes,
    ],
  });
  return hash;
}
