import { sql } from 'kysely';
import { type HotelDatabase, type Queryable, queryRow } from '../platform/database.js';
import { isTimeout, UnavailableError } from '../platform/errors.js';
import type { LogEnd } from '../platform/log-end.js';
import { allEnded } from '../platform/pipeline.js';
import type { StreamRegistry } from './event-stream.js';

/** The end of the log as the holder of its lock sees it. Instants are RFC 3339 in UTC, to the microsecond. */
export type LogHead = {
  position: number;
  hash: Buffer;
  /** Position of the last change to master data. */
  referencePosition: number;
  /** Generation of the read models: another number after each rebuild. */
  readModels: number;
  /** Instant of the last event. */
  recordedAt: string;
  /** The time now, by the clock that counts. */
  clock: string;
  /** The moment that events appended now are recorded at: `clock`, but never before the last event's. */
  now: string;
};

/** The head with the time as another clock says it. */
export function headAt(head: Omit<LogHead, 'clock' | 'now'>, clock: string): LogHead {
  return { ...head, clock, now: clock > head.recordedAt ? clock : head.recordedAt };
}

const UTC_MICROSECONDS = `'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'`;

/** SQL that renders a timestamptz as RFC 3339 in UTC, to the microsecond. */
export function utcText(expression: string): string {
  return `to_char(${expression} at time zone 'UTC', ${UTC_MICROSECONDS})`;
}

/** SQL for the number of the read models: a rebuild replaces the tables of all streams alike, so one stands for all. */
export function readModelsColumn(registry: StreamRegistry): string {
  const [one] = registry.values();
  return `to_regclass('public.${one?.table}')::oid::bigint`;
}

/** The head, with the time as the database has it. */
export async function readHead(client: Queryable, registry: StreamRegistry): Promise<LogHead> {
  type Row = Omit<LogHead, 'now'>;
  const { clock, ...head } = await queryRow<Row>(client, {
    name: 'read-head',
    text: `select position, hash, reference_position as "referencePosition",
                  ${readModelsColumn(registry)} as "readModels",
                  ${utcText('recorded_at')} as "recordedAt", ${utcText('clock_timestamp()')} as clock
           from log_head`,
  });
  return headAt(head, clock);
}

/**
 * The last position recorded at or before an instant (`<=`), or before it (`<`). Binary search: positions have no gaps,
 * and later positions have no earlier instants.
 */
export async function positionAt(
  database: HotelDatabase,
  instant: string,
  until: '<=' | '<' = '<=',
): Promise<number> {
  const isEarlier = sql`e.recorded_at ${sql.raw(until)} ${instant}::timestamptz`;
  const { rows } = await sql<{ position: number }>`
    with recursive search(low, high) as (
      select 0::bigint, position from log_head
      union all
      select case when ${isEarlier} then e.position else low end,
             case when ${isEarlier} then high else e.position - 1 end
      from search join event_log e on e.position = (low + high + 1) / 2
      where low < high
    )
    select low as position from search where low = high`.execute(database);
  return rows[0]?.position ?? 0;
}

/**
 * Begins a transaction that holds the hotel's one writer lock; the clock is read under the lock. UnavailableError when
 * another holds the lock for too long.
 */
export async function beginLocked(client: Queryable, registry: StreamRegistry): Promise<LogHead> {
  try {
    const locked = client.query('begin isolation level read committed; select from log_head for update');
    return (await allEnded(locked, readHead(client, registry)))[1];
  } catch (error) {
    throw isTimeout(error) ? new UnavailableError('writer lock not available', { cause: error }) : error;
  }
}

/** SQL for the columns of a `LogEnd`, from `log_head`. */
export function logEndColumns(registry: StreamRegistry): string {
  return `position, encode(hash, 'hex') as hash, ${readModelsColumn(registry)} as "readModels"`;
}

/** Returns whether two ends are the same. */
export function isSameEnd(one: LogEnd, other: LogEnd | null): boolean {
  return one.position === other?.position && one.hash === other.hash && one.readModels === other.readModels;
}
