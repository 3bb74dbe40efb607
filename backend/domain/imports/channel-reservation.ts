import type { Day } from '../dates.js';
import type { Flag } from '../reservation/reservation.js';
import type { BookingSource } from '../reservation/sources.js';
import type { FailureReason, RowKind, Warning } from './csv-reservation.js';

/** What one room has of its reservation. Money in whole yen. */
export type RoomShare = {
  mensCount: number;
  womensCount: number;
  totalFee: number;
  usedPoints: number;
  /** What is wrong with this room's share alone. */
  fault: FailureReason | null;
};

/**
 * One row of the channel manager's file, read: the full new state of one reservation, before master data is looked at.
 * It goes through JSON unharmed.
 */
export type ChannelReservation = {
  site: string;
  bookingNumber: string;
  kind: RowKind;
  /** The latest of the row's three instants, RFC 3339 in UTC; the epoch when it has none. */
  revision: string;
  digest: string;
  /** What is wrong with the whole row; its rooms then fail with it. */
  fault: FailureReason | null;
  warnings: Warning[];
  roomSymbol: string;
  roomName: string;
  /** The company whose member the booker is; empty for none. */
  companyName: string;
  bookingSource: BookingSource;
  reserverName: string;
  reserverNameKana: string;
  guestName1: string;
  guestName1Kana: string;
  tel: string;
  notes: string;
  stayStart: Day | null;
  stayEnd: Day | null;
  checkinTime: string;
  paymentFlag: Flag;
  /** A share for each room, at least one. */
  rooms: RoomShare[];
};

/**
 * What all records of one reservation share: site and number, or the row's own digest when one of them is missing, so
 * that such a row is still the same one when it comes again.
 */
export function reservationKey(reservation: { site: string; bookingNumber: string; digest: string }): string {
  const { site, bookingNumber, digest } = reservation;
  return site !== '' && bookingNumber !== '' ? `${site}\n${bookingNumber}` : `#${digest}`;
}
