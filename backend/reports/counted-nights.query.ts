import type { DayRange } from '@domain/calendar/default-range.js';
import { monthsFromTo } from '@domain/dates.js';
import type { Grain } from '@domain/reports/slices.js';
import type { SoldRow } from '@domain/reports/tally.js';
import { type Category, categoryOf } from '@domain/room/category.js';
import type { RoomDirectory } from '@domain/room/room-directory.js';
import { type RawBuilder, sql } from 'kysely';
import type { HotelDatabase } from '../platform/database.js';

/** The first day of the slice that a day of a period lies in; `date_trunc` begins weeks on Monday as well. */
export function sliceBegin(day: RawBuilder<unknown>, { first }: DayRange, by: Grain): RawBuilder<string> {
  if (by === 'day') return sql<string>`${day}`;
  return sql<string>`greatest(date_trunc(${sql.lit(by)}, ${day}::timestamp)::date, ${first}::date)`;
}

/** A room and its category in each month of a period. */
type RoomForSale = { room_number: string; categories: (Category | null)[] };

function roomsForSale(rooms: RoomDirectory, { first, last }: DayRange): RoomForSale[] {
  const wanted = monthsFromTo(first, last);
  return [...rooms.byNumber.values()].map(({ roomNumber, months }) => ({
    room_number: roomNumber,
    categories: wanted.map((month) => {
      const roomMonth = months.get(month);
      return roomMonth ? categoryOf(roomMonth) : null;
    }),
  }));
}

/** The number of a day's month, by which months lie side by side. */
const monthNumber = (day: RawBuilder<unknown>): RawBuilder<number> =>
  sql`(12 * date_part('year', ${day}) + date_part('month', ${day}))::int`;

/**
 * Active night records of a period by slice, category and source, with their revenue: a stay's fee divided by its
 * nights, whole yen, the first nights one more each until nothing is left. Rooms are joined to stays, before those are
 * told apart by night: how many nights there are to be, no planner can know.
 */
export async function countedNights(
  database: HotelDatabase,
  rooms: RoomDirectory,
  days: DayRange,
  by: Grain,
): Promise<SoldRow[]> {
  const { first, last } = days;
  const { rows } = await sql<SoldRow>`
    with for_sale as materialized (
      select * from json_to_recordset(${JSON.stringify(roomsForSale(rooms, days))})
        as for_sale(room_number text, categories text[])
    ),
    stays as materialized (
      select room_number, stay_start, stay_end - stay_start as nights,
        (state->>'totalFee')::bigint as fee, state->>'bookingSource' as source
      from bookings
      where not is_cancelled and daterange(stay_start, stay_end) && daterange(${first}::date, ${last}::date, '[]')
    ),
    placed as (
      select stays.*, categories,
        generate_series(greatest(0, ${first}::date - stay_start), least(nights - 1, ${last}::date - stay_start)) as n
      from stays left join for_sale using (room_number)
    ),
    nights as (
      select categories, source, stay_start + n as night, fee / nights + (n < fee % nights)::int as revenue
      from placed
    )
    select ${sliceBegin(sql`night`, days, by)} as slice,
      categories[${monthNumber(sql`night`)} - ${monthNumber(sql`${first}::date`)} + 1] as category, source,
      count(*) as nights, sum(revenue)::bigint as revenue
    from nights group by 1, 2, 3`.execute(database);
  return rows;
}
