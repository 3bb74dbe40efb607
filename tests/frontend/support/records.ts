import type { DayRange } from '@domain/calendar/default-range.js';
import { day, daysFromTo, monthOf } from '@domain/dates.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import type { RoomMonth } from '@domain/room/room-month.js';
import { CATEGORIES } from '@domain/room/room-month.js';
import { type BookingRecord, encodeBookingNight } from '@wire/booking-record.js';
import { type CountRecord, encodeDailyCount } from '@wire/count-record.js';
import type { ChangeFrame } from '@wire/live.js';
import { encodeRoomMonth, type RoomRecord } from '@wire/room-record.js';
import { type CalendarSnapshot, snapshotOf } from '#frontend/shared/calendar-data/calendar-snapshot.js';
import { aReservation, aRoomOf, roomIdOf } from '#tests/support/builders.js';

export const RANGE: DayRange = { first: day('2026-11-15'), last: day('2026-12-31') };

/** The room-months of these rooms in November and December 2026. */
export function roomRecords(...roomNumbers: string[]): RoomRecord[] {
  return roomNumbers
    .flatMap((roomNumber) => aRoomOf(roomNumber))
    .map(encodeRoomMonth)
    .filter(({ year, month }) => year === 2026 && month >= 11);
}

/** A booking as a frame brings it: the record of its first night. */
export function bookingRecord(details: Partial<Reservation>): BookingRecord {
  const booking = aReservation(details);
  return encodeBookingNight(
    booking,
    booking.stayStart,
    roomIdOf(booking.roomNumber, monthOf(booking.stayStart)),
  );
}

/** A booking as the form reads it, alone in its room. */
export function formBooking(details: Partial<Reservation>) {
  return {
    ...bookingRecord(details),
    start_day_edge: null,
    end_day_edge: null,
    borderRoom: '1001',
    imported_record_id: null,
    room_type: 'シングル',
    smoking_status: '禁煙' as const,
    party: [],
    in_house: null,
  };
}

/** Counts of one day with this many actual bookings of normal non-smoking rooms, of ten. */
export function countRecord(actual: number): CountRecord {
  const none = { total: 0, actual: 0, tema: 0 };
  const count = Object.fromEntries(CATEGORIES.map((category) => [category, none]));
  return encodeDailyCount({ ...count, normal_non_smoking: { total: 10, actual, tema: 0 } } as never);
}

/** The counts of every day of the range. */
export function countRecords(actual: number): Record<string, CountRecord> {
  return Object.fromEntries(daysFromTo(RANGE.first, RANGE.last).map((date) => [date, countRecord(actual)]));
}

/** A frame that takes the log from one position to another. */
export function aFrame(from: number, to: number, rows: Partial<ChangeFrame> = {}): ChangeFrame {
  return {
    from,
    to,
    hash: `hash of ${to}`,
    bookings: [],
    counts: {},
    weather: [],
    notes: [],
    rooms: [],
    masters: [],
    failed_imports: null,
    failed_today: null,
    erased: [],
    queue: { failed: [], settled: [] },
    ...rows,
  };
}

type Answers = Parameters<typeof snapshotOf>[1];

/** The calendar of what was read as of one position: the rooms 1001 and 1002, and nothing else, unless said otherwise. */
export function calendarOf(
  answers: Partial<Answers>,
  { range = RANGE, position = 10 } = {},
): CalendarSnapshot {
  const rooms = roomRecords('1001', '1002');
  const empty: Answers = { bookings: [], rooms, closures: [], counts: {}, weather: [] };
  const asOf = { bookings: position, rooms: position, counts: position, weather: position };
  return snapshotOf(range, { ...empty, ...answers }, asOf);
}

/** A calendar of November and December 2026 with the rooms 1001 to 1003 and these bookings. */
export function aCalendar(
  bookings: readonly Partial<Reservation>[],
  rooms: Record<string, Partial<RoomMonth>> = {},
): CalendarSnapshot {
  const numbers = new Set(['1001', '1002', '1003', ...Object.keys(rooms)]);
  const months = [...numbers].flatMap((roomNumber) => aRoomOf(roomNumber, rooms[roomNumber]));
  const shown = months.filter(({ month }) => month >= '2026-11' && month < '2027');
  return calendarOf({ bookings: bookings.map(bookingRecord), rooms: shown.map(encodeRoomMonth) });
}
