import type { Day } from '../dates.js';
import { type GroupPlace, groupIdOf, type Reservation, UNGROUPED } from './reservation.js';

/** A change of a reservation's place in its group. */
export type PlaceChange = { id: number; place: GroupPlace };

type Placed = Pick<Reservation, 'id' | 'status' | 'roomNumber' | 'stayStart' | 'stayEnd'>;

/** Fields that decide the grouping of a reservation. */
export type GroupMember = Placed & GroupPlace;

/** The active booking of the same room that ends on the day this one starts, or null. */
export function dayBeforeBooking<T extends GroupMember>(
  booking: Pick<GroupMember, 'id' | 'roomNumber' | 'stayStart'>,
  others: readonly T[],
): T | null {
  const precedes = (other: T): boolean =>
    other.id !== booking.id &&
    other.status === 'active' &&
    other.roomNumber === booking.roomNumber &&
    other.stayEnd === booking.stayStart;
  return others.find(precedes) ?? null;
}

/** Returns whether one stay begins in the room and on the day in which the other ends. */
export function isAdjacent(earlier: GroupMember, later: GroupMember): boolean {
  return earlier.roomNumber === later.roomNumber && earlier.stayEnd === later.stayStart;
}

const roomAndStart = (member: GroupMember): string => `${member.roomNumber} ${member.stayStart}`;

function chainsOf(
  members: readonly GroupMember[],
  belongs: (member: GroupMember, previous: GroupMember) => boolean,
): GroupMember[][] {
  const chains: GroupMember[][] = [];
  for (const member of [...members].sort((a, b) => (roomAndStart(a) < roomAndStart(b) ? -1 : 1))) {
    const previous = chains.at(-1)?.at(-1);
    const joined = previous !== undefined && isAdjacent(previous, member) && belongs(member, previous);
    if (joined) chains.at(-1)?.push(member);
    else chains.push([member]);
  }
  return chains;
}

/** The places of the members of one chain, in order; one alone is ungrouped. */
function placesOf(chain: readonly Pick<GroupMember, 'id' | 'stayEnd'>[]): PlaceChange[] {
  const [base] = chain;
  const last = chain.at(-1);
  if (!base || !last || chain.length === 1) return chain.map(({ id }) => ({ id, place: UNGROUPED }));
  return chain.map(({ id }) => ({
    id,
    place: { baseBookingId: id === base.id ? 0 : base.id, groupEndDate: last.stayEnd },
  }));
}

/**
 * The places that change with `changed` (contract 2): it joins the group of the day before or leaves it, and every chain
 * that is no longer adjacent splits, its first member becoming the base.
 */
export function regroup(
  changed: GroupMember,
  others: readonly GroupMember[],
  dayBefore: 'join' | 'leave' | 'keep',
): PlaceChange[] {
  const previous = dayBefore === 'join' ? dayBeforeBooking(changed, others) : null;
  const groups = new Set([groupIdOf(changed)]);
  if (previous) groups.add(groupIdOf(previous));
  const all = [changed, ...others.filter((other) => other.id !== changed.id)];
  const members = all.filter((member) => groups.has(groupIdOf(member)));
  return regroupBy(members, (member, previous) =>
    member.id === changed.id && dayBefore !== 'keep'
      ? dayBefore === 'join'
      : groupIdOf(member) === groupIdOf(previous),
  );
}

/** The places that change when those active members are grouped that are adjacent and belong together. */
export function regroupBy(
  members: readonly GroupMember[],
  belongs: (member: GroupMember, previous: GroupMember) => boolean,
): PlaceChange[] {
  const before = new Map(members.map((member) => [member.id, member]));
  const active = members.filter(({ status }) => status === 'active');
  return chainsOf(active, belongs)
    .flatMap(placesOf)
    .filter(({ id, place }) => {
      const member = before.get(id);
      return member?.baseBookingId !== place.baseBookingId || member.groupEndDate !== place.groupEndDate;
    });
}

/** Days between which a booking could lie in its room; null where no neighbour bounds it (contract 2). */
export type RoomEdges = { startDayEdge: Day | null; endDayEdge: Day | null; borderRoom: string };

/** The previous active booking's check-out and the next one's check-in in the same room (contract 2). */
export function roomEdges(booking: Placed, others: readonly Placed[]): RoomEdges {
  const inRoom = others.filter(
    ({ id, status, roomNumber }) =>
      id !== booking.id && status === 'active' && roomNumber === booking.roomNumber,
  );
  const ends = inRoom.map(({ stayEnd }) => stayEnd).filter((end) => end <= booking.stayStart);
  const starts = inRoom.map(({ stayStart }) => stayStart).filter((start) => start >= booking.stayEnd);
  return {
    startDayEdge: ends.sort().at(-1) ?? null,
    endDayEdge: starts.sort()[0] ?? null,
    borderRoom: booking.roomNumber,
  };
}
