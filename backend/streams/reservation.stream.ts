import { guestKey } from '@domain/imports/guest-key.js';
import { CANCELLATION_OCCASIONS } from '@domain/masters/cancellation-rules.js';
import { originKey } from '@domain/move-in/origin.js';
import { CHARGE_KINDS, PERSONAL_MONEY_FIELDS, TAX_RATES } from '@domain/reservation/money.js';
import { evolveReservation, type ReservationEvent } from '@domain/reservation/reservation.events.js';
import {
  groupIdOf,
  HONORIFICS,
  PAPER_KINDS,
  PAPER_LINE_KINDS,
  PERSONAL_RECEIPT_FIELDS,
  PERSONAL_RETURN_FIELDS,
  partyIdOf,
  type Reservation,
} from '@domain/reservation/reservation.js';
import {
  type FieldKind,
  NOT_BLACKLISTED,
  PERSONAL_FIELDS,
  RESERVATION_FIELD_NAMES,
  RESERVATION_FIELDS,
} from '@domain/reservation/reservation-fields.js';
import { BOOKING_SOURCES, PURPOSES } from '@domain/reservation/sources.js';
import { searchedIn, searchedInPhone } from '@domain/search/searchable.js';
import { z } from 'zod';
import {
  type EventVersions,
  eventDay,
  eventFlag,
  eventId,
  noData,
  onlyVersion,
  personalDataErased,
  type StreamDefinition,
} from '../event-store/event-stream.js';
import { changesOf, type DocumentChange } from '../event-store/projection.js';

/** The schemas of a stay's fields in events, by kind. */
const FIELDS: Readonly<Record<FieldKind, z.ZodType>> = {
  text: z.string(),
  roomNumber: z.string().min(1),
  day: eventDay,
  purpose: z.enum(PURPOSES),
  bookingSource: z.enum(BOOKING_SOURCES),
  yen: z.int().nonnegative(),
  points: z.int().nonnegative(),
  people: z.int().min(0).max(2),
  corporate: z.int().nonnegative(),
  paymentType: eventId.nullable(),
  blacklist: z.int().min(NOT_BLACKLISTED),
  flag: eventFlag,
};

const details = z.strictObject({
  ...Object.fromEntries(RESERVATION_FIELD_NAMES.map((name) => [name, FIELDS[RESERVATION_FIELDS[name].kind]])),
  baseBookingId: z.int().nonnegative(),
  groupEndDate: eventDay.nullable(),
});

const created = details.extend({
  staffId: eventId.nullable(),
  paymentFlag: eventFlag,
  csvReservationId: eventId.nullable(),
});

const movedIn = z.strictObject({
  system: z.string(),
  number: z.string(),
  fileName: z.string(),
  fileId: eventId,
  line: eventId,
  roomNumber: z.string().min(1),
  stayStart: eventDay,
  stayEnd: eventDay,
});

const dated = z.strictObject({ date: eventDay });
const moved = z.array(z.strictObject({ paymentType: eventId.nullable(), amount: z.int() }));
const payment = z.strictObject({ paymentType: eventId.nullable(), paymentFlag: eventFlag });
const datedPayment = payment.extend({ paymentDay: eventDay.nullable() });
/**
 * Before its second version a payment's day followed from the instant at which it was recorded; before its third, what it
 * moved from the booking.
 */
const payments: EventVersions = {
  schemas: [
    payment,
    datedPayment,
    datedPayment.extend({
      moved: moved.nullable(),
      isPrepaid: z.boolean().nullable(),
      reverses: z.array(eventId),
    }),
  ],
  upcasters: [
    (old) => ({ ...old, paymentDay: null }),
    (old) => ({ ...old, moved: null, isPrepaid: null, reverses: [] }),
  ],
};
const movement = datedPayment.extend({ moved });
const charge = z.strictObject({
  chargeKind: z.enum(CHARGE_KINDS),
  chargeName: z.string(),
  chargeAmount: z.int(),
  chargeTaxRate: z.literal(TAX_RATES),
  /** Of lines since nights can be given up after check-in. */
  chargeNights: z.int().positive().optional(),
  paymentFlag: eventFlag,
});

