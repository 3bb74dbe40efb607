import type { CsvReservation } from '../../imports/csv-reservation.js';
import type { Reservation } from '../reservation.js';

/** One event of a booking: the state that it made, and where it is in the log. */
export type PastStep = { position: number; before: Reservation; after: Reservation };

/** What a request did to a booking, null for one that it began, and what became of it since, oldest first. */
export type BookingPast = {
  id: number;
  before: Reservation | null;
  after: Reservation;
  current: Reservation;
  later: readonly PastStep[];
  record: RecordPast | null;
};

/** The imported record that a booking came from; `changed` is what the request did to it, null for nothing. */
export type RecordPast = {
  current: CsvReservation;
  changed: { before: CsvReservation; after: CsvReservation } | null;
};

/** What of a booking is given back by itself; its place in a group follows from its room and dates. */
export const RESTORABLE = [
  'status',
  'roomNumber',
  'stayStart',
  'stayEnd',
  'reserverName',
  'reserverNameKana',
  'guestName1',
  'guestName1Kana',
  'guestName2',
  'mensCount',
  'womensCount',
  'tel',
  'notes',
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
] as const satisfies readonly (keyof Reservation)[];

export type RestorableField = (typeof RESTORABLE)[number];

const TOGETHER: Partial<Record<RestorableField, string>> = {
  roomNumber: 'place',
  stayStart: 'place',
  stayEnd: 'place',
  mensCount: 'party',
  womensCount: 'party',
  guestName2: 'party',
};

/** What a field is given back with: fields of one unit go back together or not at all. */
export function unitOf(field: RestorableField): string {
  return TOGETHER[field] ?? field;
}

/** The fields in which two states of a booking differ. */
export function differences(one: Reservation, other: Reservation): RestorableField[] {
  return RESTORABLE.filter((field) => one[field] !== other[field]);
}

/** What a booking must become to be as it was before the request: one that it began is cancelled. */
export function goalOf({ before, after }: BookingPast): Reservation {
  return before ?? { ...after, status: 'cancelled' };
}

/** The last event after the request that changed one of the fields; null when none did. */
export function lastChange(past: BookingPast, fields: readonly RestorableField[]): number | null {
  const changed = past.later.filter(({ before, after }) =>
    fields.some((field) => before[field] !== after[field]),
  );
  return changed.at(-1)?.position ?? null;
}
