import type { Day } from '@domain/dates.js';
import type { CsvReservation, FailureReason, RowKind } from '@domain/imports/csv-reservation.js';
import { NOT_BLACKLISTED, UNGROUPED } from '@domain/reservation/reservation.js';
import { DEFAULT_PURPOSE } from '@domain/reservation/sources.js';
import { type BookingRecord, encodeBookingNight, paymentStatusOf } from './booking-record.js';

/** A booking record's fields of an imported record: its days may be missing or not readable. */
type UncertainStay = Omit<BookingRecord, 'date' | 'stay_start' | 'stay_end'> & {
  date: Day | null;
  stay_start: Day | null;
  stay_end: Day | null;
};

/** Another record or booking of the same guest, days and phone under another number. */
export type Duplicate = {
  csv_reservation_id: number | null;
  booking_id: number | null;
  site: string;
  booking_number: string;
};

/** What is known of an imported record beyond its own state. */
export type CsvRecordContext = {
  /** Since when it is in this state, RFC 3339 in UTC. */
  updated_at: string;
  /** The file and line that it came from last, null when that is no longer known. */
  file: { name: string; line: number } | null;
  duplicates: Duplicate[];
  /** How many rooms its reservation has, those that were cancelled at the source left out. */
  rooms: number;
};

/** An imported record: a booking record's fields, and what only imports have (contract 2). */
export type CsvRecord = UncertainStay &
  CsvRecordContext & {
    paymentStatus: '済' | '未';
    site: string;
    room_index: number;
    kind: RowKind;
    revision: string;
    room_symbol: string;
    room_name: string;
    smoking_status: '禁煙' | '喫煙';
    status: CsvReservation['status'];
    reason: FailureReason | null;
    /** More about the reason, in words for staff. */
    detail: string;
    /** Why staff dismissed it, null unless they did. */
    dismissed_reason: string | null;
    warnings: string[];
    booking_id: number | null;
  };

/**
 * What the form gets: the record, and the ids of all imported records of the same reservation. Once it became a booking
 * that is still active, `room_id` and the edges are that booking's, and `booking_version` its version.
 */
export type CsvFormData = CsvRecord & {
  group: number[];
  start_day_edge: Day | null;
  end_day_edge: Day | null;
  borderRoom: string | null;
  booking_version: number | null;
};

const NO_DAY = '' as Day;

/** An imported record in a booking record's terms; it has no room of its own. */
export function encodeCsvReservation(record: CsvReservation, context: CsvRecordContext): CsvRecord {
  const { stayStart, stayEnd } = record;
  const booking = encodeBookingNight(
    {
      ...record,
      ...UNGROUPED,
      stayStart: stayStart ?? NO_DAY,
      stayEnd: stayEnd ?? NO_DAY,
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
    stayStart ?? NO_DAY,
    null,
  );
  return {
    ...booking,
    date: stayStart,
    stay_start: stayStart,
    stay_end: stayEnd,
    paymentStatus: paymentStatusOf(record.paymentFlag),
    site: record.site,
    room_index: record.roomIndex,
    kind: record.kind,
    revision: record.revision,
    room_symbol: record.roomSymbol,
    room_name: record.roomName,
    smoking_status: record.smokingStatus,
    status: record.status,
    reason: record.reason,
    detail: record.detail,
    dismissed_reason: record.dismissalReason ?? null,
    warnings: record.warnings,
    booking_id: record.bookingId,
    ...context,
  };
}
