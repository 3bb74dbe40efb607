import type { BrokenRule } from '../../broken-rule.js';
import type { Stay } from '../../dates.js';
import type { CsvReservation } from '../../imports/csv-reservation.js';
import type { ReservationFacts } from '../reservation.commands.js';
import { PERSONAL_FIELDS, type Reservation } from '../reservation.js';

/** One event of a booking: its position in the log and the states around it. */
export type PastStep = { position: number; before: Reservation; after: Reservation };

/** The states of a booking around a request (`before` is null when it created the booking), and later events. */
export type BookingPast = {
  id: number;
  before: Reservation | null;
  after: Reservation;
  current: Reservation;
  /** Oldest first. */
  later: readonly PastStep[];
  record: RecordPast | null;
};

/** The imported record that a booking came from; `changed` has the states around the request, null if it changed none. */
export type RecordPast = {
  current: CsvReservation;
  changed: { before: CsvReservation; after: CsvReservation } | null;
};

/** A reason why a booking cannot be restored, in whole or in part. */
export type Obstacle = Violation & { bookingId: number };

/** What keeps one booking from becoming what it was. */
export type Violation = {
  cause:
    | 'changed'
    | 'cancelled'
    | 'taken'
    | 'checked_in'
    | 'checked_out'
    | 'outside_stay'
    | 'locked'
    | 'room_missing'
    | 'room_closed'
    | 'erased'
    | 'record_changed'
    | 'record_cancelled'
    | 'rule';
  /** The unit that cannot be restored (see `unitOf`); null for the whole booking. */
  unit: string | null;
  /** The event that caused it, where it is known. */
  position?: number | null;
  /** The booking that has the room now. */
  other?: Reservation;
  rule?: BrokenRule;
};

/** The facts of a reversal: `isTaken` says whether a room beyond the neighbours is booked for a night of a stay. */
export type ReversalFacts = ReservationFacts & { isTaken: (roomNumber: string, stay: Stay) => boolean };

/** The fields that are restored; the place in a group follows from room and dates. */
export const RESTORABLE = [
  'status',
  'roomNumber',
  'stayStart',
  'stayEnd',
  ...PERSONAL_FIELDS,
  'mensCount',
  'womensCount',
  'purpose',
  'bookingSource',
  'usedPoints',
  'checkinTime',
  'totalFee',
  'bookingNumber',
  'corporateId',
  'coupon',
  'roomMoveLock',
  'blacklistId',
  'nextdayOutFlag',
  'paymentType',
  'paymentFlag',
  'checkinDate',
  'checkoutDate',
  'isNoShow',
] as const satisfies readonly (keyof Reservation)[];

export type RestorableField = (typeof RESTORABLE)[number];

const UNITS: Partial<Record<string, string>> = {
  roomNumber: 'place',
  stayStart: 'place',
  stayEnd: 'place',
  mensCount: 'party',
  womensCount: 'party',
  guestName2: 'party',
};

/** The unit of a field: the fields of one unit are restored together or not at all. */
export function unitOf(field: string): string {
  return UNITS[field] ?? field;
}

/** The fields in which two states of a booking differ. */
export function differences(one: Reservation, other: Reservation): RestorableField[] {
  return RESTORABLE.filter((field) => one[field] !== other[field]);
}

/** The last event after the request that changed one of the fields; null when none did. */
export function lastChange(past: BookingPast, fields: readonly RestorableField[]): number | null {
  const changed = past.later.filter(({ before, after }) =>
    fields.some((field) => before[field] !== after[field]),
  );
  return changed.at(-1)?.position ?? null;
}
