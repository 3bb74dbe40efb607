import type { CorporateDetails, PaymentDetails, StaffDetails } from '@domain/masters/masters.js';
import type { Flag, ReservationDetails } from '@domain/reservation/reservation.js';
import type { SampleBlacklistEntry } from './masters.js';
import type { SampleRoom } from './rooms.js';

/** What a booking says, but for the ids of master records. */
export type PlannedDetails = Omit<ReservationDetails, 'corporateId' | 'paymentType' | 'blacklistId'>;

/** A booking of the sample and what becomes of it. Instants are in milliseconds since 1970. */
export type PlannedBooking = {
  room: SampleRoom;
  details: PlannedDetails;
  company: CorporateDetails | null;
  payment: PaymentDetails | null;
  paymentFlag: Flag;
  blacklisted: SampleBlacklistEntry | null;
  staff: StaffDetails | null;
  createdAt: number;
  /** The consecutive bookings it belongs to, in order and itself among them. */
  group: PlannedBooking[];
  /** What it said until staff changed it. */
  amendment: { at: number; before: Partial<PlannedDetails> } | null;
  cancelledAt: number | null;
  /** The guest never came. */
  noShow: boolean;
};
