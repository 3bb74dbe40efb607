import type { LogMoment } from '@wire/looking-back.js';
import { sql } from 'kysely';
import { utcText } from '../event-store/log-head.js';
import type { HotelDatabase } from '../platform/database.js';
import { unreadable } from '../platform/errors.js';
import type { AsOf } from './as-of.public.js';

/**
 * The last position recorded at or before an instant, or only before it: halving, since positions have no gaps and
 * instants never go back.
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

/** Where the log stood, and where it ends now; without `asOf` both are the same. */
export async function logMoment(database: HotelDatabase, asOf: AsOf | null): Promise<LogMoment> {
  const wanted = asOf && ('position' in asOf ? asOf.position : await positionAt(database, asOf.instant));
  const { rows } = await sql<LogMoment>`
    select coalesce(${wanted}::bigint, h.position) as position,
           (select ${sql.raw(utcText('e.recorded_at'))} from event_log e
            where e.position = coalesce(${wanted}::bigint, h.position)) as recorded_at,
           h.position as head,
           case when h.position > 0 then ${sql.raw(utcText('h.recorded_at'))} end as head_recorded_at
    from log_head h`.execute(database);
  const moment = rows[0] as LogMoment;
  if (moment.position <= moment.head) return moment;
  throw unreadable('as_of', `as_ofはログの末尾（位置 ${moment.head}）より後を指定できません。`);
}
