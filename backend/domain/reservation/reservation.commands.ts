import type { BrokenRule } from '../broken-rule.js';
import type { Day } from '../dates.js';
import type { CancellationRuleDetails, CancellationTaxRate } from '../masters/cancellation-rules.js';
import type { PaymentKind } from '../masters/masters.js';
import type { RoomDirectory } from '../room/room-directory.js';
import type { ChargeKind, Movement, TaxRate } from './money.js';
import type { ReservationEvent } from './reservation.events.js';
import type { Flag, GroupPlace, MoveInOrigin, Reservation } from './reservation.js';
import type { ReservationDraft } from './reservation-fields.js';

/** A save together with what could not be read of it while decoding. */
type Save<Draft> = {
  draft: Draft;
  /** True if this is the same booking as the day before's; undefined leaves the group as it is. */
  sameAsDayBefore: Flag | undefined;
  unreadable: readonly BrokenRule[];
};

export type CreateReservation = { type: 'create' } & Save<ReservationDraft> & {
    staffId: number | null;
    paymentFlag: Flag;
    csvReservationId: number | null;
    /** A booking whose party it is another room of; left out for nearly all. */
    partyOf?: Reservation | undefined;
    /** The booking of another system that it was; left out for all that are entered here. */
    movedInFrom?: MoveInOrigin;
  };

export type AmendReservation = { type: 'amend' } & Save<Partial<ReservationDraft>>;

/** Commands on the account of a stay: amounts are above 0, a discount's and a refund's as well. */
export type AccountCommand =
  /** `keepsWay`: the booking keeps its way of paying, which the money of an invoice does not change. */
  | { type: 'take-payment'; parts: readonly Movement[]; keepsWay?: true }
  | { type: 'refund'; parts: readonly Movement[]; reason: string }
  | { type: 'add-charge'; kind: ChargeKind; name: string; amount: number; taxRate: TaxRate }
  /** Exempts the guests from the 宿泊税 on a ground, or no longer (null). */
  | { type: 'exempt'; exemption: string | null };

/**
 * The fee for a cancellation or no-show in whole yen; why less than the proposed one, empty for no reason; the tax rate of
 * the hotel's rule unless one is named.
 */
export type CancellationFeeRequest = { amount: number; reason: string; taxRate?: TaxRate | undefined };

/**
 * The end of a stay today (早期出発). Left out: the price of the nights not slept goes and is given back, unless a booking site
 * was paid (`lowersFee`, `refunds`); the fee in whole yen and its tax rate are those that the hotel's rules propose; money goes
 * back by the ways it came, the last first (`refundBy`).
 */
export type LeaveEarly = {
  type: 'leave-early';
  lowersFee?: boolean | undefined;
  fee?: number | undefined;
  feeTaxRate?: CancellationTaxRate | undefined;
  refunds?: boolean | undefined;
  refundBy?: number | undefined;
  checksOut: boolean;
};

/** Commands about a booking that exists. Days default to today before they get here. */
export type ReservationCommand =
  | AccountCommand
  | AmendReservation
  /** Without `fee` nothing is charged. */
  | { type: 'cancel'; fee?: CancellationFeeRequest | undefined }
  /** Of a booking that is cancelled already; the hotel's rules count from the day of its cancellation. */
  | { type: 'charge-cancellation-fee'; fee: CancellationFeeRequest; cancelledOn: Day }
  /** With the whole file that it was moved in from; nobody may have changed it since. */
  | { type: 'take-back' }
  | { type: 'return-to-auto-fail' }
  | { type: 'check-in'; date: Day }
  | { type: 'revert-check-in' }
  /** `freeNights` shortens the stay to that day, but never below one night. */
  | { type: 'check-out'; date: Day; freeNights?: boolean }
  | { type: 'revert-check-out' }
  | LeaveEarly
  /** Without `fee` the guest owes the stay. */
  | { type: 'mark-no-show'; fee?: CancellationFeeRequest | undefined }
  | { type: 'revert-no-show' }
  /** `isBySource`: a booking site says so, which took the money itself. */
  | { type: 'record-payment'; paymentType: number | null; paymentFlag: Flag; isBySource?: true };

/** Master records by id, retired ones included: they stay valid where a booking already has them. */
type KnownRecords = ReadonlyMap<number, { isRetired?: true }>;
type KnownPayments = ReadonlyMap<number, { isRetired?: true; kind?: PaymentKind }>;

/** The facts that a decision rests on, read inside the writer's lock. */
export type ReservationFacts = {
  today: Day;
  /** The calendar's day in the hotel, which a payment counts on: `today` may be the day before until it turns. */
  paymentDay: Day;
  rooms: RoomDirectory;
  /** Reservations in the same room that overlap or adjoin the stay, and all members of their groups. */
  neighbours: readonly Reservation[];
  /** Reservations that a later change of the same batch moves or cancels: they block no room. */
  leaving?: ReadonlySet<number>;
  knownCorporates: KnownRecords;
  knownPayments: KnownPayments;
  knownBlacklistEntries: KnownRecords;
  /** Grounds on which guests may be exempt from the 宿泊税. */
  exemptions?: readonly string[];
  /** The hotel's rules for cancellations that are in use; none when left out. */
  cancellationRules?: readonly CancellationRuleDetails[];
};

/**
 * The events of the reservation itself, those of other parts of the same guest's stay, and the places in groups that
 * change for others; they happen in this order.
 */
export type ReservationDecision = {
  events: ReservationEvent[];
  also?: readonly { id: number; events: readonly ReservationEvent[] }[];
  regrouped: { id: number; place: GroupPlace }[];
};
