import type { DayRange } from '@domain/calendar/default-range.js';
import type { LeadCount } from '@domain/reports/lead-times.js';
import type { Grain } from '@domain/reports/slices.js';
import type { ArrivalRow } from '@domain/reports/tally.js';
import { sql } from 'kysely';
import type { HotelDatabase } from '../platform/database.js';
import { sliceBegin } from './counted-nights.query.js';

type Row = ArrivalRow & { slice: string | null; days: number };

/**
 * The stays that start in a period, by slice and source, and how many days before the active ones were made. A booking's
 * id is the position of the event that made it; one that was made after its start was made on the day.
 */
export async function countedArrivals(
  database: HotelDatabase,
  timezone: string,
  days: DayRange,
  by: Grain,
): Promise<{ arrivals: ArrivalRow[]; leads: LeadCount[] }> {
  const { rows } = await sql<Row>`
    with stays as (
      select stay_start, state->>'bookingSource' as source, is_cancelled,
        greatest(0, stay_start - (recorded_at at time zone ${timezone})::date) as days
      from bookings join event_log on event_log.position = bookings.id
      where stay_start between ${days.first} and ${days.last}
        and daterange(stay_start, stay_end) && daterange(${days.first}::date, ${days.last}::date, '[]')
    ),
    sliced as (select *, ${sliceBegin(sql`stay_start`, days, by)} as slice from stays)
    select slice, source, days,
      count(*) filter (where not is_cancelled) as arrivals,
      count(*) filter (where is_cancelled) as cancelled,
      coalesce(sum(days) filter (where not is_cancelled), 0)::bigint as lead
    from sliced group by grouping sets ((slice, source), (days))`.execute(database);
  return {
    arrivals: rows.filter(({ slice }) => slice !== null),
    leads: rows
      .filter(({ slice }) => slice === null)
      .map(({ days, arrivals }) => ({ lead: days, stays: arrivals })),
  };
}
