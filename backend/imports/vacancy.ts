import { daysBetween, type Stay } from '@domain/dates.js';
import { groupBy } from '@domain/group-by.js';
import type { Gap, Vacancy } from '@domain/imports/room-choice.js';
import type { UnitOfWork } from '../event-store/unit-of-work.js';
import { reservationStream } from '../reservations/reservation.stream.js';
import { staysIn, type TakenStay } from './occupancy.js';

/** Where in sorted stays the first begins that starts on a day or later. */
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

/** The nearest stays before and after one, of those that count; null when one of them shares a night with it. */
function neighboursAmong(
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
 * Which rooms are free as the batch sees it: the stored stays, but for those of reservations that the unit of work
 * holds, which are as it has them. The occupancy around the stays asked for must have been loaded.
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
  return (roomNumber, stay, except): Gap | null => {
    const stored = neighboursAmong(staysIn(unit, roomNumber), stay, (id) => id !== except && !held.has(id));
    if (!stored) return null;
    const own = neighboursAmong(byRoom.get(roomNumber) ?? [], stay, (id) => id !== except);
    if (!own) return null;
    const nightsSince = (one: TakenStay | null) => one && daysBetween(one.end, stay.start);
    const nightsUntil = (one: TakenStay | null) => one && daysBetween(stay.end, one.start);
    return {
      before: nearest(nightsSince(stored.before), nightsSince(own.before)),
      after: nearest(nightsUntil(stored.after), nightsUntil(own.after)),
    };
  };
}
