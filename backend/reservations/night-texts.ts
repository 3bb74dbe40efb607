import type { Day } from '@domain/dates.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import type { RoomDirectory } from '@domain/room/room-directory.js';
import { encodeBookingNight, roomIdOf } from '@wire/booking-record.js';

const AFTER_DATE = ',"stay_start":';
const textsAfterDate = new WeakMap<Reservation, string>();

/** What follows the date in the record of any night of a booking; cached as long as its state. */
function textAfterDate(booking: Reservation): string {
  const cached = textsAfterDate.get(booking);
  if (cached !== undefined) return cached;
  const whole = JSON.stringify(encodeBookingNight(booking, booking.stayStart, null));
  const text = whole.slice(whole.indexOf(AFTER_DATE));
  textsAfterDate.set(booking, text);
  return text;
}

/** The records of a booking's nights as JSON. They differ only in the room-month id and the date, which come first. */
export function nightTexts(booking: Reservation, nights: readonly Day[], rooms: RoomDirectory): string[] {
  if (nights.length === 0) return [];
  const { id, version } = booking;
  const rest = textAfterDate(booking);
  return nights.map((date) => {
    const start = { id, version, room_id: roomIdOf(rooms, booking.roomNumber, date), date };
    return JSON.stringify(start).slice(0, -1) + rest;
  });
}
