import { addDays, type Day, daysBetween, overlaps, type Stay } from '@domain/dates.js';
import { groupBy } from '@domain/group-by.js';
import type { Gap, Vacancy } from '@domain/imports/room-choice.js';
import { MAX_NIGHTS } from '@domain/reservation/save-rules.js';
import type { RoomDirectory } from '@domain/room/room-directory.js';
import { CompiledQuery } from 'kysely';
import { type Fact, queryLayers, type TableNames, type UnitOfWork } from '../event-store/unit-of-work.js';
import type { HotelDatabase, Queryable } from '../platform/database.js';
import { reservationStream } from '../streams/reservation.stream.js';

/** A stay, and the numbers of the rooms that it may be put into. */
export type Place = { stay: Stay; rooms: readonly string[] };

type NamedQuery = { name: string; text: string; values: unknown[] };
type TakenStay = Stay & { id: number };
type TakenRoom = TakenStay & { room_number: string };

/** The stored stays around the requested ones, by room number. */
const OCCUPANCY: Fact<Map<string, TakenStay[]>> = { initial: () => new Map() };

// The nearest stays around are only looked for where a room is free, or taken by stays that are held. `offset 0` keeps each
// condition where an index answers it.
const queryOf = (table: TableNames): string => `
  with place as (
    select distinct * from unnest($1::date[], $2::date[], $3::text[]) as wanted(first_day, last_day, room)
  ), taken as (
    select place.*, c.reservation_id from place cross join lateral (
      select reservation_id from ${table('room_claims')}
      where room_number = room and night >= first_day and night < last_day
      offset 0) c
  ), free as (
    select * from place
    except select first_day, last_day, room from taken where reservation_id <> all($4::int[])
  ), around as (
    select reservation_id from taken
    union
    select near.reservation_id from free cross join lateral (
      select c.reservation_id from ${table('room_claims')} c
      where c.room_number = room and c.night < first_day and c.reservation_id <> all($4::int[])
      order by c.night desc limit 1) near
    union
    select near.reservation_id from free cross join lateral (
      select c.reservation_id from ${table('room_claims')} c
      where c.room_number = room and c.night >= last_day and c.reservation_id <> all($4::int[])
      order by c.night limit 1) near
  )
  select stay.* from around cross join lateral (
    select room_number, id, stay_start as start, stay_end as "end" from ${table('bookings')}
    where id = reservation_id
    offset 0) stay`;

/** Asks for the stays that overlap one of these in its rooms, and there for the nearest ones around it that are not held. */
function occupancyQuery(
  places: readonly Place[],
  held: readonly number[],
): (table: TableNames) => NamedQuery {
  const all = places.flatMap(({ stay: { start, end }, rooms }) => {
    const [lastDay = end] = [end, addDays(start, MAX_NIGHTS)].sort();
    return rooms.map((room) => [start, lastDay, room] as const);
  });
  const values = [...[0, 1, 2].map((column) => all.map((place) => place[column])), held];
  return (table) => ({ name: `occupancy-${table('bookings')}`, text: queryOf(table), values });
}

/** The gap around a stay in a room with these stays; null when one of them overlaps it. */
function gapAmong(taken: readonly TakenStay[], stay: Stay, excluded: number | null): Gap | null {
  let before: Day | null = null;
  let after: Day | null = null;
  for (const other of taken) {
    if (other.id === excluded) continue;
    if (overlaps(other, stay)) return null;
    if (other.end <= stay.start && (!before || other.end > before)) before = other.end;
    if (other.start >= stay.end && (!after || other.start < after)) after = other.start;
  }
  return { before: before && daysBetween(before, stay.start), after: after && daysBetween(stay.end, after) };
}

/** Vacancy around a stay as it is now; for staff to look at, a save decides anew. */
export async function vacancyNow(
  database: HotelDatabase,
  stay: Stay,
  rooms: RoomDirectory,
): Promise<Vacancy> {
  const query = occupancyQuery([{ stay, rooms: [...rooms.byNumber.keys()] }], []);
  const { text, values } = query((table) => table);
  const { rows } = await database.executeQuery<TakenRoom>(CompiledQuery.raw(text, values));
  const byRoom = groupBy(rows, ({ room_number }) => room_number);
  return (roomNumber, wanted, excluded) => gapAmong(byRoom.get(roomNumber) ?? [], wanted, excluded);
}

/**
 * Loads the stays that overlap one of these in its rooms, and there the nearest ones before and after it that the unit of
 * work does not hold; at most the first 366 nights of a stay.
 */
export async function loadOccupancy(
  client: Queryable,
  places: readonly Place[],
  held: readonly number[],
  unit: UnitOfWork,
): Promise<void> {
  if (places.length === 0) return;
  const rows = await queryLayers<TakenRoom>(client, occupancyQuery(places, held));
  const byRoom = unit.fact(OCCUPANCY);
  for (const { room_number, ...stay } of rows) {
    const known = byRoom.get(room_number);
    if (known) known.push(stay);
    else byRoom.set(room_number, [stay]);
  }
}

/**
 * Vacancy as the batch sees it: stored stays, overlaid by the reservations that the unit of work holds. The occupancy
 * around the requested stays must have been loaded, in every room that may be asked about.
 */
export function vacancyIn(unit: UnitOfWork): Vacancy {
  const held = new Set<number>();
  const active: (TakenStay & { roomNumber: string })[] = [];
  for (const { id, status, roomNumber, stayStart, stayEnd } of unit.all(reservationStream)) {
    held.add(id);
    if (status === 'active') active.push({ id, roomNumber, start: stayStart, end: stayEnd });
  }
  const changed = groupBy(active, ({ roomNumber }) => roomNumber);
  return (roomNumber, stay, excluded) => {
    const stored = (unit.fact(OCCUPANCY).get(roomNumber) ?? []).filter(({ id }) => !held.has(id));
    return gapAmong([...stored, ...(changed.get(roomNumber) ?? [])], stay, excluded);
  };
}
