import { type Day, overlaps, type Stay } from '../dates.js';
import type { CancellationOccasion } from '../masters/cancellation-rules.js';
import { type Account, CHARGE_KINDS, type Charge, type LodgingTax, type Movement } from './money.js';
import type { ReservationDetails } from './reservation-fields.js';

export type Flag = 0 | 1;
export type Gender = 'male' | 'female';

/** The place of a reservation in its group of consecutive stays (contract 2). */
export type GroupPlace = { baseBookingId: number; groupEndDate: Day | null };

/** Form of address on a paper (敬称). */
export const HONORIFICS = ['様', '御中', ''] as const;
export type Honorific = (typeof HONORIFICS)[number];

/** 領収書 for money that this hotel took, or 宿泊明細書 for what a stay costs, wherever it was paid. */
export const PAPER_KINDS = ['receipt', 'statement'] as const;
export type PaperKind = (typeof PAPER_KINDS)[number];

/** The texts by staff on a paper: to whom (宛名) and for what (但し書き). Personal data, sealed like the guest's. */
export type ReceiptTexts = { receiptAddressee: string; receiptNote: string };

/** Kinds of lines on a paper: those of the account, and the 宿泊税 beside the fee or included in it. */
export const PAPER_LINE_KINDS = [...CHARGE_KINDS, '宿泊税', '内宿泊税'] as const;
export type PaperLine = Omit<Charge, 'id' | 'kind'> & { kind: (typeof PAPER_LINE_KINDS)[number] };

/** The part of a paper's amount that has one tax rate in percent: whole yen, the tax included; 0 is 不課税. */
export type RateTotal = { taxRate: number; amount: number };

/**
 * The figures of a paper, from which it can be printed again: its number, whole yen, the amount by tax rate, and the stay.
 * Null where a paper from before version 2 did not record it.
 */
export type ReceiptFigures = {
  receiptKind: PaperKind;
  receiptNumber: number;
  receiptAmount: number;
  /** The rate in percent that the fee includes. */
  receiptTaxRate: number;
  receiptTotals: readonly RateTotal[];
  receiptStay: PaperStay | null;
  /** The lines beside the fee. Personal data. */
  receiptLines: readonly PaperLine[];
  /** The share of each way of paying in the amount; empty on a 宿泊明細書. */
  receiptWays: readonly Movement[];
  receiptHonorific: Honorific;
  /** Number of the paper that it stands in for; null for the first. */
  receiptReplaces: number | null;
  /** The numbers of all papers that it stands in for, where there are several: parts of a receipt. Left out of most. */
  receiptVoids?: readonly number[];
  /** Left out of a whole paper. */
  receiptPart?: ReceiptPart & { place: number; of: number };
  receiptDate: Day;
};

/** Subject of a part of a receipt: whole nights, and lines by their ids. */
export type ReceiptPart = { nights: readonly Day[]; charges: readonly number[] };

/** The stay as a paper tells it: fee and points in whole yen. */
export type PaperStay = {
  stayStart: Day;
  stayEnd: Day;
  roomNumber: string;
  totalFee: number;
  usedPoints: number;
  coupon: Flag;
  /** End of a stay whose room is not charged; left out of others. */
  ended?: CancellationOccasion;
};

/** The latest paper of a kind of a reservation, and how often it was issued again. */
export type Receipt = ReceiptTexts & ReceiptFigures & { reissues: number };

/**
 * A 適格返還請求書 over what a refund (an entry of the account) gave back of the price: the day of the return, the stay that
 * had been paid for, and the amount by tax rate in whole yen. `addressee` is personal data.
 */
export type ReturnInvoice = {
  refund: number;
  number: number;
  addressee: string;
  honorific: Honorific;
  date: Day;
  day: Day;
  stay: Pick<PaperStay, 'stayStart' | 'stayEnd' | 'roomNumber'>;
  totals: readonly RateTotal[];
  /** Number of the paper that it stands in for; null for the first. */
  replaces: number | null;
  reissues: number;
};

/** A part of a receipt, which has a number of its own. */
export type PartReceipt = Receipt & { receiptPart: NonNullable<ReceiptFigures['receiptPart']> };

