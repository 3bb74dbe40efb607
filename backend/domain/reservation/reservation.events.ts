import type { Day } from '../dates.js';
import { ERASED, erasedFields, type PersonalDataErased } from '../erased.js';
import {
  flagOf,
  hasEndedFee,
  movementsOfFlag,
  NO_ACCOUNT,
  staysPrepaid,
  withCancellationFee,
  withCharges,
  withMoney,
  withoutCancellationFee,
} from './account.js';
import type { ChargeKind, LodgingTax, Movement, TaxRate } from './money.js';
import {
  type Flag,
  type GroupPlace,
  type Honorific,
  type MoveInOrigin,
  type PaperKind,
  type PartReceipt,
  PERSONAL_RECEIPT_FIELDS,
  type RateTotal,
  type Receipt,
  type ReceiptFigures,
  type ReceiptTexts,
  type Reservation,
  type ReturnInvoice,
  UNGROUPED,
} from './reservation.js';
import { PERSONAL_FIELDS, type ReservationDetails } from './reservation-fields.js';

/** The events of a reservation (contract 5). */
export type ReservationEvent =
  | {
      type: 'ReservationCreated';
      data: ReservationDetails &
        GroupPlace & { staffId: number | null; paymentFlag: Flag; csvReservationId: number | null };
    }
  | {
      type: 'ReservationAmended';
      /**
       * `changedRoom` only where a move is reversed: any other move sets it. `paymentFlag` where another fee makes what
       * was taken too little or enough.
       */
      data: Partial<ReservationDetails & GroupPlace & { changedRoom: Flag; paymentFlag: Flag }>;
    }
  /** It is another room of the party that a booking was the first of. */
  | { type: 'PartyJoined'; data: { partyId: number } }
  /** It continues the stay of a booking in another room, or no longer (null). */
  | { type: 'StayContinued'; data: { continues: number | null } }
  /** The nights, fee, points and money that a part of a stay has, once another part has the rest or it has that again. */
  | { type: 'StayDivided'; data: DividedData }
  /** It was brought along from another system. */
  | { type: 'ReservationMovedIn'; data: MoveInOrigin }
  /** The move-in of its file was taken back, and it with that. */
  | { type: 'ReservationTakenBack'; data: Record<string, never> }
  | { type: 'ReservationCancelled'; data: Record<string, never> }
  | { type: 'ReservationReturnedToAutoFail'; data: Record<string, never> }
  | { type: 'ReservationReinstated'; data: Record<string, never> }
  | { type: 'GuestCheckedIn'; data: { date: Day } }
  | { type: 'CheckInReverted'; data: Record<string, never> }
  | { type: 'GuestCheckedOut'; data: { date: Day } }
  | { type: 'CheckOutReverted'; data: Record<string, never> }
  | { type: 'GuestNoShow'; data: Record<string, never> }
  | { type: 'NoShowReverted'; data: Record<string, never> }
  /** Noted as paid or unpaid as a whole, or money put back by undo. */
  | { type: 'PaymentRecorded'; data: PaymentData }
  /** Money taken at the desk, by one or several ways. */
  | { type: 'PaymentTaken'; data: MovedData }
  /** Money given back: negative amounts. */
  | { type: 'PaymentRefunded'; data: MovedData & { refundReason: string } }
  | { type: 'ChargeAdded'; data: ChargeData }
  | { type: 'ChargeRemoved'; data: { charge: number; paymentFlag: Flag } }
  /** The 宿泊税 as the rules of its nights give it, after a change of the booking or of a rule. */
  | { type: 'LodgingTaxAssessed'; data: LodgingTax & { paymentFlag: Flag } }
  /** Its guests are exempt from the 宿泊税 on a ground, or no longer (null). */
  | { type: 'LodgingTaxExempted'; data: { exemption: string | null } }
  /** The fee of the cancellation or no-show just before it; it lasts as long as that. */
  | { type: 'CancellationFeeCharged'; data: CancellationFeeData }
  | { type: 'ReceiptIssued'; data: ReceiptTexts & ReceiptFigures }
  | {
      type: 'ReceiptReissued';
      /** `receiptOf` is the number of a part; left out for whole papers. */
      data: ReceiptTexts & { receiptKind: PaperKind; receiptHonorific: Honorific; receiptOf?: number };
    }
  | { type: 'ReturnInvoiceIssued'; data: ReturnTexts & ReturnFigures }
  | { type: 'ReturnInvoiceReissued'; data: ReturnTexts }
  | PersonalDataErased;

