import type { Day } from '@domain/dates.js';
import { taxIncluded } from '@domain/payment/receipt.js';
import type { Flag, Receipt } from '@domain/reservation/reservation.js';
import { text } from './fields.js';

/** Body of `POST /api/booking/{id}/receipt`: to whom and for what; as last time or as usual when left out. */
export const receiptShape = {
  addressee: text('宛名', 100).optional(),
  note: text('但し書き', 50).optional(),
};

/** A receipt; `number` is null and `is_reissue` 0 for one that would be the first. Whole yen, the tax included. */
export type ReceiptRecord = ReturnType<typeof encodeReceipt>;

/** Encodes the receipt that was just issued, or issued again. */
export function encodeReceipt(
  { id, version, paymentType }: { id: number; version: number; paymentType: number | null },
  receipt: Omit<Receipt, 'receiptNumber'> & { receiptNumber: number | null },
) {
  const { receiptAmount, receiptTaxRate } = receipt;
  const isReissue: Flag = receipt.reissues > 0 ? 1 : 0;
  return {
    /** The booking's id. */
    id,
    version,
    number: receipt.receiptNumber,
    addressee: receipt.receiptAddressee,
    note: receipt.receiptNote,
    amount: receiptAmount,
    tax_rate: receiptTaxRate,
    tax: taxIncluded(receiptAmount, receiptTaxRate),
    date: receipt.receiptDate,
    payment_type: paymentType,
    is_reissue: isReissue,
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

/** What came in by one way of payment. */
export type WayRow = {
  payment_type: number | null;
  payment_name: string;
  count: number;
  taken: number;
  back: number;
  sum: number;
};

/** The payments of a day of the hotel (日計). */
export type DailyPayments = {
  date: Day;
  ways: WayRow[];
  total: Omit<WayRow, 'payment_type' | 'payment_name'>;
  rows: PaymentRow[];
  differences: DifferenceRow[];
};
