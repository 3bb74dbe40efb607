import type { BrokenRule } from '@domain/broken-rule.js';
import type { Day } from '@domain/dates.js';
import { MAX_YEN } from '@domain/limits.js';
import { PAYMENT_KINDS, type PaymentDetails } from '@domain/masters/masters.js';
import { needsStamp, taxIncluded } from '@domain/payment/paper.js';
import { MOST_PARTS } from '@domain/payment/receipt-parts.js';
import type { ChargeKind } from '@domain/reservation/money.js';
import {
  type Flag,
  HONORIFICS,
  type Honorific,
  PAPER_KINDS,
  type Receipt,
  type Reservation,
} from '@domain/reservation/reservation.js';
import { z } from 'zod';
import { choice, dayField, idField, text, wholeNumber } from './fields.js';

const PARTS_WRONG = '領収書の分け方の指定が正しくありません。';

/** Query of `GET /api/booking/{id}/receipt`. */
export const paperKind = choice('書類の種類', PAPER_KINDS).optional();

/**
 * Body of `POST /api/booking/{id}/receipt`: which paper (as usual for the stay when left out), to whom, how addressed and for
 * what (as last time or as usual when left out).
 */
export const receiptShape = {
  kind: paperKind,
  addressee: text('宛名', 100).optional(),
  honorific: choice('敬称', HONORIFICS).optional(),
  note: text('但し書き', 50).optional(),
};

/** A paper; `number` is null and `is_reissue` 0 for one that would be the first. Whole yen, the tax included. */
export type ReceiptRecord = ReturnType<typeof encodeReceipt>;

/** Body of `POST /api/booking/{id}/receipt-parts`: whole nights and lines, each on one part at most. */
export const receiptPartsShape = {
  parts: z
    .array(
      z.strictObject({
        nights: z.array(dayField('宿泊日')).max(366),
        charges: z.array(idField('明細')).max(366),
        addressee: text('宛名', 100),
        honorific: choice('敬称', HONORIFICS),
        note: text('但し書き', 50),
      }),
      { error: PARTS_WRONG },
    )
    .min(1, { error: PARTS_WRONG })
    .max(MOST_PARTS, { error: `分けられるのは${MOST_PARTS}枚までです。` }),
};

/** Answer of `GET /api/booking/{id}/receipt-parts`: what can be put on parts, and the parts as they were issued last. */
export type ReceiptSplit = {
  id: number;
  version: number;
  received: number;
  /** Whole yen: what the night costs with its 宿泊税. */
  nights: { night: Day; amount: number }[];
  charges: { id: number; kind: ChargeKind; name: string; amount: number; tax_rate: number }[];
  guests: string[];
  addressee: string;
  honorific: Honorific;
  note: string;
  parts: ReceiptRecord[];
  /** 0 once money or stay are others than on the parts. */
  is_current: Flag;
  refusal: string | null;
};

type PaymentNames = ReadonlyMap<number, Pick<PaymentDetails, 'paymentName' | 'kind'>>;
type Paper = Omit<Receipt, 'receiptNumber'> & { receiptNumber: number | null };

/** The ways of paying of a paper, by name; one from before they were recorded has the booking's. */
function waysOf({ receiptKind, receiptAmount, receiptWays, receiptStay }: Paper, paymentType: number | null) {
  const isOld = receiptKind === 'receipt' && receiptStay === null;
  return isOld && paymentType !== null ? [{ paymentType, amount: receiptAmount }] : receiptWays;
}

