import type { Day } from '../dates.js';
import { type GroupPlace, groupIdOf, type Reservation, UNGROUPED } from './reservation.js';

/** One change of a member's place that a command brings about. */
export type PlaceChange = { id: number; place: GroupPlace };

type Member = Pick<
  Reservation,
  'id' | 'status' | 'roomNumber' | 'stayStart' | 'stayEnd' | 'baseBookingId' | 'groupEndDate'
>;

/** The active booking of the same room that ends on the day this one starts, or null. */
export function dayBeforeBooking<T extends Member>(
  booking: { id: number; roomNumber: string; stayStart: Day },
  others: readonly T[],
): T | null {
  const precedes = (other: T): boolean =>
    other.id !== booking.id &&
    other.status === 'active' &&
    other.roomNumber === booking.roomNumber &&
    other.stayEnd === booking.stayStart;
  return others.find(precedes) ?? null;
}

const roomAndStart = (member: Member): string => `${member.roomNumber} ${member.stayStart}`;

function chainsOf(
  members: readonly Member[],
  belongs: (member: Member, previous: Member) => boolean,
): Member[][] {
  const chains: Member[][] = [];
  for (const member of [...members].sort((a, b) => (roomAndStart(a) < roomAndStart(b) ? -1 : 1))) {
    const previous = chains.at(-1)?.at(-1);
    const joined =
      previous !== undefined &&
      previous.roomNumber === member.roomNumber &&
      previous.stayEnd === member.stayStart &&
      belongs(member, previous);
    if (joined) chains.at(-1)?.push(member);
    else chains.push([member]);
  }
  return chains;
}

/** The places of the members of one chain, in order; one alone is ungrouped. */
export function placesOf(chain: readonly Pick<Member, 'id' | 'stayEnd'>[]): PlaceChange[] {
  const [base] = chain;
  const last = chain.at(-1);
  if (!base || !last || chain.length === 1) return chain.map(({ id }) => ({ id, place: UNGROUPED }));
  return chain.map(({ id }) => ({
    id,
    place: { baseBookingId: id === base.id ? 0 : base.id, groupEndDate: last.stayEnd },
  }));
}

/**
 * The places that change when `changed` takes its new form (contract 2): it joins the group of the day before or
 * is cut off from it, and every chain that is no longer adjacent splits, its first member becoming the base.
 */
export function regroup(
  changed: Member,
  others: readonly Member[],
  dayBefore: 'join' | 'leave' | 'keep',
): PlaceChange[] {
  const previous = dayBefore === 'join' ? dayBeforeBooking(changed, others) : null;
  const groups = new Set([groupIdOf(changed)]);
  if (previous) groups.add(groupIdOf(previous));
  const members = [changed, ...others.filter((other) => other.id !== changed.id)].filter(
    (member) => member.status === 'active' && groups.has(groupIdOf(member)),
  );
  const before = new Map([changed, ...others].map((member) => [member.id, member]));
  const belongs = (member: Member, to: Member): boolean =>
    member.id === changed.id && dayBefore !== 'keep'
      ? dayBefore === 'join'
      : groupIdOf(member) === groupIdOf(to);
  return chainsOf(members, belongs)
    .flatMap(placesOf)
    .filter(({ id, place }) => {
      const member = before.get(id);
      return member?.baseBookingId !== place.baseBookingId || member.groupEndDate !== place.groupEndDate;
    });
}
