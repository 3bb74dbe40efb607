import type { Day } from '@domain/dates.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { type RoomDirectory, roomMonthOf } from '@domain/room/room-directory.js';
import { type BookingRecord, encodeBookingNight } from '@wire/booking-record.js';

/** The room-month id of a night, null where the room has none that month. */
function roomIdOf(rooms: RoomDirectory, roomNumber: string, night: Day): number | null {
  const room = rooms.byNumber.get(roomNumber);
  return (room && roomMonthOf(room, night)?.id) ?? null;
}

const AFTER_DATE = ',"stay_start":';
/** Kept only as long as the states: those that are looked back at are kept in memory. */
const afterDate = new WeakMap<Reservation, string>();

/** What follows the date in the record of any night of a booking. */
function textAfterDate(booking: Reservation): string {
  const known = afterDate.get(booking);
  if (known !== undefined) return known;
  const whole = JSON.stringify(encodeBookingNight(booking, booking.stayStart, null));
  const text = whole.slice(whole.indexOf(AFTER_DATE));
  afterDate.set(booking, text);
  return text;
}

/**
 * The records of a booking's nights as JSON. They differ in the night and its room-month alone, which come first; all
 * that follows is the same text.
 */
export function nightTexts(booking: Reservation, nights: readonly Day[], rooms: RoomDirectory): string[] {
  if (nights.length === 0) return [];
  const { id, version } = booking;
  const rest = textAfterDate(booking);
  return nights.map((date) => {
    const start = { id, version, room_id: roomIdOf(rooms, booking.roomNumber, date), date };
    return JSON.stringify(start).slice(0, -1) + rest;
  });
}

/** The record of a booking's first night, which stands for the booking as a whole. */
export function bookingRecord(booking: Reservation, rooms: RoomDirectory): BookingRecord {
  const { stayStart } = booking;
  return encodeBookingNight(booking, stayStart, roomIdOf(rooms, booking.roomNumber, stayStart));
}
