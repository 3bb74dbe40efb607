import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { actualCounts } from '@domain/calendar/daily-counts.js';
import { type Day, nightsOf, type Stay } from '@domain/dates.js';
import { groupIdOf, type Reservation, stayOf } from '@domain/reservation/reservation.js';
import { CATEGORIES } from '@domain/room/category.js';
import { type ReservationWorld, SMALL_HOTEL } from './reservation-world.js';

const nightsIn = (roomNumber: string, stay: Stay): string[] =>
  nightsOf(stay).map((night) => `${roomNumber} ${night}`);

/** No two active bookings share a night of a room. */
export function checkNoNightTwice(world: ReservationWorld): void {
  const nights = world.active().flatMap((booking) => nightsIn(booking.roomNumber, stayOf(booking)));
  strictEqual(new Set(nights).size, nights.length, `a night twice in ${nights.join()}`);
}

/** Groups are adjacent stays of one room; the first is the base, and all know the end of the last. */
export function checkWholeGroups(world: ReservationWorld): void {
  const groups = new Map<number, Reservation[]>();
  for (const member of world.reservations.values()) {
    if (member.status === 'cancelled') {
      deepStrictEqual([member.baseBookingId, member.groupEndDate], [0, null], 'a cancelled member');
    } else groups.set(groupIdOf(member), [...(groups.get(groupIdOf(member)) ?? []), member]);
  }
  for (const [id, members] of groups) {
    const chain = members.sort((a, b) => (a.stayStart < b.stayStart ? -1 : 1));
    const end = chain.length > 1 ? chain.at(-1)?.stayEnd : null;
    strictEqual(chain[0]?.id, id, 'the base is the first');
    chain.forEach((member, index) => {
      const previous = chain[index - 1];
      strictEqual(member.baseBookingId, previous ? id : 0, 'members know their base');
      strictEqual(member.groupEndDate, end, 'members know the end');
      if (previous) {
        strictEqual(member.roomNumber, previous.roomNumber, 'one room');
        strictEqual(member.stayStart, previous.stayEnd, 'adjacent');
      }
    });
  }
}

/** Two stays that touch are grouped if they were before, but for the one that asked to join or to leave. */
export function checkWishKept(
  world: ReservationWorld,
  before: ReadonlyMap<number, Reservation>,
  asked: number,
  wish: 0 | 1 | undefined,
): void {
  const grouped = (reservations: ReadonlyMap<number, Reservation>, ids: [number, number]): boolean => {
    const [first, second] = ids.map((id) => reservations.get(id));
    return first !== undefined && second !== undefined && groupIdOf(first) === groupIdOf(second);
  };
  const active = world.active();
  for (const member of active) {
    const previous = active.find(
      (other) => other.roomNumber === member.roomNumber && other.stayEnd === member.stayStart,
    );
    if (!previous) continue;
    const wished = member.id === asked && wish !== undefined;
    const expected = wished ? wish === 1 : grouped(before, [member.id, previous.id]);
    strictEqual(grouped(world.reservations, [member.id, previous.id]), expected, 'grouped as wished');
  }
}

/** A refusal leaves everything as it was and says why. */
export function checkRefusal(
  world: ReservationWorld,
  before: ReadonlyMap<number, Reservation>,
  codes: string[],
): void {
  ok(codes.length > 0, 'a refusal says why');
  deepStrictEqual([...world.reservations.keys()], [...before.keys()]);
  for (const [id, reservation] of before) ok(world.reservations.get(id) === reservation, 'nothing changed');
}

/** Overlap is told exactly when one of the nights that were asked for is taken by another. */
export function checkOverlapTold(
  world: ReservationWorld,
  asked: { id: number; roomNumber: string | undefined; stayStart: Day | null; stayEnd: Day | null },
  codes: string[],
): void {
  const { roomNumber = '', stayStart, stayEnd } = asked;
  const wanted = stayStart && stayEnd ? nightsIn(roomNumber, { start: stayStart, end: stayEnd }) : [];
  const others = world.active().filter(({ id }) => id !== asked.id);
  const taken = new Set(others.flatMap((other) => nightsIn(other.roomNumber, stayOf(other))));
  const overlap = wanted.some((night) => taken.has(night));
  strictEqual(codes.includes('overlap'), overlap, 'overlap told');
}

/** The changes of the counts add up to what a fresh count gives. */
export function checkCounts(world: ReservationWorld, days: readonly Day[]): void {
  const summed = new Map<string, number>();
  for (const { date, category, actual } of world.deltas) {
    summed.set(`${date} ${category}`, (summed.get(`${date} ${category}`) ?? 0) + actual);
  }
  for (const date of days) {
    const fresh = actualCounts(world.reservations.values(), SMALL_HOTEL, date);
    for (const category of CATEGORIES) {
      strictEqual(summed.get(`${date} ${category}`) ?? 0, fresh[category], `${date} ${category}`);
    }
  }
}