/** Origin of a booking from another system: its number there, its line of the file, and the stay as it stood there. */
export type MoveInOrigin = {
  system: string;
  /** The booking's number in that system; empty where it had none. */
  number: string;
  fileName: string;
  fileId: number;
  line: number;
  roomNumber: string;
  stayStart: Day;
  stayEnd: Day;
  /** True if it was taken back with its file; left out for nearly all. */
  isTakenBack?: true;
};

/** A reservation as its events have left it. `id` is the position of its first event in the log. */
export type Reservation = ReservationDetails &
  GroupPlace & {
    id: number;
    version: number;
    status: 'active' | 'cancelled';
    staffId: number | null;
    paymentFlag: Flag;
    checkinDate: Day | null;
    checkoutDate: Day | null;
    changedRoom: Flag;
    csvReservationId: number | null;
    /** The first booking of its party, when it is another room of one; 0 for none. */
    partyId: number;
    /** The booking whose stay it continues in another room; left out for nearly all. */
    continues?: number;
    /** True if the guest did not come (ノーショー); left out for nearly all. */
    isNoShow?: true;
    /** Left out for all that were entered here. */
    movedInFrom?: MoveInOrigin;
    /** Left out until there is one. */
    receipt?: Receipt;
    statement?: Receipt;
    /** The receipt in parts, as it was issued last; left out while it is a whole one. */
    receiptParts?: readonly PartReceipt[];
    returnInvoices?: readonly ReturnInvoice[];
    /** Money besides fee and points; left out until there is some. */
    account?: Account;
    /** Left out until a rule of the 宿泊税 counts for a night of it. */
    lodgingTax?: LodgingTax;
    /** Reason why its guests are exempt from the 宿泊税; left out for nearly all. */
    taxExemption?: string;
    /** True if the guest's personal data was erased for good; left out for nearly all. */
    isErased?: true;
  };

/** Personal data in the events of receipts. */
export const PERSONAL_RECEIPT_FIELDS = [
  'receiptAddressee',
  'receiptNote',
  'receiptLines',
] as const satisfies readonly (keyof (ReceiptTexts & ReceiptFigures))[];

/** Personal data in the events of papers over refunds. */
export const PERSONAL_RETURN_FIELDS = ['returnAddressee'] as const;

export const UNGROUPED: GroupPlace = { baseBookingId: 0, groupEndDate: null };

/** The stay of a reservation as a half-open range. */
export function stayOf(reservation: Pick<ReservationDetails, 'stayStart' | 'stayEnd'>): Stay {
  return { start: reservation.stayStart, end: reservation.stayEnd };
}

/** The stay of what may lack a date or has them the wrong way round; null then. */
export function knownStay(dates: { stayStart: Day | null; stayEnd: Day | null }): Stay | null {
  const { stayStart: start, stayEnd: end } = dates;
  return start !== null && end !== null && start < end ? { start, end } : null;
}

/** Returns whether an active booking has this room on a night of the stay. */
export function occupies(
  booking: Pick<Reservation, 'status' | 'roomNumber' | 'stayStart' | 'stayEnd'>,
  roomNumber: string,
  stay: Stay,
): boolean {
  return booking.status === 'active' && booking.roomNumber === roomNumber && overlaps(stayOf(booking), stay);
}

/** The id that all members of a group share: its base's (contract 2). */
export function groupIdOf(reservation: Pick<Reservation, 'id' | 'baseBookingId'>): number {
  return reservation.baseBookingId > 0 ? reservation.baseBookingId : reservation.id;
}

/** The id that all rooms of a party share: its first booking's. */
export function partyIdOf(reservation: Pick<Reservation, 'id' | 'partyId'>): number {
  return reservation.partyId > 0 ? reservation.partyId : reservation.id;
}

/** Genders of the first and second guest, men first (contract 2). */
export function gendersOf(party: { mensCount: number; womensCount: number }): (Gender | null)[] {
  const genders: Gender[] = [
    ...Array<Gender>(party.mensCount).fill('male'),
    ...Array<Gender>(party.womensCount).fill('female'),
  ];
  return [genders[0] ?? null, genders[1] ?? null];
}
