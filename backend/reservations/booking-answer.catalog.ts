import type { Day } from '@domain/dates.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { type RoomDirectory, roomMonthOf } from '@domain/room/room-directory.js';
import { type BookingRecord, encodeBookingNight } from '@wire/booking-record.js';

/** The room-month id of a night, null where the room has none that month. */
function roomIdOf(rooms: RoomDirectory, roomNumber: string, night: Day): number | null {
  const room = rooms.byNumber.get(roomNumber);
  return (room && roomMonthOf(room, night)?.id) ?? null;
}

/** The record of one night of a booking. */
function nightRecord(booking: Reservation, night: Day, rooms: RoomDirectory): BookingRecord {
  return encodeBookingNight(booking, night, roomIdOf(rooms, booking.roomNumber, night));
}

const AFTER_DATE = ',"stay_start":';

/**
 * The records of a booking's nights as JSON. They differ in the night and its room-month alone, which come first; all
 * that follows is the same text.
 */
export function nightTexts(booking: Reservation, nights: readonly Day[], rooms: RoomDirectory): string[] {
  const [first] = nights;
  if (!first) return [];
  const { id, version } = booking;
  const whole = JSON.stringify(nightRecord(booking, first, rooms));
  const rest = whole.slice(whole.indexOf(AFTER_DATE));
  return nights.map((date) => {
    const start = { id, version, room_id: roomIdOf(rooms, booking.roomNumber, date), date };
    return JSON.stringify(start).slice(0, -1) + rest;
  });
}

/** The record of a booking's first night, which stands for the booking as a whole. */
export function bookingRecord(booking: Reservation, rooms: RoomDirectory): BookingRecord {
  return nightRecord(booking, booking.stayStart, rooms);
}
