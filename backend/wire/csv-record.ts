import type { CsvReservation, FailureReason } from '@domain/auto-registration/csv-reservation.js';
import { NOT_BLACKLISTED, UNGROUPED } from '@domain/reservation/reservation.js';
import { DEFAULT_PURPOSE } from '@domain/reservation/sources.js';
import { type BookingRecord, encodeBookingNight, paymentStatusOf } from './booking-record.js';

/** An imported record for the form: a booking record's fields, and what only imports have (contract 2). */
export type CsvRecord = BookingRecord & {
  paymentStatus: '済' | '未';
  site: string;
  room_symbol: string;
  room_name: string;
  smoking_status: '禁煙' | '喫煙';
  status: CsvReservation['status'];
  reason: FailureReason | null;
  booking_id: number | null;
};

/** What the form gets: the record and the ids of all imported records of the same reservation; no room bounds it yet. */
export type CsvFormData = CsvRecord & {
  group: number[];
  start_day_edge: null;
  end_day_edge: null;
  borderRoom: null;
};

/** An imported record in a booking record's terms; it has no room yet. */
export function encodeCsvReservation(record: CsvReservation): CsvRecord {
  const booking = encodeBookingNight(
    {
      ...record,
      ...UNGROUPED,
      status: record.status === 'cancelled' ? 'cancelled' : 'active',
      roomNumber: '',
      purpose: DEFAULT_PURPOSE,
      staffId: null,
      paymentType: null,
      checkinDate: null,
      checkoutDate: null,
      changedRoom: 0,
      csvReservationId: record.id,
      roomMoveLock: 0,
      blacklistId: NOT_BLACKLISTED,
      nextdayOutFlag: 0,
    },
    record.stayStart,
    null,
  );
  return {
    ...booking,
    paymentStatus: paymentStatusOf(record.paymentFlag),
    site: record.site,
    room_symbol: record.roomSymbol,
    room_name: record.roomName,
    smoking_status: record.smokingStatus,
    status: record.status,
    reason: record.reason,
    booking_id: record.bookingId,
  };
}
