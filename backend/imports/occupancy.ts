import { addDays, type Day, daysBetween, type Stay } from '@domain/dates.js';
import { groupBy } from '@domain/group-by.js';
import type { Gap, Vacancy } from '@domain/imports/room-choice.js';
import { MAX_NIGHTS } from '@domain/reservation/save-rules.js';
import type { Fact, UnitOfWork } from '../event-store/unit-of-work.js';
import type { Queryable } from '../platform/database.js';
import { reservationStream } from '../reservations/reservation.stream.js';

/** A stay in a room; the night of `end` is free. */
export type TakenStay = { id: number; start: Day; end: Day };

/** The stored stays around the requested ones, by room number, sorted; stays of a room never overlap. */
const OCCUPANCY: Fact<Map<string, TakenStay[]>> = { initial: () => new Map() };

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
 * Loads the stays that overlap one of these, and in every room the nearest ones before and after it that the unit of work
 * does not hold; at most the first 366 nights of a stay.
 */
export async function loadOccupancy(
  client: Queryable,
  stays: readonly Stay[],
  held: readonly number[],
  unit: UnitOfWork,
): Promise<void> {
  if (stays.length === 0) return;
  const lastDays = stays.map(({ start, end }) => [end, addDays(start, MAX_NIGHTS)].sort()[0]);
  const { rows } = await client.query<TakenStay & { room_number: string }>({
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

/** The loaded stays of a room, sorted. */
function staysIn(unit: UnitOfWork, roomNumber: string): readonly TakenStay[] {
  return unit.fact(OCCUPANCY).get(roomNumber) ?? [];
}

/** Index of the first of the sorted stays that starts on a day or later. */
function firstFrom(stays: readonly TakenStay[], start: string): number {
  let low = 0;
  let high = stays.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((stays[middle] as TakenStay).start < start) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The nearest counted stays before and after one; null when one of them overlaps it. */
function adjacentStays(
  stays: readonly TakenStay[],
  stay: Stay,
  counts: (id: number) => boolean,
): { before: TakenStay | null; after: TakenStay | null } | null {
  const first = firstFrom(stays, stay.start);
  let left = first - 1;
  while (left >= 0 && !counts((stays[left] as TakenStay).id)) left--;
  let right = first;
  while (right < stays.length && !counts((stays[right] as TakenStay).id)) right++;
  const before = stays[left] ?? null;
  const after = stays[right] ?? null;
  const isTaken = (before !== null && before.end > stay.start) || (after !== null && after.start < stay.end);
  return isTaken ? null : { before, after };
}

const nearest = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b);

/**
 * Vacancy as the batch sees it: stored stays, overlaid by the reservations that the unit of work holds. The occupancy
 * around the requested stays must have been loaded.
 */
export function vacancyIn(unit: UnitOfWork): Vacancy {
  const held = new Set<number>();
  const active: (TakenStay & { roomNumber: string })[] = [];
  for (const { id, status, roomNumber, stayStart, stayEnd } of unit.all(reservationStream)) {
    held.add(id);
    if (status === 'active') active.push({ id, roomNumber, start: stayStart, end: stayEnd });
  }
  active.sort((a, b) => (a.start < b.start ? -1 : 1));
  const byRoom = groupBy(active, ({ roomNumber }) => roomNumber);
  return (roomNumber, stay, excluded): Gap | null => {
    const stored = adjacentStays(staysIn(unit, roomNumber), stay, (id) => id !== excluded && !held.has(id));
    if (!stored) return null;
    const own = adjacentStays(byRoom.get(roomNumber) ?? [], stay, (id) => id !== excluded);
    if (!own) return null;
    const nightsSince = (one: TakenStay | null) => one && daysBetween(one.end, stay.start);
    const nightsUntil = (one: TakenStay | null) => one && daysBetween(stay.end, one.start);
    return {
      before: nearest(nightsSince(stored.before), nightsSince(own.before)),
      after: nearest(nightsUntil(stored.after), nightsUntil(own.after)),
    };
  };
}
