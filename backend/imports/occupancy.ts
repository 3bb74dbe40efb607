import { addDays, type Day, type Stay } from '@domain/dates.js';
import { MAX_NIGHTS } from '@domain/reservation/save-rules.js';
import type { Fact, UnitOfWork } from '../event-store/unit-of-work.js';
import type { Queryable } from '../platform/database.js';

/** A stay that has a room; the night of `end` is free. */
export type TakenStay = { id: number; start: Day; end: Day };

/** The stored stays around those asked for, by room number and in their order; no two of a room share a night. */
const OCCUPANCY: Fact<Map<string, TakenStay[]>> = { nothing: () => new Map() };

const QUERY = `
  with wanted as (
    select distinct first_day, last_day from unnest($1::date[], $2::date[]) as stay(first_day, last_day)
  ), place as (
    select room, first_day, last_day from wanted cross join unnest($3::text[]) as room
  ), around as (
    select c.reservation_id from place join room_claims c
      on c.room_number = room and c.night >= first_day and c.night < last_day
    union
    select near.reservation_id from place cross join lateral (
      select c.reservation_id from room_claims c
      where c.room_number = room and c.night < first_day and c.reservation_id <> all($4::int[])
      order by c.night desc limit 1) near
    union
    select near.reservation_id from place cross join lateral (
      select c.reservation_id from room_claims c
      where c.room_number = room and c.night >= last_day and c.reservation_id <> all($4::int[])
      order by c.night limit 1) near
  )
  select room_number, id, stay_start as start, stay_end as "end" from bookings
  where id in (select reservation_id from around) order by stay_start`;

/**
 * Loads the stays that share a night with one of these, and in every room the nearest before and after it that is no
 * reservation which the unit of work holds; the first 366 nights of a stay, which none may exceed.
 */
export async function loadOccupancy(
  client: Queryable,
  stays: readonly Stay[],
  held: readonly number[],
  unit: UnitOfWork,
): Promise<void> {
  if (stays.length === 0) return;
  const lastDays = stays.map(({ start, end }) => [end, addDays(start, MAX_NIGHTS)].sort()[0]);
  const { rows } = await client.query({
    name: 'occupancy',
    text: QUERY,
    values: [stays.map(({ start }) => start), lastDays, [...unit.reference.rooms.byNumber.keys()], held],
  });
  const byRoom = unit.fact(OCCUPANCY);
  for (const { room_number, ...stay } of rows) {
    const known = byRoom.get(room_number);
    if (known) known.push(stay);
    else byRoom.set(room_number, [stay]);
  }
}

/** The stays that were loaded of a room, in their order. */
export function staysIn(unit: UnitOfWork, roomNumber: string): readonly TakenStay[] {
  return unit.fact(OCCUPANCY).get(roomNumber) ?? [];
}