/** To whom the 適格返還請求書 of a refund goes, by the entry of the account. */
type ReturnTexts = { refund: number; returnAddressee: string; returnHonorific: Honorific };
type ReturnFigures = {
  returnNumber: number;
  returnReplaces: number | null;
  returnDate: Day;
  returnDay: Day;
  returnStay: ReturnInvoice['stay'];
  returnTotals: readonly RateTotal[];
};

/** `paymentDay` is the hotel's calendar day that the money counts on; `paymentFlag` 1 when nothing is due afterwards. */
type MovedData = {
  paymentType: number | null;
  paymentFlag: Flag;
  paymentDay: Day | null;
  moved: readonly Movement[];
};

/**
 * Null in events from before a field was recorded: the day is that of the instant, money moved by the rules of
 * `movementsOfFlag`. `reverses` are the entries of the account that undo takes back.
 */
type PaymentData = Omit<MovedData, 'moved'> & {
  moved: readonly Movement[] | null;
  isPrepaid: boolean | null;
  reverses: readonly number[];
};

/** Whole yen. `moved` is money that came from another part, or negative went there: it was taken and counted before. */
type DividedData = {
  stayEnd: Day;
  totalFee: number;
  usedPoints: number;
  moved: readonly Movement[];
  reverses: readonly number[];
  paymentDay: Day;
  paymentFlag: Flag;
};

type ChargeData = {
  chargeKind: ChargeKind;
  chargeName: string;
  chargeAmount: number;
  chargeTaxRate: TaxRate;
  /** Number of nights not slept whose price it takes off; left out of other lines. */
  chargeNights?: number;
  paymentFlag: Flag;
};

/** Whole yen; `feeProposed` is null where the hotel's rules proposed none, `feeReason` why less was charged. */
type CancellationFeeData = {
  feeAmount: number;
  feeProposed: number | null;
  feeTaxRate: TaxRate;
  feeReason: string;
  paymentFlag: Flag;
};

/** The field of a reservation that holds its latest paper of a kind. */
function paper(kind: PaperKind, receipt: Receipt): Pick<Reservation, 'receipt' | 'statement'> {
  return kind === 'receipt' ? { receipt } : { statement: receipt };
}

/** The papers over refunds after one was issued or issued again. */
function returnPapers(
  { returnInvoices = [] }: Reservation,
  event: Extract<ReservationEvent, { type: `ReturnInvoice${string}` }>,
): Pick<Reservation, 'returnInvoices'> {
  const { refund, returnAddressee: addressee, returnHonorific: honorific } = event.data;
  if (event.type === 'ReturnInvoiceReissued') {
    const at = returnInvoices.findLastIndex((paper) => paper.refund === refund);
    const again = (paper: ReturnInvoice) => ({
      ...paper,
      addressee,
      honorific,
      reissues: paper.reissues + 1,
    });
    return { returnInvoices: returnInvoices.map((paper, index) => (index === at ? again(paper) : paper)) };
  }
  const { data } = event;
  const issued: ReturnInvoice = {
    ...{ refund, addressee, honorific, number: data.returnNumber, replaces: data.returnReplaces },
    ...{ date: data.returnDate, day: data.returnDay, stay: data.returnStay, totals: data.returnTotals },
    reissues: 0,
  };
  return { returnInvoices: [...returnInvoices, issued] };
}

/** The parts of a receipt with one more; the first one of a new set stands in for those before. */
function withPart(state: Reservation | null, part: PartReceipt): Pick<Reservation, 'receiptParts'> {
  const before = part.receiptPart.place === 1 ? [] : (state?.receiptParts ?? []);
  return { receiptParts: [...before, part] };
}

