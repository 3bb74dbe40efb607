import type { DayRange } from '@domain/calendar/default-range.js';
import { monthsFromTo } from '@domain/dates.js';
import type { ArrivalRow, LeadCount, SoldRow } from '@domain/reports/figures.js';
import type { Grain } from '@domain/reports/periods.js';
import type { RoomDirectory } from '@domain/room/room-directory.js';
import { type Category, categoryOf } from '@domain/room/room-month.js';
import { type RawBuilder, sql } from 'kysely';
import type { HotelDatabase } from '../platform/database.js';

/** The first day of the slice that contains a day; `date_trunc` begins weeks on Monday as well. */
function sliceStart(day: RawBuilder<unknown>, { first }: DayRange, by: Grain): RawBuilder<string> {
  if (by === 'day') return sql<string>`${day}`;
  return sql<string>`greatest(date_trunc(${sql.lit(by)}, ${day}::timestamp)::date, ${first}::date)`;
}

/** A room with its category in each month of a period. */
type RoomForSale = { room_number: string; categories: (Category | null)[] };

function roomsForSale(rooms: RoomDirectory, { first, last }: DayRange): RoomForSale[] {
  const period = monthsFromTo(first, last);
  return [...rooms.byNumber.values()].map(({ roomNumber, months }) => ({
    room_number: roomNumber,
    categories: period.map((month) => categoryOf(months.get(month))),
  }));
}

/** Months counted without gaps across years. */
const monthNumber = (day: RawBuilder<unknown>): RawBuilder<number> =>
  sql`(12 * date_part('year', ${day}) + date_part('month', ${day}))::int`;

/** Charges of the account of a booking, one a row. */
const CHARGES = sql`jsonb_array_elements(state #> '{account,charges}') as charges(charge)`;

/** True for a no-show whose cancellation fee stands in the place of the room's: `isRoomFree` of the domain. */
const isMissedForFee = sql<boolean>`coalesce(state->>'isNoShow' is not null
  and exists (select from ${CHARGES} where charge->'cancellation' is not null), false)`;

/** The price of nights that a guest gave up after check-in, in whole yen: `feeOfNights` of the domain. */
const GIVEN_UP = sql<number>`case when state->'account' is null then 0 else
  (select coalesce(-sum((charge->>'amount')::bigint), 0)::bigint from ${CHARGES} where charge->'nights' is not null) end`;

/** The キャンセル料 of a booking, in whole yen. */
const CANCELLATION_FEE = sql<number>`case when state->'account' is null then 0 else
  (select coalesce(sum((charge->>'amount')::bigint), 0) from ${CHARGES} where charge->>'kind' = 'キャンセル料') end`;

/**
 * Active night records of a period by slice, category and source, with their revenue: a stay's fee divided by its
 * nights in whole yen, the remainder spread one yen each over the first nights. Rooms are joined before the stays are
 * expanded to nights, since the planner cannot estimate the rows of `generate_series`.
 */
export async function countNights(
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
        case when ${isMissedForFee} then 0
          else greatest(0, (state->>'totalFee')::bigint - ${GIVEN_UP}) - coalesce((state->'lodgingTax'->>'included')::bigint, 0) end as fee,
        state->>'bookingSource' as source
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
    select ${sliceStart(sql`night`, days, by)} as slice,
      categories[${monthNumber(sql`night`)} - ${monthNumber(sql`${first}::date`)} + 1] as category, source,
      count(*) as nights, sum(revenue)::bigint as revenue
    from nights group by 1, 2, 3`.execute(database);
  return rows;
}

type ArrivalCount = ArrivalRow & { slice: string | null; days: number };

/** The stays that start in a period, by slice and source, and those that count as arrivals by lead time. */
export type CountedArrivals = { arrivals: ArrivalRow[]; leads: LeadCount[] };

/**
 * Counts the stays that start in a period; a no-show is no arrival. A booking's id is the position of its first event, whose instant gives the
 * lead time; a booking entered after its start has the lead time 0.
 */
export async function countArrivals(
  database: HotelDatabase,
  timezone: string,
  days: DayRange,
  by: Grain,
): Promise<CountedArrivals> {
  const { rows } = await sql<ArrivalCount>`
    with stays as (
      select stay_start, state->>'bookingSource' as source, is_cancelled,
        not is_cancelled and state->>'isNoShow' is null as is_arrival,
        ${CANCELLATION_FEE} as cancellation_fee,
        greatest(0, stay_start - (recorded_at at time zone ${timezone})::date) as days
      from bookings join event_log on event_log.position = bookings.id
      where stay_start between ${days.first} and ${days.last}
        and daterange(stay_start, stay_end) && daterange(${days.first}::date, ${days.last}::date, '[]')
    ),
    sliced as (select *, ${sliceStart(sql`stay_start`, days, by)} as slice from stays)
    select slice, source, days,
      count(*) filter (where is_arrival) as arrivals,
      count(*) filter (where is_cancelled) as cancelled,
      coalesce(sum(days) filter (where is_arrival), 0)::bigint as lead,
      sum(cancellation_fee)::bigint as cancellation_fees
    from sliced group by grouping sets ((slice, source), (days))`.execute(database);
  return {
    arrivals: rows.filter(({ slice }) => slice !== null),
    leads: rows
      .filter(({ slice }) => slice === null)
      .map(({ days, arrivals }) => ({ lead: days, stays: arrivals })),
  };
}
