import type { DeskStay } from '@domain/calendar/front-desk.js';
import type { BookingRecord } from '@wire/booking-record.js';

/** A booking as the front desk lists it: what decides about its place, its room's kind, and the record. */
export type DeskBooking = DeskStay & { roomKind: string; record: BookingRecord };

/** A first-night record in the domain's terms; the room is '' while it is not known. */
export function deskBooking(record: BookingRecord, room: { number: string; kind: string }): DeskBooking {
  return {
    id: record.id,
    status: record.is_cancelled === 1 ? 'cancelled' : 'active',
    roomNumber: room.number,
    roomKind: room.kind,
    stayStart: record.stay_start,
    stayEnd: record.stay_end,
    checkinTime: record.checkin_time,
    checkinDate: record.checkin_date,
    checkoutDate: record.checkout_date,
    paymentFlag: record.payment_flag,
    nextdayOutFlag: record.nextday_out_flag,
    record,
  };
}
