import type { Queryable } from '../platform/database.js';
import { UnreadableEventError } from '../platform/errors.js';
import {
  type AnyStream,
  checkEvent,
  type LogRow,
  latestVersion,
  parseStream,
  type RecordedEvent,
  type StreamRegistry,
} from './event-stream.js';
import type { LinkedRow } from './hash-chain.js';
import { utcText } from './log-head.js';
import { unseal } from './personal-data.js';

/** The columns of a stored row that are decoded into an event. */
export type StoredEvent = Pick<LogRow, 'stream' | 'position' | 'type' | 'schemaVersion' | 'payload'>;

function upcast(definition: AnyStream, { type, schemaVersion }: StoredEvent, data: object): object {
  const versions = definition.events[type];
  const latest = versions?.schemas.length ?? 0;
  if (!versions || schemaVersion > latest) throw new Error(`${type} version ${schemaVersion} is unknown`);
  if (schemaVersion === latest) return data;
  const lifted = versions.upcasters.slice(schemaVersion - 1).reduce((old, lift) => lift(old), data);
  return versions.schemas.at(-1)?.parse(lifted) as object;
}

/** Decrypts and upcasts the data of a stored event; throws with its position when it cannot be read. */
function decodeData(definition: AnyStream, row: StoredEvent, key: Buffer | null): object {
  try {
    return upcast(definition, row, unseal(JSON.parse(row.payload), row.stream, key));
  } catch (error) {
    throw new UnreadableEventError(row.position, error);
  }
}

/**
 * The event of a stored row, decrypted and upcast to the newest version of its type. An event that cannot be read, such
 * as one of an unknown type, version or stream, throws with its position: it is never skipped.
 */
export function decodeRow(registry: StreamRegistry, row: LogRow, key: Buffer | null): RecordedEvent {
  const definition = definitionOf(registry, row);
  return {
    position: row.position,
    stream: row.stream,
    version: row.version,
    recordedAt: row.recordedAt,
    staffId: row.staffId,
    terminal: row.terminal,
    requestId: row.requestId ?? '',
    type: row.type,
    data: decodeData(definition, row, key),
    schemaVersion: latestVersion(definition, row.type),
  };
}

/** `decodeRow` for those who show events: one whose data do not fit its type cannot be read either. */
export function decodeChecked(registry: StreamRegistry, row: StoredRow): ReadEvent {
  const definition = definitionOf(registry, row);
  const event = decodeRow(registry, row, row.key);
  try {
    checkEvent(definition, event);
  } catch (error) {
    throw new UnreadableEventError(row.position, error);
  }
  return { row, event, definition };
}

function definitionOf(registry: StreamRegistry, { stream, position }: LogRow): AnyStream {
  const definition = registry.get(parseStream(stream).category);
  if (!definition) throw new UnreadableEventError(position, new Error(`stream ${stream} is unknown`));
  return definition;
}

/** The columns of a stored row, of `event_log e`. */
const COLUMNS = `e.position, e.stream, e.version, e.type, e.schema_version as "schemaVersion",
  e.payload::text as payload, e.staff_id as "staffId", e.terminal, e.request_id as "requestId",
  ${utcText('e.recorded_at')} as "recordedAt"`;

const STORED_ROWS = `select ${COLUMNS}, e.hash, k.key from event_log e left join encryption_keys k using (stream)`;

/** A stored row with its stream's key and its hash. */
export type StoredRow = LogRow & { key: Buffer | null; hash: Buffer };

/** An event with the row that it was read from and its kind of stream. */
export type ReadEvent = { row: StoredRow; event: RecordedEvent; definition: AnyStream };

/** Stored rows after a position, in order, with their keys. */
export async function readRows(
  client: Queryable,
  after: number,
  upTo: number,
  limit: number,
): Promise<StoredRow[]> {
  const { rows } = await client.query<StoredRow>({
    name: 'read-log',
    text: `${STORED_ROWS} where e.position > $1 and e.position <= $2 order by e.position limit $3`,
    values: [after, upTo, limit],
  });
  return rows;
}

/** The stored rows at positions, in order, with their keys. */
export async function readRowsAt(client: Queryable, positions: readonly number[]): Promise<StoredRow[]> {
  const { rows } = await client.query<StoredRow>({
    name: 'read-rows-at',
    text: `${STORED_ROWS} where e.position = any($1::bigint[]) order by e.position`,
    values: [positions],
  });
  return rows;
}

/** The stored rows of streams, up to a position if one is given, stream by stream, oldest first. */
export async function readStreamRows(
  client: Queryable,
  streams: readonly string[],
  upTo: number | null = null,
): Promise<StoredRow[]> {
  // Without `offset 0` a plan may read the whole log to find the events of many streams.
  const { rows } = await client.query<StoredRow>({
    name: 'read-streams',
    text: `select e.*, k.key
           from unnest($1::text[]) with ordinality as requested(stream, place)
           left join encryption_keys k using (stream)
           cross join lateral (select ${COLUMNS} from event_log e
                               where e.stream = requested.stream and ($2::bigint is null or e.position <= $2)
                               offset 0) e
           order by requested.place, e.version`,
    values: [streams, upTo],
  });
  return rows;
}

/** All events of streams, stream by stream, oldest first. */
export async function readStreams(
  client: Queryable,
  registry: StreamRegistry,
  streams: readonly string[],
): Promise<RecordedEvent[]> {
  return (await readStreamRows(client, streams)).map((row) => decodeRow(registry, row, row.key));
}

const POSITIONS_AT_A_TIME = 1_000;

/** The rows found in a range of positions up to one. */
export type ReadRange = { upTo: number; rows: LinkedRow[] };

async function readRange(client: Queryable, after: number, upTo: number): Promise<ReadRange> {
  const { rows } = await client.query<LinkedRow>({
    name: 'read-range',
    text: `select ${COLUMNS}, e.hash from event_log e where e.position > $1 and e.position <= $2
           order by e.position`,
    values: [after, upTo],
  });
  return { upTo, rows };
}

/**
 * The log after a position, up to another, range by range; the next is prefetched while one is processed. Always by
 * position and never by number of rows, so that a duplicate position cannot hide between two ranges.
 */
export async function* readAhead(client: Queryable, after: number, upTo: number): AsyncGenerator<ReadRange> {
  const read = (from: number) => {
    const range = readRange(client, from, Math.min(from + POSITIONS_AT_A_TIME, upTo));
    range.catch(() => undefined); // It is awaited in its turn, unless the consumer stops early.
    return range;
  };
  if (after >= upTo) return;
  for (let next = read(after); ; ) {
    const range = await next;
    if (range.upTo >= upTo) {
      yield range;
      return;
    }
    next = read(range.upTo);
    yield range;
  }
}