function reissuedPart(
  state: Reservation | null,
  { receiptOf, ...texts }: ReceiptTexts & { receiptHonorific: Honorific; receiptOf?: number },
): Pick<Reservation, 'receiptParts'> {
  return {
    receiptParts: (state?.receiptParts ?? []).map((part) =>
      part.receiptNumber === receiptOf ? { ...part, ...texts, reissues: part.reissues + 1 } : part,
    ),
  };
}

function changedAccount(
  { account, version }: Reservation,
  event: Extract<
    ReservationEvent,
    { type: 'PaymentTaken' | 'PaymentRefunded' | 'CancellationFeeCharged' | `Charge${string}` }
  >,
): Partial<Reservation> {
  const id = version + 1;
  const { paymentFlag } = event.data;
  const charges = account?.charges ?? [];
  switch (event.type) {
    case 'PaymentTaken':
    case 'PaymentRefunded': {
      const reason = event.type === 'PaymentRefunded' ? { reason: event.data.refundReason } : {};
      const { paymentType } = event.data;
      return { paymentType, paymentFlag, account: withMoney(account, id, { ...event.data, ...reason }) };
    }
    case 'ChargeAdded': {
      const { chargeKind: kind, chargeName: name, chargeAmount: amount, chargeTaxRate: taxRate } = event.data;
      const { chargeNights: nights } = event.data;
      const charge = { id, kind, name, amount, taxRate, ...(nights !== undefined && { nights }) };
      return { paymentFlag, account: withCharges(account, [...charges, charge]) };
    }
    case 'ChargeRemoved': {
      const left = charges.filter((charge) => charge.id !== event.data.charge);
      return { paymentFlag, account: withCharges(account, left) };
    }
    case 'CancellationFeeCharged':
      return { paymentFlag, account: withCancellationFee(account, id, event.data) };
    default:
      return event satisfies never;
  }
}

/** The account after a booking was noted as paid or unpaid. */
function recordedPayment(state: Reservation, data: PaymentData): Partial<Reservation> {
  const { paymentType, paymentFlag, paymentDay, reverses } = data;
  const moved = data.moved ?? movementsOfFlag(state, data);
  const isPrepaid = data.isPrepaid ?? staysPrepaid(state, data);
  const account = withMoney(state.account, state.version + 1, { moved, paymentDay, isPrepaid, reverses });
  return { paymentType, paymentFlag, account };
}

/** The part that a booking has of a stay. */
function dividedStay({ account, version }: Reservation, data: DividedData): Partial<Reservation> {
  const { stayEnd, totalFee, usedPoints, paymentFlag, moved, reverses, paymentDay } = data;
  const money = { moved, reverses, paymentDay, isTransfer: true };
  return { stayEnd, totalFee, usedPoints, paymentFlag, account: withMoney(account, version + 1, money) };
}

/** Takes names and reasons out of what is kept of money. */
function erasedAccount({ account }: Reservation): Pick<Reservation, 'account'> {
  if (!account) return {};
  const charges = account.charges.map(({ cancellation, ...charge }) => ({
    ...{ ...charge, name: ERASED },
    ...(cancellation && { cancellation: { ...cancellation, reason: ERASED } }),
  }));
  const entries = account.entries.map((entry) =>
    entry.reason !== undefined ? { ...entry, reason: ERASED } : entry,
  );
  return { account: { ...account, charges, entries } };
}

