import type { Reservation } from '@domain/reservation/reservation.js';
import type { Queryable } from '../../platform/database.js';
import type { LogEnd } from '../../platform/log-end.js';
import type { NightPart, StayPlace } from './night-part.js';

/** So many events later everything is read anew. */
const LONGEST_STRETCH = 1_000;

/** What a look at the database found, all as of one moment. */
export type NightsSeen = {
  end: LogEnd;
  referencePosition: number;
  /** Where the bookings lie now that were touched since; null when nothing of before can be built upon. */
  touched: StayPlace[] | null;
  /** The bookings of the parts that were read, and maybe others, in the order of stays. */
  bookings: Reservation[];
};

// What is looked for comes as arrays, since a plan for a join reads the whole table.
const readNightsSql = (endColumns: string) => `
  with head as (
    select ${endColumns}, reference_position as "referencePosition" from log_head
  ), later as (
    select e.stream from event_log e, head
    where e.position > $1 and e.position <= head.position and head.position - $1 <= ${LONGEST_STRETCH}
  ), touched as materialized (
    select id, stay_start, stay_end from bookings
    where id = any(array(select substring(stream from '^reservation-(\\d+)$')::int from later))
  ), days as (
    select $4::date[] || array(select stay_start from touched where stay_start = any($6::date[])) as begin
  )
  select head.*,
    "readModels" = $3 and position - $1 <= ${LONGEST_STRETCH}
      and exists (select from event_log where position = $1 and hash = decode($2, 'hex'))
      and not exists (select from later where stream like 'room-month-%') as "goesOn",
    (select coalesce(json_agg(json_build_object('id', id, 'stayStart', stay_start, 'stayEnd', stay_end)), '[]')
     from touched) as touched,
    (select coalesce(json_agg(state order by stay_start, id), '[]')
     from bookings
     where daterange(stay_start, stay_end)
             && (select range_agg(daterange(d, d + 1)) from days, unnest(begin || $5::date[]) d)
       and (stay_start = any((select begin from days)::date[])
            or exists (select from unnest($5::date[]) d where stay_start < d and d < stay_end))) as bookings
  from head`;

/**
 * Reads what was touched since the log ended there, and the bookings of those of the parts asked for that are missing or
 * that touched bookings begin in now.
 */
export async function readNights(
  client: Queryable,
  endColumns: string,
  since: LogEnd | null,
  asked: readonly NightPart[],
  missing: readonly NightPart[],
): Promise<NightsSeen> {
  const daysOf = (parts: readonly NightPart[], wanted: NightPart['kind']) =>
    parts.filter(({ kind }) => kind === wanted).map(({ on }) => on);
  const { rows } = await client.query({
    name: 'read-nights',
    text: readNightsSql(endColumns),
    values: [
      since?.position ?? 0,
      since?.hash ?? '',
      since?.readModels ?? 0,
      daysOf(missing, 'begin'),
      daysOf(missing, 'go-on'),
      daysOf(asked, 'begin'),
    ],
  });
  const { position, hash, readModels, referencePosition, goesOn, touched, bookings } = rows[0];
  return {
    end: { position, hash, readModels },
    referencePosition,
    touched: goesOn ? touched : null,
    bookings,
  };
}
