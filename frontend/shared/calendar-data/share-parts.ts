import type { CalendarSnapshot, ShownBooking } from './calendar-snapshot.js';

/** Returns true if two objects without further ones in them hold the same. */
function sameFlat<T extends object>(a: T, b: T): boolean {
  return (Object.keys(b) as (keyof T)[]).every((key) => a[key] === b[key]);
}

const sameDeep = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const sameBooking = (a: ShownBooking, b: ShownBooking): boolean =>
  a.roomNumber === b.roomNumber && sameFlat(a.record, b.record);

/** The next map with the former's values where they are the same; the former itself when all are. */
function sharedMap<Key, Value>(
  former: ReadonlyMap<Key, Value>,
  next: ReadonlyMap<Key, Value>,
  same: (a: Value, b: Value) => boolean,
): ReadonlyMap<Key, Value> {
  let changed = former.size !== next.size;
  const shared = new Map<Key, Value>();
  for (const [key, value] of next) {
    const before = former.get(key);
    const keep = before !== undefined && same(before, value);
    if (!keep) changed = true;
    shared.set(key, keep ? before : value);
  }
  return changed ? shared : former;
}

const byId = (row: readonly ShownBooking[]) => new Map(row.map((booking) => [booking.id, booking]));

function sharedRow(former: readonly ShownBooking[], next: readonly ShownBooking[]): readonly ShownBooking[] {
  const before = byId(former);
  const shared = sharedMap(before, byId(next), sameBooking);
  return shared === before ? former : [...shared.values()];
}

/** The next snapshot with every part that is as it was taken from the former, so that only what differs repaints. */
export function shareParts(former: CalendarSnapshot | null, next: CalendarSnapshot): CalendarSnapshot {
  if (!former) return next;
  const rooms = sharedMap(former.rooms.byId, next.rooms.byId, sameFlat);
  return {
    ...next,
    range: sameFlat(former.range, next.range) ? former.range : next.range,
    days: sameDeep(former.days, next.days) ? former.days : next.days,
    rooms:
      rooms === former.rooms.byId && sameDeep(former.rooms.closures, next.rooms.closures)
        ? former.rooms
        : next.rooms,
    byRoom: new Map(
      [...next.byRoom].map(([room, row]) => [room, sharedRow(former.byRoom.get(room) ?? [], row)]),
    ),
    counts: sharedMap(former.counts, next.counts, sameDeep),
    weather: sharedMap(former.weather, next.weather, sameDeep),
  };
}
