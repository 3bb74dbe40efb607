import type { DayRange } from '@domain/calendar/default-range.js';
import type { DrawnStay } from '@domain/calendar/stay-cells.js';
import { type Day, daysFromTo } from '@domain/dates.js';
import type { RoomClosure } from '@domain/room/room-closure.js';
import { type RoomDirectory, roomDirectory } from '@domain/room/room-directory.js';
import type { RoomMonth } from '@domain/room/room-month.js';
import type { BookingRecord } from '@wire/booking-record.js';
import { type CountRecord, type DailyCount, decodeDailyCount } from '@wire/count-record.js';
import { decodeRoomClosure, type RoomClosureRecord } from '@wire/room-closure-record.js';
import { decodeRoomMonth, type RoomRecord } from '@wire/room-record.js';
import type { WeatherRecord } from '@wire/weather-record.js';
import { KnownBookings } from './known-bookings.js';

/** A booking as the calendar holds it: what it draws, where, and the record with all the rest. */
export type ShownBooking = DrawnStay & { version: number; roomNumber: string; record: BookingRecord };

/** A booking's record, placed in its room. */
export function shownBooking(record: BookingRecord, roomNumber: string): ShownBooking {
  return {
    id: record.id,
    version: record.version,
    roomNumber,
    stayStart: record.stay_start,
    stayEnd: record.stay_end,
    bookingSource: record.booking_source,
    paymentFlag: record.payment_flag,
    nextdayOutFlag: record.nextday_out_flag,
    baseBookingId: record.base_booking_id,
    record,
  };
}

/** Stands for the number of a room that is missing. */
export const NO_ROOM = '';

/** The log position that each part of a snapshot is at least as new as. */
export type AsOf = { bookings: number; rooms: number; counts: number; weather: number };

/** The weather and holiday flags of days; null for a day without a record, no entry where it was not read. */
export type WeatherByDay = ReadonlyMap<Day, WeatherRecord | null>;

/** Everything the calendar shows of one range, normalised; replaced, never changed, when something happens. */
export type CalendarSnapshot = {
  range: DayRange;
  days: readonly Day[];
  rooms: RoomDirectory;
  /**
   * Active bookings that touch the range, by room number, those whose room is missing by '';
   * a room's list is replaced only when it changes.
   */
  byRoom: ReadonlyMap<string, readonly ShownBooking[]>;
  counts: ReadonlyMap<Day, DailyCount>;
  /** The weather of each day of the range, null where none is recorded; a day that it has not is not known. */
  weather: WeatherByDay;
  asOf: AsOf;
  /** The newest version seen of each booking, also of cancelled ones and of those that left the range. */
  known: KnownBookings<ShownBooking>;
};

/** The answers of the calls that make up a calendar. */
export type CalendarAnswers = {
  bookings: readonly BookingRecord[];
  rooms: readonly RoomRecord[];
  closures: readonly RoomClosureRecord[];
  counts: Record<string, CountRecord>;
  /** Null when it could not be read. */
  weather: readonly WeatherRecord[] | null;
};

/** Day by day counts in the domain's terms. */
export function decodeCounts(records: Record<string, CountRecord>): [Day, DailyCount][] {
  return Object.entries(records).map(([date, record]) => [date as Day, decodeDailyCount(record)]);
}

/** The directory with further or newer room-months. */
export function withRooms(rooms: RoomDirectory, newer: readonly RoomRecord[]): RoomDirectory {
  if (newer.length === 0) return rooms;
  const byId = new Map<number, RoomMonth>(rooms.byId);
  for (const record of newer) byId.set(record.id, decodeRoomMonth(record));
  return roomDirectory(byId.values(), rooms.closures);
}

/** The directory with newer closures; an older version than the known one is passed over. Room-months keep their identity. */
export function withClosures(
  rooms: RoomDirectory,
  newer: readonly RoomClosureRecord[] | undefined,
): RoomDirectory {
  if (!newer?.length) return rooms;
  const closures = new Map<number, RoomClosure>(rooms.closures.map((closure) => [closure.id, closure]));
  for (const record of newer) {
    if ((closures.get(record.id)?.version ?? 0) <= record.version) {
      closures.set(record.id, decodeRoomClosure(record));
    }
  }
  return { ...roomDirectory(rooms.byId.values(), [...closures.values()]), byId: rooms.byId };
}

/** The number of a booking's room, undefined when the room is missing. */
export function roomNumberOf({ room_id }: BookingRecord, rooms: RoomDirectory): string | undefined {
  return room_id === null ? undefined : rooms.byId.get(room_id)?.roomNumber;
}

/** A fresh snapshot. */
export function snapshotOf(range: DayRange, answers: CalendarAnswers, asOf: AsOf): CalendarSnapshot {
  const rooms = roomDirectory(answers.rooms.map(decodeRoomMonth), answers.closures.map(decodeRoomClosure));
  const known = new Map<number, ShownBooking>();
  const byRoom = new Map<string, ShownBooking[]>();
  for (const record of answers.bookings) {
    if (known.has(record.id)) continue; // A server of the version before answers with each night.
    const roomNumber = roomNumberOf(record, rooms) ?? NO_ROOM;
    const booking = shownBooking(record, roomNumber);
    known.set(record.id, booking);
    if (record.is_cancelled === 1) continue;
    const row = byRoom.get(roomNumber);
    if (row) row.push(booking);
    else byRoom.set(roomNumber, [booking]);
  }
  const days = daysFromTo(range.first, range.last);
  const weather = answers.weather && new Map(answers.weather.map((record) => [record.date, record]));
  return {
    range,
    days,
    rooms,
    byRoom,
    counts: new Map(decodeCounts(answers.counts)),
    weather: new Map(weather && days.map((date) => [date, weather.get(date) ?? null])),
    asOf,
    known: new KnownBookings(known),
  };
}

/** A booking of the snapshot by its id, undefined when it is not shown. */
export function bookingById(snapshot: CalendarSnapshot, id: number): ShownBooking | undefined {
  const roomNumber = snapshot.known.get(id)?.roomNumber;
  if (roomNumber === undefined) return undefined;
  return snapshot.byRoom.get(roomNumber)?.find((booking) => booking.id === id);
}
