import { daysFromTo } from '@domain/dates.js';
import type { RoomClosure } from '@domain/room/room-closure.js';
import { roomDirectory } from '@domain/room/room-directory.js';
import type { RoomMonth } from '@domain/room/room-month.js';
import type { CalendarSnapshot, ShownBooking } from '../calendar-data/calendar-snapshot.js';
import { KnownBookings } from '../calendar-data/known-bookings.js';

/** Some milliseconds' worth of copying. */
const PART = 500;

/** A part of a calendar. The first also has the small fields; `byRoom` holds ids only. */
export type CalendarPart = {
  rooms: readonly RoomMonth[];
  bookings: readonly ShownBooking[];
  rest?: Pick<CalendarSnapshot, 'range' | 'counts' | 'weather' | 'asOf'> & {
    byRoom: ReadonlyMap<string, readonly number[]>;
    /** Missing in what a version before closures has stored. */
    closures?: readonly RoomClosure[];
  };
};

/** A calendar in parts that are short to copy. */
export function calendarParts({ rooms, known, byRoom, ...calendar }: CalendarSnapshot): CalendarPart[] {
  const { range, counts, weather, asOf } = calendar;
  const ids = [...byRoom].map(([room, bookings]) => [room, bookings.map(({ id }) => id)] as const);
  const rest = { range, counts, weather, asOf, byRoom: new Map(ids), closures: rooms.closures };
  const [months, bookings] = [[...rooms.byId.values()], known.values()];
  const parts = Math.max(1, Math.ceil(Math.max(months.length, bookings.length) / PART));
  return Array.from({ length: parts }, (_, index) => {
    const [from, to] = [index * PART, (index + 1) * PART];
    const part = { rooms: months.slice(from, to), bookings: bookings.slice(from, to) };
    return index === 0 ? { ...part, rest } : part;
  });
}

/** The calendar of such parts, null when the first is missing. */
export function calendarOfParts(parts: readonly CalendarPart[]): CalendarSnapshot | null {
  if (!parts[0]?.rest) return null;
  const { closures, ...rest } = parts[0].rest;
  const known = new Map(parts.flatMap(({ bookings }) => bookings.map((booking) => [booking.id, booking])));
  const byRoom = [...rest.byRoom].map(
    ([room, ids]) => [room, ids.flatMap((id) => known.get(id) ?? [])] as const,
  );
  return {
    ...rest,
    days: daysFromTo(rest.range.first, rest.range.last),
    rooms: roomDirectory(
      parts.flatMap(({ rooms }) => rooms),
      closures,
    ),
    byRoom: new Map(byRoom),
    known: new KnownBookings(known),
  };
}
