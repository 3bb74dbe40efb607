import type { Day } from '@domain/dates.js';
import { isStream, parseStream } from '../../event-store/event-stream.js';
import type { Queryable } from '../../platform/database.js';
import { reservationStream } from '../../streams/reservation.stream.js';
import { roomClosureStream } from '../../streams/room-closure.stream.js';
import { roomMonthStream } from '../../streams/room-month.stream.js';
import { waitingEntryStream } from '../../streams/waiting-entry.stream.js';

/** Kinds of streams that take nights of rooms or give them back; and entries of the waiting list themselves. */
const CATEGORIES = [reservationStream, roomClosureStream, roomMonthStream, waitingEntryStream].map(
  ({ category }) => category,
);

/** SQL for every night that these bookings, closures and room-months ever had, also those given back. */
const TOUCHED = `
  select e.id from waiting_entries e
  where e.status = 'waiting' and e.stay_start >= $1::date and (
    exists (select from stay_traces t where t.id = any($2::int[]) and t.room_number <> ''
              and t.first_night < e.stay_end + $5::int and t.last_night >= e.stay_start - $5::int)
    or exists (select from room_closures c where c.id = any($3::int[])
                 and c.first_day < e.stay_end + $5::int and c.last_day > e.stay_start - $5::int)
    or exists (select from room_months m where m.id = any($4::int[])
                 and m.month < e.stay_end + $5::int
                 and m.month + interval '1 month' > e.stay_start - $5::int))
  union
  select id from waiting_entries where id = any($6::int[])
  order by id`;

/**
 * The ids of the entries of the waiting list that events of these streams concern: changed themselves, or waiting for nights
 * that were taken or given back by whatever it was, up to so many days around their own. No query where none can be.
 */
export async function touchedWaiting(
  queries: Queryable,
  streams: readonly string[],
  today: Day,
  daysAround = 0,
): Promise<number[]> {
  const ids = Object.fromEntries(CATEGORIES.map((category) => [category, [] as number[]]));
  for (const { category, key } of streams.filter(isStream).map(parseStream)) ids[category]?.push(Number(key));
  const of = ({ category }: { category: string }): number[] => ids[category] ?? [];
  if (Object.values(ids).every((same) => same.length === 0)) return [];
  const { rows } = await queries.query<{ id: number }>({
    name: 'touched-waiting',
    text: TOUCHED,
    values: [
      ...[today, of(reservationStream), of(roomClosureStream), of(roomMonthStream)],
      ...[daysAround, of(waitingEntryStream)],
    ],
  });
  return rows.map(({ id }) => id);
}
