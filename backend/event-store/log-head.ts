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
  /** The moment that events appended now are recorded at, never before the last event's. */
  now: string;
};

const UTC_MICROSECONDS = `'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'`;

/** SQL that renders a timestamptz as RFC 3339 in UTC, to the microsecond. */
export function utcText(expression: string): string {
  return `to_char(${expression} at time zone 'UTC', ${UTC_MICROSECONDS})`;
}

export async function readHead(client: Queryable): Promise<LogHead> {
  return queryRow(client, {
    name: 'read-head',
    text: `select position, hash, reference_position as "referencePosition",
                  ${utcText('greatest(clock_timestamp(), recorded_at)')} as now
           from log_head`,
  });
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
export async function beginLocked(client: Queryable): Promise<LogHead> {
  try {
    const locked = client.query('begin isolation level read committed; select from log_head for update');
    return (await allEnded(locked, readHead(client)))[1];
  } catch (error) {
    throw isTimeout(error) ? new UnavailableError('writer lock not available', { cause: error }) : error;
  }
}

const MICROSECONDS = 1_000;

/** The database's clock as this node knows it: its own steady clock, moved by the difference when it last asked. */
export class DatabaseClock {
  private offsetMs: number | null = null;

  /** Takes over an instant that the database has just answered with. */
  set(now: string): void {
    const micros = Number(now.slice(-4, -1)) / MICROSECONDS;
    this.offsetMs = Date.parse(now) + micros - performance.now();
  }

  /** Now, RFC 3339 in UTC to the microsecond; null before it was set. */
  now(): string | null {
    if (this.offsetMs === null) return null;
    const micros = Math.round((performance.now() + this.offsetMs) * MICROSECONDS);
    const text = new Date(Math.floor(micros / MICROSECONDS)).toISOString().slice(0, -1);
    return `${text}${String(micros % MICROSECONDS).padStart(3, '0')}Z`;
  }
}

/** SQL for the columns of a `LogEnd`, from `log_head`; a rebuild replaces the tables of all streams alike, so one stands for all. */
export function logEndColumns(registry: StreamRegistry): string {
  const [one] = registry.values();
  return `position, encode(hash, 'hex') as hash, to_regclass('public.${one?.table}')::oid::bigint as "readModels"`;
}

/** Whether two ends are the same. */
export function isSameEnd(one: LogEnd, other: LogEnd | null): boolean {
  return one.position === other?.position && one.hash === other.hash && one.readModels === other.readModels;
}
