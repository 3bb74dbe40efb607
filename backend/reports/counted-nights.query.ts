import type { DayRange } from '@domain/calendar/default-range.js';
import { type Month, monthsFromTo } from '@domain/dates.js';
import type { Grain } from '@domain/reports/slices.js';
import type { SoldRow } from '@domain/reports/tally.js';
import { type Category, categoryOf } from '@domain/room/category.js';
import type { RoomDirectory } from '@domain/room/room-directory.js';
import { type RawBuilder, sql } from 'kysely';
import type { HotelDatabase } from '../platform/database.js';

/** The first day of the slice that a day of a period lies in; `date_trunc` begins weeks on Monday as well. */
export function sliceBegin(day: RawBuilder<unknown>, { first }: DayRange, by: Grain): RawBuilder<string> {
  if (by === 'day') return sql<string>`${day}`;
  return sql<string>`greatest(date_trunc(${sql.lit(by)}, ${day})::date, ${first}::date)`;
}

type ForSale = { rooms: string[]; months: Month[]; categories: Category[] };

function roomsForSale(rooms: RoomDirectory, { first, last }: DayRange): ForSale {
  const list: ForSale = { rooms: [], months: [], categories: [] };
  for (const month of monthsFromTo(first, last)) {
    for (const { roomNumber, months } of rooms.byNumber.values()) {
      const roomMonth = months.get(month);
      const category = roomMonth ? categoryOf(roomMonth) : null;
      if (category === null) continue;
      list.rooms.push(roomNumber);
      list.months.push(month);
      list.categories.push(category);
    }
  }
  return list;
}

/**
 * Active night records of a period by slice, category and source, with their revenue: a stay's fee divided by its
 * nights, whole yen, the first nights one more each until nothing is left.
 */
export async function countedNights(
  database: HotelDatabase,
  rooms: RoomDirectory,
  days: DayRange,
  by: Grain,
): Promise<SoldRow[]> {
  const { first, last } = days;
  const forSale = roomsForSale(rooms, days);
  const { rows } = await sql<SoldRow>`
    with for_sale as materialized (
      select * from unnest(${forSale.rooms}::text[], ${forSale.months}::date[], ${forSale.categories}::text[])
        as for_sale(room_number, month, category)
    ),
    stays as materialized (
      select room_number, stay_start, stay_end - stay_start as nights,
        (state->>'totalFee')::bigint as fee, state->>'bookingSource' as source
      from bookings
      where not is_cancelled and daterange(stay_start, stay_end) && daterange(${first}::date, ${last}::date, '[]')
    ),
    nights as (
      select room_number, source, stay_start + n as night, fee / nights + (n < fee % nights)::int as revenue
      from stays, generate_series(
        greatest(0, ${first}::date - stay_start), least(nights - 1, ${last}::date - stay_start)
      ) n
    )
    select ${sliceBegin(sql`night`, days, by)} as slice, category, source,
      count(*) as nights, sum(revenue)::bigint as revenue
    from nights left join for_sale
      on for_sale.room_number = nights.room_number and for_sale.month = date_trunc('month', night)::date
    group by 1, 2, 3`.execute(database);
  return rows;
}