function change(state: Reservation | null, event: ReservationEvent): Partial<Reservation> {
  switch (event.type) {
    case 'ReservationCreated':
      return {
        ...event.data,
        status: 'active',
        checkinDate: null,
        checkoutDate: null,
        changedRoom: 0,
        partyId: 0,
        ...(event.data.paymentFlag === 1 && { account: { ...NO_ACCOUNT, isPrepaid: true } }),
      };
    case 'ReservationAmended': {
      const moved = event.data.roomNumber !== undefined && event.data.roomNumber !== state?.roomNumber;
      return moved ? { changedRoom: 1, ...event.data } : event.data;
    }
    case 'ReservationMovedIn':
      return { movedInFrom: event.data };
    case 'ReservationTakenBack': {
      const origin = state?.movedInFrom;
      if (!origin) throw new Error('a reservation was taken back that was not moved in');
      return { status: 'cancelled', ...UNGROUPED, movedInFrom: { ...origin, isTakenBack: true } };
    }
    case 'ReservationCancelled':
    case 'ReservationReturnedToAutoFail':
      return { status: 'cancelled', ...UNGROUPED };
    case 'ReservationReinstated':
      return { status: 'active' };
    case 'GuestCheckedIn':
      return { checkinDate: event.data.date, isNoShow: undefined };
    case 'CheckInReverted':
      return { checkinDate: null };
    case 'GuestCheckedOut':
      return { checkoutDate: event.data.date };
    case 'CheckOutReverted':
      return { checkoutDate: null };
    case 'GuestNoShow':
      return { isNoShow: true };
    case 'NoShowReverted':
      return { isNoShow: undefined };
    case 'PartyJoined':
      return event.data;
    case 'StayDivided':
      return state ? dividedStay(state, event.data) : {};
    case 'StayContinued':
      return { continues: event.data.continues ?? undefined };
    case 'PaymentRecorded':
      return state ? recordedPayment(state, event.data) : {};
    case 'PaymentTaken':
    case 'PaymentRefunded':
    case 'ChargeAdded':
    case 'ChargeRemoved':
    case 'CancellationFeeCharged':
      return state ? changedAccount(state, event) : {};
    case 'LodgingTaxAssessed': {
      const { paymentFlag, ...lodgingTax } = event.data;
      return { paymentFlag, lodgingTax };
    }
    case 'LodgingTaxExempted':
      return { taxExemption: event.data.exemption ?? undefined };
    case 'ReceiptIssued': {
      const issued = { ...event.data, reissues: 0 };
      const { receiptPart } = event.data;
      if (receiptPart) return withPart(state, { ...issued, receiptPart });
      // A whole receipt stands in for its parts.
      const whole = event.data.receiptKind === 'receipt' ? { receiptParts: undefined } : {};
      return { ...paper(event.data.receiptKind, issued), ...whole };
    }
    case 'ReceiptReissued': {
      if (event.data.receiptOf !== undefined) return reissuedPart(state, event.data);
      const receipt = state?.[event.data.receiptKind];
      if (!receipt) throw new Error('a receipt was issued again that never was');
      return paper(receipt.receiptKind, { ...receipt, ...event.data, reissues: receipt.reissues + 1 });
    }
    case 'ReturnInvoiceIssued':
    case 'ReturnInvoiceReissued':
      return state ? returnPapers(state, event) : {};
    case 'PersonalDataErased': {
      const texts = { ...erasedFields(PERSONAL_RECEIPT_FIELDS), receiptLines: [] };
      return {
        ...erasedFields(PERSONAL_FIELDS),
        ...(state?.receipt && { receipt: { ...state.receipt, ...texts } }),
        ...(state?.statement && { statement: { ...state.statement, ...texts } }),
        ...(state?.receiptParts && {
          receiptParts: state.receiptParts.map((part) => ({ ...part, ...texts })),
        }),
        ...(state?.returnInvoices && {
          returnInvoices: state.returnInvoices.map((one) => ({ ...one, addressee: ERASED })),
        }),
        ...(state && erasedAccount(state)),
        isErased: true,
      };
    }
    default:
      return event satisfies never;
  }
}

/** The reservation after an event; a reservation begins with ReservationCreated. */
export function evolveReservation(
  state: Reservation | null,
  event: ReservationEvent,
  id: number,
): Reservation {
  if ((state === null) !== (event.type === 'ReservationCreated')) {
    throw new Error(`${event.type} does not fit the history of reservation ${id}`);
  }
  const version = (state?.version ?? 0) + 1;
  const next = { ...state, ...change(state, event), id, version } as Reservation;
  // A guest who comes on another day is expected again.
  if (!next.isNoShow || next.stayStart !== state?.stayStart) delete next.isNoShow;
  // A guest who stays after all owes the stay instead of the cancellation fee.
  if (hasEndedFee(next)) {
    next.account = withoutCancellationFee(next.account);
    next.paymentFlag = flagOf(next);
  }
  if (!next.account) delete next.account;
  if (!next.receiptParts) delete next.receiptParts;
  if (next.taxExemption === undefined) delete next.taxExemption;
  if (next.continues === undefined) delete next.continues;
  return next;
}