const yen = z.int().nonnegative();
const taxed = z.strictObject({
  start: eventDay,
  end: eventDay,
  share: yen,
  persons: z.int().positive(),
  price: yen,
  isIncluded: z.boolean(),
  exemption: z.string().nullable(),
  taxes: z.array(
    z.strictObject({ levy: z.string(), from: yen, until: yen.nullable(), rate: yen.nullable(), yen }),
  ),
});
const lodgingTax = z.strictObject({
  fee: yen,
  taxRate: z.int().nonnegative(),
  included: yen,
  spans: z.array(taxed),
  paymentFlag: eventFlag,
});

const cancellationFee = z.strictObject({
  feeAmount: z.int().nonnegative(),
  feeProposed: z.int().nonnegative().nullable(),
  feeTaxRate: z.literal(TAX_RATES),
  feeReason: z.string(),
  paymentFlag: eventFlag,
});

const receiptTexts = z.strictObject({ receiptAddressee: z.string(), receiptNote: z.string() });
const receiptFigures = receiptTexts.extend({
  receiptNumber: eventId,
  receiptAmount: z.int().nonnegative(),
  receiptTaxRate: z.int().nonnegative(),
  receiptDate: eventDay,
});
const receiptChoices = { receiptKind: z.enum(PAPER_KINDS), receiptHonorific: z.enum(HONORIFICS) };
const receiptStay = z.strictObject({
  stayStart: eventDay,
  stayEnd: eventDay,
  roomNumber: z.string(),
  totalFee: z.int().nonnegative(),
  usedPoints: z.int().nonnegative(),
  coupon: eventFlag,
  // Only where the paper is about a stay that did not come about.
  ended: z.enum(CANCELLATION_OCCASIONS).optional(),
});
const line = z.strictObject({
  kind: z.enum(PAPER_LINE_KINDS),
  name: z.string(),
  amount: z.int(),
  taxRate: z.literal(TAX_RATES),
});
/** Version 1 knew receipts of one tax rate alone, always addressed with 様. */
const receipts: EventVersions = {
  schemas: [
    receiptFigures,
    receiptFigures.extend({
      ...receiptChoices,
      receiptTotals: z.array(z.strictObject({ taxRate: z.int().nonnegative(), amount: z.int() })),
      receiptStay: receiptStay.nullable(),
      receiptLines: z.array(line),
      receiptWays: moved,
      receiptReplaces: eventId.nullable(),
      // Only of a receipt in parts, or of one that stands in for parts.
      receiptVoids: z.array(eventId).optional(),
      receiptPart: z
        .strictObject({ nights: z.array(eventDay), charges: z.array(eventId), place: eventId, of: eventId })
        .optional(),
    }),
  ],
  upcasters: [
    (old) => {
      const { receiptTaxRate: taxRate, receiptAmount: amount } = old as Record<string, number>;
      return {
        ...old,
        receiptKind: 'receipt',
        receiptHonorific: '様',
        receiptTotals: [{ taxRate, amount }],
        receiptStay: null,
        receiptLines: [],
        receiptWays: [],
        receiptReplaces: null,
      };
    },
  ],
};
const reissues: EventVersions = {
  schemas: [receiptTexts, receiptTexts.extend({ ...receiptChoices, receiptOf: eventId.optional() })],
  upcasters: [(old) => ({ ...old, receiptKind: 'receipt', receiptHonorific: '様' })],
};

const returnTexts = z.strictObject({
  refund: eventId,
  returnAddressee: z.string(),
  returnHonorific: z.enum(HONORIFICS),
});
const returnPaper = returnTexts.extend({
  returnNumber: eventId,
  returnReplaces: eventId.nullable(),
  returnDate: eventDay,
  returnDay: eventDay,
  returnStay: receiptStay.pick({ stayStart: true, stayEnd: true, roomNumber: true }),
  returnTotals: z.array(z.strictObject({ taxRate: z.int().nonnegative(), amount: z.int() })),
});

const searchTexts = new WeakMap<Reservation, string>();

/** Everything a booking is found by, each item once, on lines of their own (contract 4, booking-search). Computed once a state. */
export function searchText(booking: Reservation): string {
  const text = searchTexts.get(booking) ?? joinSearchItems(booking);
  searchTexts.set(booking, text);
  return text;
}

const SEARCHED = [
  'guestName1',
  'guestName1Kana',
  'guestName2',
  'reserverName',
  'reserverNameKana',
  'tel',
  'bookingNumber',
] as const satisfies (keyof Reservation)[];

