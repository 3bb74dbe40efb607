import type { Queryable } from '../platform/database.js';
import type { LogRow, RecordedEvent } from './event.js';
import { decodeRow, type StreamRegistry } from './event-codec.js';
import { utcText } from './log-head.js';

/** What is read of a stored row, of `event_log e`. */
export const COLUMNS = `e.position, e.stream, e.version, e.type, e.schema_version as "schemaVersion",
  e.payload::text as payload, e.staff_id as "staffId", e.terminal, e.request_id as "requestId",
  ${utcText('e.recorded_at')} as "recordedAt"`;

/** A stored row with its stream's key and its hash. */
export type StoredRow = LogRow & { key: Buffer | null; hash: Buffer };

/** Stored rows after a position, in order, with their keys: what rebuild and verification read. */
export async function readRows(
  client: Queryable,
  after: number,
  upTo: number,
  limit: number,
): Promise<StoredRow[]> {
  const { rows } = await client.query({
    name: 'read-log',
    text: `select ${COLUMNS}, e.hash, k.key from event_log e left join encryption_keys k using (stream)
           where e.position > $1 and e.position <= $2 order by e.position limit $3`,
    values: [after, upTo, limit],
  });
  return rows;
}

/** The stored rows at positions, in order, with their keys. */
export async function readRowsAt(client: Queryable, positions: readonly number[]): Promise<StoredRow[]> {
  const { rows } = await client.query({
    name: 'read-rows-at',
    text: `select ${COLUMNS}, e.hash, k.key from event_log e left join encryption_keys k using (stream)
           where e.position = any($1::bigint[]) order by e.position`,
    values: [positions],
  });
  return rows;
}

/** All events of one stream, oldest first, decrypted and in today's form. */
export async function readStream(
  client: Queryable,
  registry: StreamRegistry,
  stream: string,
): Promise<RecordedEvent[]> {
  const { rows } = await client.query({
    name: 'read-stream',
    text: `select ${COLUMNS}, k.key from event_log e left join encryption_keys k using (stream)
           where e.stream = $1 order by e.version`,
    values: [stream],
  });
  return rows.map((row: StoredRow) => decodeRow(registry, row, row.key));
}

/** The stored rows of many streams, if asked for only up to a position, stream by stream, oldest first. */
export async function readStreamRows(
  client: Queryable,
  streams: readonly string[],
  upTo: number | null = null,
): Promise<StoredRow[]> {
  // Without `offset 0` a plan may read the whole log to find the events of many streams.
  const { rows } = await client.query({
    name: 'read-streams',
    text: `select e.*, k.key
           from unnest($1::text[]) with ordinality as wanted(stream, place)
           left join encryption_keys k using (stream)
           cross join lateral (select ${COLUMNS} from event_log e
                               where e.stream = wanted.stream and ($2::bigint is null or e.position <= $2)
                               offset 0) e
           order by wanted.place, e.version`,
    values: [streams, upTo],
  });
  return rows;
}

/** All events of many streams, stream by stream, oldest first, decrypted and in today's form. */
export async function readStreams(
  client: Queryable,
  registry: StreamRegistry,
  streams: readonly string[],
): Promise<RecordedEvent[]> {
  return (await readStreamRows(client, streams)).map((row) => decodeRow(registry, row, row.key));
}
