import type { Day } from '@domain/dates.js';
import { balanceOf } from '@domain/reservation/account.js';
import { gendersOf, type Reservation } from '@domain/reservation/reservation.js';
import { RESERVATION_FIELD_NAMES, RESERVATION_FIELDS } from '@domain/reservation/reservation-fields.js';
import { type RoomDirectory, roomMonthOf } from '@domain/room/room-directory.js';
import type { z } from 'zod';
import { RECORD_ORDER } from './booking-record-fields.js';
import type { bookingRecordSchema } from './booking-record-schema.js';

export type BookingRecord = z.output<typeof bookingRecordSchema>;

/** 済 or 未 for a payment flag (contract 2). */
export function paymentStatusOf(paymentFlag: 0 | 1): '済' | '未' {
  return paymentFlag === 1 ? '済' : '未';
}

/** A record with its fields in order, to be filled. */
const BLANK: Readonly<Record<string, null>> = Object.fromEntries(RECORD_ORDER.map((name) => [name, null]));
/** Fields that staff enter, by their names on the wire and in the domain; a record is written often. */
const ENTERED = RESERVATION_FIELD_NAMES.map((name) => [RESERVATION_FIELDS[name].wire, name] as const);

/** The record of one night; `roomId` is the room-month id of that night. */
export function encodeBookingNight(booking: Reservation, date: Day, roomId: number | null): BookingRecord {
  const [gender1, gender2] = gendersOf(booking);
  const record: Record<string, unknown> = { ...BLANK };
  for (const [wire, name] of ENTERED) record[wire] = booking[name];
  record.room_id = roomId;
  record.csv_notes = String(booking.usedPoints);
  record.id = booking.id;
  record.version = booking.version;
  record.date = date;
  record.is_cancelled = booking.status === 'cancelled' ? 1 : 0;
  record.gender_1 = gender1 ?? null;
  record.gender_2 = gender2 ?? null;
  record.checkin_date = booking.checkinDate;
  record.checkout_date = booking.checkoutDate;
  record.corporate = booking.corporateId === 0 ? 0 : 1;
  record.payment_status = paymentStatusOf(booking.paymentFlag);
  record.payment_flag = booking.paymentFlag;
  record.used_points = booking.usedPoints;
  record.base_booking_id = booking.baseBookingId;
  record.group_end_date = booking.groupEndDate;
  record.changed_room = booking.changedRoom;
  record.staff_id = booking.staffId;
  record.party_id = booking.partyId;
  record.no_show = booking.isNoShow ? 1 : 0;
  record.balance = balanceOf(booking);
  return record as BookingRecord;
}

/** The room-month id of a night, null where the room has none that month. */
export function roomIdOf(rooms: RoomDirectory, roomNumber: string, night: Day): number | null {
  const room = rooms.byNumber.get(roomNumber);
  return (room && roomMonthOf(room, night)?.id) ?? null;
}

/** The record of a booking's first night, which stands for the booking as a whole. */
export function bookingRecord(booking: Reservation, rooms: RoomDirectory): BookingRecord {
  const { stayStart } = booking;
  return encodeBookingNight(booking, stayStart, roomIdOf(rooms, booking.roomNumber, stayStart));
}

/** A booking that a search found: its first night's record, and the number of its room (contract 4, booking-search). */
export type FoundBooking = BookingRecord & { room_number: string };