/** Encodes a paper that was just issued, or issued again, or as it would be; `refusal` is why it can't be issued. */
export function encodeReceipt(
  { id, version, paymentType }: Pick<Reservation, 'id' | 'version' | 'paymentType'>,
  paper: Paper,
  payments: PaymentNames,
  refusal: BrokenRule | null = null,
) {
  const { receiptAmount, receiptTaxRate, receiptStay: stay } = paper;
  const isReissue: Flag = paper.reissues > 0 ? 1 : 0;
  const ways = waysOf(paper, paymentType);
  const hasStamp: Flag = paper.receiptKind === 'receipt' && needsStamp(ways, payments) ? 1 : 0;
  const totals = paper.receiptTotals.map(({ taxRate, amount }) => ({
    tax_rate: taxRate,
    amount,
    tax: taxIncluded(amount, taxRate),
  }));
  return {
    /** The booking's id. */
    id,
    version,
    kind: paper.receiptKind,
    number: paper.receiptNumber,
    addressee: paper.receiptAddressee,
    honorific: paper.receiptHonorific,
    note: paper.receiptNote,
    amount: receiptAmount,
    /** The rate that the fee includes. */
    tax_rate: receiptTaxRate,
    tax: totals.reduce((sum, { tax }) => sum + tax, 0),
    totals,
    /** Null on a paper from before it was recorded. */
    stay: stay && {
      stay_start: stay.stayStart,
      stay_end: stay.stayEnd,
      room_number: stay.roomNumber,
      total_fee: stay.totalFee,
      used_points: stay.usedPoints,
      coupon: stay.coupon,
      ended: stay.ended ?? null,
    },
    lines: paper.receiptLines.map(({ kind, name, amount, taxRate }) => ({
      kind,
      name,
      amount,
      tax_rate: taxRate,
    })),
    ways: ways.map((way) => {
      const known = way.paymentType === null ? undefined : payments.get(way.paymentType);
      return {
        payment_type: way.paymentType,
        payment_name: known?.paymentName ?? '',
        kind: known?.kind ?? PAYMENT_KINDS[4],
        amount: way.amount,
      };
    }),
    has_stamp: hasStamp,
    date: paper.receiptDate,
    payment_type: paymentType,
    is_reissue: isReissue,
    /** The number of the paper that it stands in for. */
    replaces: paper.receiptReplaces,
    /** The numbers of all papers that it stands in for: several where they were parts. */
    voids: paper.receiptVoids ?? (paper.receiptReplaces === null ? [] : [paper.receiptReplaces]),
    /** Null for a whole paper. */
    part: paper.receiptPart ?? null,
    refusal: refusal?.message ?? null,
  };
}

/** One movement of money at the desk; negative where it was taken back. */
export type PaymentRow = {
  position: number;
  /** RFC 3339 in UTC. */
  recorded_at: string;
  booking_id: number;
  room_number: string;
  guest_name: string;
  payment_type: number | null;
  payment_name: string;
  amount: number;
  staff_name: string | null;
  terminal: string | null;
};

/** A paid booking whose fee was changed: what it was and became, and the difference that is open. */
export type DifferenceRow = Omit<PaymentRow, 'payment_type' | 'payment_name' | 'amount'> & {
  before: number;
  after: number;
  difference: number;
};

/** Money taken by one way of payment. */
export type WayRow = {
  payment_type: number | null;
  payment_name: string;
  count: number;
  taken: number;
  back: number;
  sum: number;
};

/** Money and papers of one person, or of a terminal where nobody signed in, on a day; whole yen. */
export type PersonRow = {
  staff_id: number | null;
  staff_name: string | null;
  terminal: string | null;
  ways: Pick<WayRow, 'payment_type' | 'payment_name' | 'count' | 'sum'>[];
  sum: number;
  /** 領収書 with a new number, and their amounts. */
  receipts: number;
  receipt_amount: number;
  /** 適格返還請求書, and what they say was given back. */
  returns: number;
  return_amount: number;
  /** 請求書 to companies. */
  invoices: number;
  invoice_amount: number;
  /** 宿泊明細書 with a new number. */
  statements: number;
};

/** Closing of a day (日締め); `checkpoint` is the first that signs it, null until there is one. */
export type DayCloseRecord = {
  position: number;
  recorded_at: string;
  staff_name: string | null;
  terminal: string | null;
  float: number;
  counted: number;
  /** Cash taken and given back. */
  cash: number;
  /** 過不足: what was counted beyond float and cash. */
  difference: number;
  remark: string;
  checkpoint: { position: number; created_at: string; key_id: string } | null;
};

/** A later movement that changes a payment of a closed day; it counts on `date`. */
export type CorrectionRow = PaymentRow & { date: Day };

/** The payments of a day of the hotel (日計). */
export type DailyPayments = {
  date: Day;
  /** The log position that the figures are as of. */
  position: number;
  /** The day on which money counts now: behind the last closed one. */
  counting_day: Day;
  ways: WayRow[];
  total: Omit<WayRow, 'payment_type' | 'payment_name'>;
  /** Cash taken and given back. */
  cash: number;
  people: PersonRow[];
  rows: PaymentRow[];
  differences: DifferenceRow[];
  /** Null while the day is open. */
  close: DayCloseRecord | null;
  corrections: CorrectionRow[];
  /** The float of the last closed day before; null for none. */
  last_float: number | null;
};

/** Body of `POST /api/daily-payments/close`; `seen` is the position of the figures that the person saw. */
export const dayCloseShape = {
  date: dayField('日付'),
  float: wholeNumber('釣銭準備金', 0, MAX_YEN),
  counted: wholeNumber('実際の現金', 0, MAX_YEN),
  remark: text('過不足の理由', 200).optional(),
  seen: wholeNumber('確認した記録番号', 0, Number.MAX_SAFE_INTEGER),
};

/** Answer of `POST /api/daily-payments/close`. */
export type DayClosed = { date: Day; position: number; difference: number };
