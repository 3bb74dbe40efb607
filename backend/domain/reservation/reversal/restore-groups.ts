import { groupBy } from '../../group-by.js';
import { type PlaceChange, placesOf } from '../grouping.js';
import { groupIdOf, type Reservation, UNGROUPED } from '../reservation.js';
import type { BookingPast } from './booking-past.js';

/** Who goes on whose stay: the later booking's id by the earlier one's. */
type Links = Map<number, number>;

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

function isAdjacent(earlier: Reservation | undefined, later: Reservation | undefined): boolean {
  return (
    earlier?.status === 'active' &&
    later?.status === 'active' &&
    earlier.roomNumber === later.roomNumber &&
    earlier.stayEnd === later.stayStart
  );
}

/** Those whose groups may change: whoever is linked, now or then, with one of them, however far. */
function concerned(ids: Iterable<number>, links: readonly Links[]): Set<number> {
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
 * The places in groups that change when what a request did is taken back: links that it made go, links that it broke
 * come back where the stays still meet, and links that others made or broke since stay as they are.
 */
export function restoreGroups(
  pasts: readonly BookingPast[],
  neighbours: readonly Reservation[],
  finals: ReadonlyMap<number, Reservation>,
): PlaceChange[] {
  const states = new Map([...neighbours.map((one) => [one.id, one] as const), ...finals]);
  const before = linksOf(pasts.flatMap((past) => past.before ?? []));
  const after = linksOf(pasts.map((past) => past.after));
  const links = linksOf(neighbours);
  const present = new Map(links);
  for (const [earlier, later] of after) {
    if (before.get(earlier) !== later && links.get(earlier) === later) links.delete(earlier);
  }
  for (const [earlier, later] of before) {
    if (after.get(earlier) !== later && isAdjacent(states.get(earlier), states.get(later)))
      links.set(earlier, later);
  }
  const ids = concerned(
    pasts.map(({ id }) => id),
    [present, links, before],
  );
  const members = [...ids].flatMap((id) => states.get(id) ?? []).filter(({ status }) => status === 'active');
  const joined = new Map(
    [...links].filter(([earlier, later]) => isAdjacent(states.get(earlier), states.get(later))),
  );
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
