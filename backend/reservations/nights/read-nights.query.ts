import type { Reservation } from '@domain/reservation/reservation.js';
import type { Queryable } from '../../platform/database.js';
import type { LogEnd } from '../../platform/log-end.js';
import type { ListPart, StayPlace } from './booking-list.js';

/** After more events than this everything is read anew. */
const MAX_EVENTS = 1_000;

/** What happened to bookings since an end of the log. */
export type ChangedSince = {
  end: LogEnd;
  referencePosition: number;
  /** Where the changed bookings are now; null when nothing that was cached before is valid. */
  touched: StayPlace[] | null;
};

type ChangedRow = LogEnd & { referencePosition: number; continues: boolean; touched: StayPlace[] };

// Ids are compared with arrays, because the plan of a join reads the whole table.
const changedSinceSql = (endColumns: string) => `
  with head as (
    select ${endColumns}, reference_position as "referencePosition" from log_head
  ), later as (
    select e.stream from event_log e, head
    where e.position > $1 and e.position <= head.position and head.position - $1 <= ${MAX_EVENTS}
  ), touched as (
    select id, stay_start, stay_end from bookings
    where id = any(array(select substring(stream from '^reservation-(\\d+)$')::int from later))
  )
  select head.*,
    "readModels" = $3 and position - $1 <= ${MAX_EVENTS}
      and exists (select from event_log where position = $1 and hash = decode($2, 'hex'))
      and not exists (select from later where stream like 'room-month-%') as "continues",
    (select coalesce(json_agg(json_build_object('id', id, 'stayStart', stay_start, 'stayEnd', stay_end)), '[]')
     from touched) as touched
  from head`;

/** Reads which bookings changed since the log ended there. */
export async function readChangedSince(
  client: Queryable,
  endColumns: string,
  since: LogEnd | null,
): Promise<ChangedSince> {
  const { rows }: { rows: ChangedRow[] } = await client.query({
    name: 'changed-nights',
    text: changedSinceSql(endColumns),
    values: [since?.position ?? 0, since?.hash ?? '', since?.readModels ?? 0],
  });
  const { referencePosition, continues, touched, ...end } = rows[0] as ChangedRow;
  return { end, referencePosition, touched: continues ? touched : null };
}

const READ_NIGHTS = `
  select coalesce(json_agg(state order by stay_start, id), '[]') as bookings
  from bookings
  where daterange(stay_start, stay_end)
          && (select range_agg(daterange(d, d + 1)) from unnest($1::date[] || $2::date[]) d)
    and (stay_start = any($1::date[])
         or exists (select from unnest($2::date[]) d where stay_start < d and d < stay_end))`;

/** Reads the bookings of parts in the order of stays. */
export async function readNights(client: Queryable, parts: readonly ListPart[]): Promise<Reservation[]> {
  if (parts.length === 0) return [];
  const daysOf = (kind: ListPart['kind']) => parts.filter((part) => part.kind === kind).map(({ on }) => on);
  const { rows }: { rows: { bookings: Reservation[] }[] } = await client.query({
    name: 'read-nights',
    text: READ_NIGHTS,
    values: [daysOf('begin'), daysOf('continue')],
  });
  return rows[0]?.bookings ?? [];
}
