import type { Day } from '@domain/dates.js';
import type { CsvReservation } from '@domain/imports/csv-reservation.js';
import { UNGROUPED } from '@domain/reservation/reservation.js';
import { UNSAID } from '@domain/reservation/reservation-fields.js';
import { encodeBookingNight, paymentStatusOf } from './booking-record.js';

/** Another record or booking with the same guest, dates and phone under another number. */
export type Duplicate = {
  csv_reservation_id: number | null;
  booking_id: number | null;
  site: string;
  booking_number: string;
};

/** Facts about an imported record beyond its own state. */
export type CsvRecordContext = {
  /** Instant of the last change, RFC 3339 in UTC. */
  updated_at: string;
  /** The file and line it was last imported from, null when unknown. */
  file: { name: string; line: number } | null;
  duplicates: Duplicate[];
  /** Number of rooms of its reservation that are not cancelled at the source. */
  rooms: number;
};

/** An imported record: the fields of a booking record, whose dates may be missing, and its own (contract 2). */
export type CsvRecord = ReturnType<typeof encodeCsvReservation>;

/**
 * A record for the form, with the ids of all records of its reservation. If it has an active booking, `room_id`, the edges
 * and `booking_version` are that booking's.
 */
export type CsvFormData = CsvRecord & {
  group: number[];
  start_day_edge: Day | null;
  end_day_edge: Day | null;
  borderRoom: string | null;
  booking_version: number | null;
};

const NO_DAY = '' as Day;

/** Encodes an imported record; it has no room of its own. */
export function encodeCsvReservation(record: CsvReservation, context: CsvRecordContext) {
  const { stayStart, stayEnd } = record;
  const booking = encodeBookingNight(
    {
      ...UNSAID,
      ...record,
      ...UNGROUPED,
      stayStart: stayStart ?? NO_DAY,
      stayEnd: stayEnd ?? NO_DAY,
      status: record.status === 'cancelled' ? 'cancelled' : 'active',
      roomNumber: '',
      staffId: null,
      checkinDate: null,
      checkoutDate: null,
      changedRoom: 0,
      csvReservationId: record.id,
      partyId: 0,
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
    is_returned: record.isReturned ? (1 as const) : (0 as const),
    ...context,
  };
}
