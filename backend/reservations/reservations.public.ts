import type { Day } from '@domain/dates.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { type RoomDirectory, roomMonthOf } from '@domain/room/room-directory.js';
import { gramsOf } from '@domain/search/searchable.js';
import { type BookingRecord, encodeBookingNight } from '@wire/booking-record.js';
import { type RawBuilder, sql } from 'kysely';

/** The room-month id of a night, null where the room has none that month. */
function roomIdOf(rooms: RoomDirectory, roomNumber: string, night: Day): number | null {
  const room = rooms.byNumber.get(roomNumber);
  return (room && roomMonthOf(room, night)?.id) ?? null;
}

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

/** The record of a booking's first night, which stands for the booking as a whole. */
export function bookingRecord(booking: Reservation, rooms: RoomDirectory): BookingRecord {
  const { stayStart } = booking;
  return encodeBookingNight(booking, stayStart, roomIdOf(rooms, booking.roomNumber, stayStart));
}

/** A pattern for `like` that matches texts containing a word. */
export const containsPattern = (word: string): string => `%${word.replace(/[\\%_]/g, '\\$&')}%`;

/** The condition on bookings that their search text contains all these words, answered by the trigram index. */
export function containsWords(words: readonly string[]): RawBuilder<boolean> {
  const grams = [...new Set(words.flatMap(gramsOf))];
  return sql`id in (
    select t.id from booking_texts t
    where text_grams(t.search_text) @> ${grams}::text[]
      and t.search_text like all (${words.map(containsPattern)}::text[]))`;
}
