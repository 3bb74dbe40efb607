import type { Day } from '@domain/dates.js';
import { balanceOf } from '@domain/reservation/account.js';
import { gendersOf, type Reservation } from '@domain/reservation/reservation.js';
import { type RoomDirectory, roomMonthOf } from '@domain/room/room-directory.js';
import { z } from 'zod';

const flag = z.literal([0, 1]);
const day = z.string().transform((text) => text as Day);

/** One night of a booking as it goes over the wire (spec 3, contract 2). */
export const bookingRecordSchema = z.strictObject({
  id: z.int(),
  version: z.int(),
  room_id: z.int().nullable(),
  date: day,
  stay_start: day,
  stay_end: day,
  is_cancelled: flag,
  reserver_name: z.string(),
  reserver_name_kana: z.string(),
  guest_name_1: z.string(),
  guest_name1_kana: z.string(),
  guest_name_2: z.string(),
  gender_1: z.enum(['male', 'female']).nullable(),
  gender_2: z.enum(['male', 'female']).nullable(),
  purpose: z.string(),
  booking_source: z.string(),
  notes: z.string(),
  csv_notes: z.string(),
  checkin_time: z.string(),
  checkin_date: day.nullable(),
  checkout_date: day.nullable(),
  total_fee: z.int(),
  booking_number: z.string(),
  mens_count: z.int(),
  womens_count: z.int(),
  corporateID: z.int(),
  corporate: flag,
  tel: z.string(),
  payment_type: z.int().nullable(),
  payment_status: z.enum(['済', '未']),
  payment_flag: flag,
  coupon: flag,
  used_points: z.int(),
  room_move_lock: flag,
  blacklist_id: z.int(),
  nextday_out_flag: flag,
  base_booking_id: z.int(),
  group_end_date: day.nullable(),
  changed_room: flag,
  staff_id: z.int().nullable(),
  party_id: z.int(),
  no_show: flag,
  /** Whole yen still to be paid; negative where money is to be given back. */
  balance: z.int(),
});
export type BookingRecord = z.output<typeof bookingRecordSchema>;

/** 済 or 未 for a payment flag (contract 2). */
export function paymentStatusOf(paymentFlag: 0 | 1): '済' | '未' {
  return paymentFlag === 1 ? '済' : '未';
}

/** The record of one night; `roomId` is the room-month id of that night. */
export function encodeBookingNight(booking: Reservation, date: Day, roomId: number | null): BookingRecord {
  const [gender1, gender2] = gendersOf(booking);
  return {
    id: booking.id,
    version: booking.version,
    room_id: roomId,
    date,
    stay_start: booking.stayStart,
    stay_end: booking.stayEnd,
    is_cancelled: booking.status === 'cancelled' ? 1 : 0,
    reserver_name: booking.reserverName,
    reserver_name_kana: booking.reserverNameKana,
    guest_name_1: booking.guestName1,
    guest_name1_kana: booking.guestName1Kana,
    guest_name_2: booking.guestName2,
    gender_1: gender1 ?? null,
    gender_2: gender2 ?? null,
    purpose: booking.purpose,
    booking_source: booking.bookingSource,
    notes: booking.notes,
    csv_notes: String(booking.usedPoints),
    checkin_time: booking.checkinTime,
    checkin_date: booking.checkinDate,
    checkout_date: booking.checkoutDate,
    total_fee: booking.totalFee,
    booking_number: booking.bookingNumber,
    mens_count: booking.mensCount,
    womens_count: booking.womensCount,
    corporateID: booking.corporateId,
    corporate: booking.corporateId === 0 ? 0 : 1,
    tel: booking.tel,
    payment_type: booking.paymentType,
    payment_status: paymentStatusOf(booking.paymentFlag),
    payment_flag: booking.paymentFlag,
    coupon: booking.coupon,
    used_points: booking.usedPoints,
    room_move_lock: booking.roomMoveLock,
    blacklist_id: booking.blacklistId,
    nextday_out_flag: booking.nextdayOutFlag,
    base_booking_id: booking.baseBookingId,
    group_end_date: booking.groupEndDate,
    changed_room: booking.changedRoom,
    staff_id: booking.staffId,
    party_id: booking.partyId,
    no_show: booking.isNoShow ? 1 : 0,
    balance: balanceOf(booking),
  };
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
