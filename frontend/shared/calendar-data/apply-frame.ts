import { type Month, monthOf } from '@domain/dates.js';
import type { BookingRecord } from '@wire/booking-record.js';
import type { ChangeFrame } from '@wire/live.js';
import {
  type CalendarSnapshot,
  decodeCounts,
  NO_ROOM,
  roomNumberOf,
  type ShownBooking,
  shownBooking,
  withClosures,
  withRooms,
} from './calendar-snapshot.js';

function touchesRange({ stay_start, stay_end }: BookingRecord, { range }: CalendarSnapshot): boolean {
  return stay_start <= range.last && stay_end > range.first;
}

/** Months whose rooms must be loaded before the records can be placed: stays that began before the range. */
export function missingMonths(snapshot: CalendarSnapshot, records: readonly BookingRecord[]): Month[] {
  const missing = records.filter(
    (record) => touchesRange(record, snapshot) && roomNumberOf(record, snapshot.rooms) === undefined,
  );
  return [...new Set(missing.map((record) => monthOf(record.stay_start)))];
}

/** The rooms with newer bookings put in their place; an older version than the known one is passed over. */
export function withBookings(
  snapshot: CalendarSnapshot,
  records: readonly BookingRecord[],
): CalendarSnapshot {
  const byRoom = new Map(snapshot.byRoom);
  const without = (roomNumber: string, id: number): readonly ShownBooking[] =>
    (byRoom.get(roomNumber) ?? []).filter((booking) => booking.id !== id);
  const newer = new Map<number, ShownBooking>();
  for (const record of records) {
    const known = newer.get(record.id) ?? snapshot.known.get(record.id);
    if (known && known.version > record.version) continue;
    const roomNumber = roomNumberOf(record, snapshot.rooms) ?? NO_ROOM;
    const booking = shownBooking(record, roomNumber);
    newer.set(record.id, booking);
    if (known) byRoom.set(known.roomNumber, without(known.roomNumber, record.id));
    if (record.is_cancelled === 1 || !touchesRange(record, snapshot)) continue;
    byRoom.set(roomNumber, [...without(roomNumber, record.id), booking]);
  }
  return { ...snapshot, byRoom, known: snapshot.known.with(newer.values()) };
}

function withDays(snapshot: CalendarSnapshot, frame: ChangeFrame): CalendarSnapshot {
  const { first, last } = snapshot.range;
  const shown = (date: string): boolean => date >= first && date <= last;
  const counts = decodeCounts(frame.counts).filter(([date]) => shown(date));
  const weather = frame.weather.filter(({ date }) => shown(date));
  const isNew = (part: 'counts' | 'weather') => frame.to > snapshot.asOf[part];
  return {
    ...snapshot,
    counts: counts.length > 0 && isNew('counts') ? new Map([...snapshot.counts, ...counts]) : snapshot.counts,
    weather:
      weather.length > 0 && isNew('weather')
        ? new Map([...snapshot.weather, ...weather.map((record) => [record.date, record] as const)])
        : snapshot.weather,
  };
}

/** The snapshot after a frame; what a part already holds of it, or newer, stays (contract 6). */
export function applyFrame(snapshot: CalendarSnapshot, frame: ChangeFrame): CalendarSnapshot {
  const { asOf } = snapshot;
  const rooms =
    frame.to > asOf.rooms
      ? withClosures(withRooms(snapshot.rooms, frame.rooms), frame.closures)
      : snapshot.rooms;
  let next = withDays({ ...snapshot, rooms }, frame);
  if (frame.bookings.length > 0 && frame.to > asOf.bookings) next = withBookings(next, frame.bookings);
  const upTo = (part: number) => Math.max(part, frame.to);
  return {
    ...next,
    asOf: {
      bookings: upTo(asOf.bookings),
      rooms: upTo(asOf.rooms),
      counts: upTo(asOf.counts),
      weather: upTo(asOf.weather),
    },
  };
}
