import type { Day } from '@domain/dates.js';
import { balanceOf } from '@domain/reservation/account.js';
import { gendersOf, type Reservation } from '@domain/reservation/reservation.js';
import {
  type FieldKind,
  RESERVATION_FIELD_NAMES,
  RESERVATION_FIELDS,
  type ReservationDetails,
  type ReservationField,
} from '@domain/reservation/reservation-fields.js';
import { type RoomDirectory, roomMonthOf } from '@domain/room/room-directory.js';
import { z } from 'zod';

const flag = z.literal([0, 1]);
const day = z.string().transform((text) => text as Day);

/** The schemas of a stay's fields in records, by kind; the room is that of the night. */
const KINDS = {
  text: z.string(),
  roomNumber: z.int().nullable(),
  day,
  purpose: z.string(),
  bookingSource: z.string(),
  yen: z.int(),
  points: z.string(),
  people: z.int(),
  corporate: z.int(),
  paymentType: z.int().nullable(),
  blacklist: z.int(),
  flag,
} as const satisfies Record<FieldKind, z.ZodType>;
type Kinds = typeof KINDS;
type Fields = typeof RESERVATION_FIELDS;

const entered = Object.fromEntries(
  RESERVATION_FIELD_NAMES.map((name) => [
    RESERVATION_FIELDS[name].wire,
    KINDS[RESERVATION_FIELDS[name].kind],
  ]),
) as { [Name in ReservationField as Fields[Name]['wire']]: Kinds[Fields[Name]['kind']] };

/** What a record has beside them. */
const derived = {
  id: z.int(),
  version: z.int(),
  date: day,
  is_cancelled: flag,
  gender_1: z.enum(['male', 'female']).nullable(),
  gender_2: z.enum(['male', 'female']).nullable(),
  checkin_date: day.nullable(),
  checkout_date: day.nullable(),
  corporate: flag,
  payment_status: z.enum(['済', '未']),
  payment_flag: flag,
  used_points: z.int(),
  base_booking_id: z.int(),
  group_end_date: day.nullable(),
  changed_room: flag,
  staff_id: z.int().nullable(),
  party_id: z.int(),
  no_show: flag,
  /** Whole yen still to be paid; negative where money is to be given back. */
  balance: z.int(),
};
type Shape = typeof derived & typeof entered;

/** Derived fields that stand behind one that staff enter, not at the end. */
const BEHIND: Partial<Record<keyof Shape, readonly (keyof typeof derived)[]>> = {
  room_id: ['date'],
  stay_end: ['is_cancelled'],
  guest_name_2: ['gender_1', 'gender_2'],
  checkin_time: ['checkin_date', 'checkout_date'],
  corporateID: ['corporate'],
  payment_type: ['payment_status', 'payment_flag'],
  coupon: ['used_points'],
};

/** The fields in the order of a record, which lists of changes have as well. */
const ORDER = new Set([
  ...(['id', 'version'] as const),
  ...RESERVATION_FIELD_NAMES.map((name) => RESERVATION_FIELDS[name].wire).flatMap((wire) => [
    wire,
    ...(BEHIND[wire] ?? []),
  ]),
  ...(Object.keys(derived) as (keyof typeof derived)[]),
]);

/** One night of a booking as it goes over the wire (spec 3, contract 2). */
export const bookingRecordSchema = z.strictObject(
  Object.fromEntries([...ORDER].map((name) => [name, { ...derived, ...entered }[name]])) as Shape,
);
export type BookingRecord = z.output<typeof bookingRecordSchema>;

/** 済 or 未 for a payment flag (contract 2). */
export function paymentStatusOf(paymentFlag: 0 | 1): '済' | '未' {
  return paymentFlag === 1 ? '済' : '未';
}

type Entered = { -readonly [Name in keyof typeof entered]: z.output<(typeof entered)[Name]> };

/** A record with its fields in order, to be filled. */
const BLANK: Readonly<Record<string, null>> = Object.fromEntries([...ORDER].map((name) => [name, null]));

/** The fields that staff entered; `roomId` is the room-month id of the night. */
function encodeEntered(booking: ReservationDetails, roomId: number | null): Entered {
  const record: Record<string, unknown> = { ...BLANK };
  for (const name of RESERVATION_FIELD_NAMES) record[RESERVATION_FIELDS[name].wire] = booking[name];
  record.room_id = roomId;
  record.csv_notes = String(booking.usedPoints);
  return record as Entered;
}

/** The record of one night; `roomId` is the room-month id of that night. */
export function encodeBookingNight(booking: Reservation, date: Day, roomId: number | null): BookingRecord {
  const [gender1, gender2] = gendersOf(booking);
  return Object.assign(encodeEntered(booking, roomId), {
    id: booking.id,
    version: booking.version,
    date,
    is_cancelled: booking.status === 'cancelled' ? 1 : 0,
    gender_1: gender1 ?? null,
    gender_2: gender2 ?? null,
    checkin_date: booking.checkinDate,
    checkout_date: booking.checkoutDate,
    corporate: booking.corporateId === 0 ? 0 : 1,
    payment_status: paymentStatusOf(booking.paymentFlag),
    payment_flag: booking.paymentFlag,
    used_points: booking.usedPoints,
    base_booking_id: booking.baseBookingId,
    group_end_date: booking.groupEndDate,
    changed_room: booking.changedRoom,
    staff_id: booking.staffId,
    party_id: booking.partyId,
    no_show: booking.isNoShow ? 1 : 0,
    balance: balanceOf(booking),
  } as const);
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
