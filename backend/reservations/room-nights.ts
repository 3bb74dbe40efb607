import { addDays, type Day, daysFromTo, nightsOf } from '@domain/dates.js';
import { groupBy } from '@domain/group-by.js';
import { type Reservation, stayOf } from '@domain/reservation/reservation.js';
import type { RoomDirectory } from '@domain/room/room-directory.js';
import { LRUCache } from 'lru-cache';
import type { FactCache, FactIndex } from '../event-store/fact-cache.js';
import { reservationStream } from '../streams/reservation.stream.js';

/** Days of a room for which it is known who is there each night, the last day not included. */
type KnownDays = { from: Day; end: Day; nights: Map<Day, number> };

/** Guests of a room, by night. */
export type NightsOfRoom = { room: string; from: Day; end: Day; nights: Iterable<readonly [Day, number]> };

const MOST_ROOMS = 2_000;

/** The nights for which a reservation claims its room. */
export const claimedNights = (stay: Reservation): Day[] =>
  stay.status === 'cancelled' ? [] : nightsOf(stayOf(stay));

/** Reservations by room and night, as far as they were read: one range of days a room. */
export class RoomNights {
  private readonly rooms = new LRUCache<string, KnownDays>({ max: MOST_ROOMS });

  /** Adds what was read of a room; a range that neither overlaps nor adjoins the one before replaces it. */
  add({ room, from, end, nights }: NightsOfRoom): void {
    const known = this.rooms.get(room);
    const joins = known && known.from <= end && from <= known.end;
    const before = joins ? known : { from, end, nights: new Map<Day, number>() };
    for (const [night, id] of nights) before.nights.set(night, id);
    this.rooms.set(room, {
      from: from < before.from ? from : before.from,
      end: end > before.end ? end : before.end,
      nights: before.nights,
    });
  }

  /** The reservations in a room on some days, the last one not included; null when not all of these are known. */
  idsIn(room: string, from: Day, end: Day): Set<number> | null {
    const known = this.rooms.get(room);
    if (!known || from < known.from || known.end < end) return null;
    const days = daysFromTo(from, addDays(end, -1));
    return new Set(days.flatMap((night) => known.nights.get(night) ?? []));
  }

  /** Follows a change; where the state before is not known, the reservation is looked for. */
  apply(before: Reservation | null, after: Reservation): void {
    if (before) {
      for (const night of claimedNights(before)) this.release(before.roomNumber, night, before.id);
    } else if (after.version > 1) {
      for (const { nights } of this.rooms.values()) {
        for (const [night, id] of nights) if (id === after.id) nights.delete(night);
      }
    }
    const known = this.rooms.get(after.roomNumber);
    for (const night of claimedNights(after)) {
      if (known && known.from <= night && night < known.end) known.nights.set(night, after.id);
    }
  }

  private release(room: string, night: Day, id: number): void {
    const nights = this.rooms.get(room)?.nights;
    if (nights?.get(night) === id) nights.delete(night);
  }
}

/** The nights of rooms that decisions looked at. */
export const ROOM_NIGHTS: FactIndex<RoomNights, Reservation> = {
  definition: reservationStream,
  initial: () => new RoomNights(),
  apply: (nights, before, after) => nights.apply(before, after),
};

/** Keeps all bookings of some days, both included, so that nobody who looked at the calendar needs to ask for them. */
export function rememberNights(
  cache: FactCache,
  rooms: RoomDirectory,
  { start, end }: { start: Day; end: Day },
  bookings: readonly Reservation[],
): void {
  cache.remember(bookings.map((state) => ({ definition: reservationStream, key: String(state.id), state })));
  const byRoom = groupBy(bookings, ({ roomNumber }) => roomNumber);
  const known = cache.index(ROOM_NIGHTS);
  for (const room of rooms.byNumber.keys()) {
    const nights = (byRoom.get(room) ?? []).flatMap((stay) =>
      claimedNights(stay).map((night) => [night, stay.id] as const),
    );
    known.add({ room, from: start, end: addDays(end, 1), nights });
  }
}
