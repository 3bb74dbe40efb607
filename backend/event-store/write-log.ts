import type { Statements } from '../platform/pipeline.js';
import type { LogRow, RecordedEvent } from './event.js';
import { parseStream } from './event.js';
import type { StreamRegistry } from './event-codec.js';
import { chainHash } from './hash-chain.js';
import { KeyRing } from './key-ring.js';
import type { LogHead } from './log-head.js';
import { hasPersonalData, seal } from './personal-data.js';

/** The personal fields that an event holds a value for; such an event is sealed. */
function personalFieldsOf(registry: StreamRegistry, { stream, data }: RecordedEvent): readonly string[] {
  const fields = registry.get(parseStream(stream).category)?.personalFields ?? [];
  return hasPersonalData(data, fields) ? fields : [];
}

/**
 * Writes a batch's events to the log: personal data sealed, each row chained to the one before.
 * Returns the hash of the last. Never ON CONFLICT: a position or version that exists already must fail.
 */
export async function writeLog(
  client: Statements,
  registry: StreamRegistry,
  head: LogHead,
  events: readonly RecordedEvent[],
): Promise<Buffer> {
  const begun = new Set(events.filter(({ version }) => version === 1).map(({ stream }) => stream));
  const personal = events.filter((event) => personalFieldsOf(registry, event).length > 0);
  const known = new Set(personal.map(({ stream }) => stream).filter((stream) => !begun.has(stream)));
  const keys = await KeyRing.load(client, [...known]);
  let hash = head.hash;
  const hashes: Buffer[] = [];
  const rows = events.map((event): LogRow => {
    const { type, data, ...envelope } = event;
    const fields = personalFieldsOf(registry, event);
    const sealed = fields.length > 0 ? seal(data, fields, event.stream, keys.keyFor(event.stream)) : data;
    keys.pass(event);
    const row = { ...envelope, type, payload: JSON.stringify(sealed) };
    hash = chainHash(hash, row);
    hashes.push(hash);
    return row;
  });
  await keys.write(client);
  const column = <Name extends keyof LogRow>(name: Name): LogRow[Name][] => rows.map((row) => row[name]);
  await client.send({
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