/** Folds an event in; a text that nothing changed is not worked out again. */
function evolve(before: Reservation | null, event: ReservationEvent, id: number): Reservation {
  const after = evolveReservation(before, event, id);
  const text = before ? searchTexts.get(before) : undefined;
  if (text !== undefined && SEARCHED.every((field) => before?.[field] === after[field])) {
    searchTexts.set(after, text);
  }
  return after;
}

function joinSearchItems(booking: Reservation): string {
  const items = SEARCHED.map((field) => (field === 'tel' ? searchedInPhone : searchedIn)(booking[field]));
  return [...new Set(items.join('\n').split('\n'))].filter((item) => item !== '').join('\n');
}

/** One reservation: the stay from its creation to its end (contract 5). */
export const reservationStream: StreamDefinition<Reservation, ReservationEvent> = {
  category: 'reservation',
  table: 'bookings',
  key: { column: 'id', type: 'integer' },
  row: (state) => ({
    group_id: groupIdOf(state),
    party_id: partyIdOf(state),
    room_number: state.roomNumber,
    stay_start: state.stayStart,
    stay_end: state.stayEnd,
    checkout_date: state.checkoutDate,
    is_cancelled: state.status === 'cancelled',
    search_text: searchText(state),
    guest_key: state.isErased ? null : guestKey(state),
    origin_key: state.movedInFrom ? originKey(state.movedInFrom) : null,
  }),
  evolve,
  events: {
    ReservationCreated: onlyVersion(created),
    ReservationAmended: onlyVersion(
      details.extend({ changedRoom: eventFlag, paymentFlag: eventFlag }).partial(),
    ),
    ReservationMovedIn: onlyVersion(movedIn),
    PartyJoined: onlyVersion(z.strictObject({ partyId: eventId })),
    StayDivided: onlyVersion(
      z.strictObject({
        stayEnd: eventDay,
        totalFee: yen,
        usedPoints: yen,
        moved,
        reverses: z.array(eventId),
        paymentDay: eventDay,
        paymentFlag: eventFlag,
      }),
    ),
    StayContinued: onlyVersion(z.strictObject({ continues: eventId.nullable() })),
    ReservationTakenBack: onlyVersion(noData),
    ReservationCancelled: onlyVersion(noData),
    ReservationReturnedToAutoFail: onlyVersion(noData),
    ReservationReinstated: onlyVersion(noData),
    GuestCheckedIn: onlyVersion(dated),
    CheckInReverted: onlyVersion(noData),
    GuestCheckedOut: onlyVersion(dated),
    CheckOutReverted: onlyVersion(noData),
    GuestNoShow: onlyVersion(noData),
    NoShowReverted: onlyVersion(noData),
    PaymentRecorded: payments,
    PaymentTaken: onlyVersion(movement),
    PaymentRefunded: onlyVersion(movement.extend({ refundReason: z.string() })),
    ChargeAdded: onlyVersion(charge),
    ChargeRemoved: onlyVersion(z.strictObject({ charge: eventId, paymentFlag: eventFlag })),
    LodgingTaxAssessed: onlyVersion(lodgingTax),
    LodgingTaxExempted: onlyVersion(z.strictObject({ exemption: z.string().nullable() })),
    CancellationFeeCharged: onlyVersion(cancellationFee),
    ReceiptIssued: receipts,
    ReceiptReissued: reissues,
    ReturnInvoiceIssued: onlyVersion(returnPaper),
    ReturnInvoiceReissued: onlyVersion(returnTexts),
    PersonalDataErased: personalDataErased,
  },
  personalFields: [
    ...PERSONAL_FIELDS,
    ...PERSONAL_RECEIPT_FIELDS,
    ...PERSONAL_RETURN_FIELDS,
    ...PERSONAL_MONEY_FIELDS,
  ],
};

/**
 * The changes that move a stay: its first, or another status, room or nights. Room claims, daily counts and stay traces
 * follow from these alone.
 */
export function stayChanges(changes: readonly DocumentChange[]): DocumentChange<Reservation>[] {
  return changesOf(reservationStream, changes).filter(
    ({ before, after }) =>
      before?.status !== after.status ||
      before.roomNumber !== after.roomNumber ||
      before.stayStart !== after.stayStart ||
      before.stayEnd !== after.stayEnd,
  );
}
