import type { Day } from '../dates.js';
import { type GroupPlace, groupIdOf, type Reservation, UNGROUPED } from './reservation.js';

/** A change of a reservation's place in its group. */
export type PlaceChange = { id: number; place: GroupPlace };

type Placed = Pick<Reservation, 'id' | 'status' | 'roomNumber' | 'stayStart' | 'stayEnd'>;

/** Fields that decide the grouping of a reservation. */
export type GroupMember = Placed & GroupPlace & Pick<Reservation, 'continues'>;

/**
 * Returns whether one stay goes on in the other: it begins on the day on which the first ends, in its room, or as its
 * continuation in another room.
 */
export function isAdjacent(
  earlier: Pick<GroupMember, 'id' | 'roomNumber' | 'stayEnd'>,
  later: Pick<GroupMember, 'roomNumber' | 'stayStart' | 'continues'>,
): boolean {
  const isLinked = earlier.roomNumber === later.roomNumber || later.continues === earlier.id;
  return isLinked && earlier.stayEnd === later.stayStart;
}

/** The active booking that this one can go on from: the one that it continues in another room, else its room's; or null. */
export function dayBeforeBooking<T extends GroupMember>(
  booking: Pick<GroupMember, 'id' | 'roomNumber' | 'stayStart' | 'continues'>,
  others: readonly T[],
): T | null {
  const active = others.filter(({ id, status }) => id !== booking.id && status === 'active');
  const before = active.filter((other) => isAdjacent(other, booking));
  const goesOnElsewhere = (other: T): boolean =>
    active.some((later) => later.continues === other.id && isAdjacent(other, later));
  return (
    before.find(({ id }) => id === booking.continues) ??
    before.find((other) => !goesOnElsewhere(other)) ??
    null
  );
}

/** Returns the active booking of the same group that goes on from this one, null for none. */
export function followingPart<T extends GroupMember>(booking: GroupMember, others: readonly T[]): T | null {
  return (
    others.find(
      (other) =>
        other.id !== booking.id &&
        other.status === 'active' &&
        groupIdOf(other) === groupIdOf(booking) &&
        isAdjacent(booking, other),
    ) ?? null
  );
}

/** The order in which members find what they go on from: by day, a change of room before who came into the room that was left. */
function inOrder(one: GroupMember, other: GroupMember): number {
  if (one.stayStart !== other.stayStart) return one.stayStart < other.stayStart ? -1 : 1;
  return Number(other.continues !== undefined) - Number(one.continues !== undefined) || one.id - other.id;
}

function chainsOf(
  members: readonly GroupMember[],
  belongs: (member: GroupMember, previous: GroupMember) => boolean,
): GroupMember[][] {
  const chains: GroupMember[][] = [];
  for (const member of [...members].sort(inOrder)) {
    const open = chains.filter((chain) => {
      const previous = chain.at(-1);
      return previous !== undefined && isAdjacent(previous, member) && belongs(member, previous);
    });
    const chain = open.find((one) => one.at(-1)?.id === member.continues) ?? open[0];
    if (chain) chain.push(member);
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
