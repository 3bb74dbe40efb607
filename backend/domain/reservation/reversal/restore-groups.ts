import { groupBy } from '../../group-by.js';
import { type PlaceChange, placesOf } from '../grouping.js';
import { groupIdOf, type Reservation, UNGROUPED } from '../reservation.js';
import type { BookingPast } from './booking-past.js';

/** Consecutive stays of groups: the later booking's id by the earlier one's. */
type Links = Map<number, number>;

function isAdjacent(earlier: Reservation | undefined, later: Reservation | undefined): boolean {
  return (
    earlier?.status === 'active' &&
    later?.status === 'active' &&
    earlier.roomNumber === later.roomNumber &&
    earlier.stayEnd === later.stayStart
  );
}

function linksOf(bookings: readonly Reservation[]): Links {
  const grouped = bookings.filter(({ status, groupEndDate }) => status === 'active' && groupEndDate !== null);
  const links: Links = new Map();
  for (const members of groupBy(grouped, groupIdOf).values()) {
    for (const [index, later] of members.sort((a, b) => (a.stayStart < b.stayStart ? -1 : 1)).entries()) {
      const earlier = members[index - 1];
      if (earlier && isAdjacent(earlier, later)) links.set(earlier.id, later.id);
    }
  }
  return links;
}

/** All bookings that are linked with one of these, directly or through others. */
function linkedWith(ids: Iterable<number>, links: readonly Links[]): Set<number> {
  const found = new Set(ids);
  const pairs = links.flatMap((some) => [...some]);
  for (let size = 0; size !== found.size; ) {
    size = found.size;
    for (const [a, b] of pairs) {
      if (found.has(a) || found.has(b)) found.add(a).add(b);
    }
  }
  return found;
}

/**
 * The places in groups that change by a reversal: links that the request made are removed, links that it removed are
 * restored where the stays are still adjacent, and links that others changed since stay as they are.
 */
export function restoreGroups(
  pasts: readonly BookingPast[],
  neighbours: readonly Reservation[],
  finals: ReadonlyMap<number, Reservation>,
): PlaceChange[] {
  const states = new Map([...neighbours.map((one) => [one.id, one] as const), ...finals]);
  const isStillAdjacent = ([earlier, later]: [number, number]) =>
    isAdjacent(states.get(earlier), states.get(later));
  const before = linksOf(pasts.flatMap((past) => past.before ?? []));
  const after = linksOf(pasts.map((past) => past.after));
  const current = linksOf(neighbours);
  const links = new Map(current);
  for (const [earlier, later] of after) {
    if (before.get(earlier) !== later && links.get(earlier) === later) links.delete(earlier);
  }
  for (const [earlier, later] of before) {
    if (after.get(earlier) !== later && isStillAdjacent([earlier, later])) links.set(earlier, later);
  }
  const ids = linkedWith(
    pasts.map(({ id }) => id),
    [current, links, before],
  );
  const members = [...ids].flatMap((id) => states.get(id) ?? []).filter(({ status }) => status === 'active');
  const joined = new Map([...links].filter(isStillAdjacent));
  const followers = new Set(joined.values());
  const places = members
    .filter(({ id }) => !followers.has(id))
    .flatMap((base) => {
      const chain = [base];
      for (let next = joined.get(base.id); next !== undefined; next = joined.get(next)) {
        const member = states.get(next);
        if (member) chain.push(member);
      }
      return placesOf(chain);
    });
  return places.filter(({ id, place }) => {
    const { baseBookingId, groupEndDate } = states.get(id) ?? UNGROUPED;
    return place.baseBookingId !== baseBookingId || place.groupEndDate !== groupEndDate;
  });
}
