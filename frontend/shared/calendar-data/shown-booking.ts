import type { DrawnStay } from '@domain/calendar/stay-cells.js';
import type { BookingRecord } from '@wire/booking-record.js';

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
