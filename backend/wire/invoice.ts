import type { Day, Month } from '@domain/dates.js';
import { daysBetween } from '@domain/dates.js';
import { MAX_REMARK } from '@domain/limits.js';
import type { CancellationOccasion } from '@domain/masters/cancellation-rules.js';
import {
  type Bookings,
  CANCEL_REASONS,
  type CancelReason,
  type DebtAge,
  debtAge,
  type Invoice,
  type InvoiceStay,
  invoiceAmount,
  invoiceOpen,
  invoicePaid,
  invoiceTotals,
  isOutdated,
  paidOfStay,
} from '@domain/payment/invoice.js';
import { taxIncluded } from '@domain/payment/paper.js';
import { summedByWay } from '@domain/reservation/account.js';
import type { TaxRate } from '@domain/reservation/money.js';
import { type Flag, HONORIFICS, type PaperLine } from '@domain/reservation/reservation.js';
import { z } from 'zod';
import { severalWays } from './account.js';
import { choice, dayField, idField, monthField, text } from './fields.js';
import type { NamedStay } from './named-stay.js';

/** Most bookings on one invoice. */
const MOST_BILLED = 300;

const BOOKINGS_WRONG = '請求する予約を選んでください。';
const bookingIds = z
  .array(idField('予約'), { error: BOOKINGS_WRONG })
  .min(1, { error: BOOKINGS_WRONG })
  .max(MOST_BILLED, { error: `1枚の請求書の予約は${MOST_BILLED}件までです。` });

const remark = text('備考', MAX_REMARK, 'many lines');

/** Body of `POST /api/invoices`: the bookings of a company whose last night is in the month or before. */
export const invoiceShape = {
  corporate_id: idField('法人'),
  month: monthField('対象の月'),
  booking_ids: bookingIds,
  due_day: dayField('支払期限'),
  honorific: choice('敬称', HONORIFICS).default('御中'),
  remark: remark.default(''),
};

/** Body of `POST /api/invoices/{id}/replacement`: what is left out stays as it is. */
export const replacementShape = {
  reason: choice('取消の理由', CANCEL_REASONS),
  booking_ids: bookingIds.optional(),
  due_day: dayField('支払期限').optional(),
  honorific: choice('敬称', HONORIFICS).optional(),
  remark: remark.optional(),
};

/** Body of `POST /api/invoices/{id}/payments`; the day is that of the bank, today when left out. */
export const invoicePaymentShape = { ways: severalWays, received_on: dayField('入金日').optional() };

/** Body of `POST /api/invoices/{id}/reversals`: the id of a payment. */
export const invoiceReversalShape = { payment: idField('入金') };

/** Body of `POST /api/invoices/{id}/cancel`. */
export const invoiceCancelShape = { reason: choice('取消の理由', CANCEL_REASONS) };

/** Answer of every write on an invoice: it names no guest. */
export type InvoiceWritten = { id: number; version: number; number: number };

/** The state of an invoice's money. */
export const INVOICE_STATES = ['open', 'partly', 'paid', 'cancelled'] as const;
export type InvoiceState = (typeof INVOICE_STATES)[number];

/** A stay of an invoice; whole yen. `deducted` was paid before or elsewhere, `amount` is billed. */
export type InvoiceStayRecord = NamedStay & {
  nights: number;
  total_fee: number;
  used_points: number;
  lines: { kind: PaperLine['kind']; name: string; amount: number; tax_rate: TaxRate }[];
  deducted: number;
  amount: number;
  paid: number;
  is_outdated: Flag;
};

/** An invoice as it stands; guests are those of the bookings now. `paid` counts what came in at the desk too. */
export type InvoiceRecord = ReturnType<typeof encodeInvoice>;

function encodeStay(stay: InvoiceStay, bookings: Bookings): InvoiceStayRecord {
  const booking = bookings.get(stay.bookingId);
  const names = new Map(booking?.account?.charges.map(({ id, name }) => [id, name]));
  const beside = stay.lines.filter(({ kind }) => kind !== '内宿泊税');
  const cost =
    Math.max(0, stay.totalFee - stay.usedPoints) + beside.reduce((sum, { amount }) => sum + amount, 0);
  return {
    booking_id: stay.bookingId,
    guest_name: booking?.guestName1 ?? '',
    room_number: stay.roomNumber,
    stay_start: stay.stayStart,
    stay_end: stay.stayEnd,
    nights: daysBetween(stay.stayStart, stay.stayEnd),
    total_fee: stay.totalFee,
    used_points: stay.usedPoints,
    lines: stay.lines.map(({ charge, kind, amount, taxRate }) => ({
      ...{ kind, name: names.get(charge) ?? '', amount, tax_rate: taxRate },
    })),
    deducted: cost - stay.amount,
    amount: stay.amount,
    paid: paidOfStay(stay, bookings),
    is_outdated: isOutdated(stay, bookings) ? 1 : 0,
  };
}

function stateOf({ status }: Invoice, paid: number, open: number): InvoiceState {
  if (status === 'cancelled') return 'cancelled';
  if (open === 0) return 'paid';
  return paid > 0 ? 'partly' : 'open';
}

type WayNames = (paymentType: number | null) => string;

/** Encodes an invoice with the bookings that it names, as of a day. */
export function encodeInvoice(invoice: Invoice, bookings: Bookings, wayName: WayNames, today: Day) {
  const [amount, paid, open] = [
    invoiceAmount(invoice),
    invoicePaid(invoice, bookings),
    invoiceOpen(invoice, bookings),
  ];
  const stays = invoice.stays.map((stay) => encodeStay(stay, bookings));
  const isLiving = invoice.status === 'living';
  const isOutdatedNow: Flag = isLiving && stays.some(({ is_outdated }) => is_outdated === 1) ? 1 : 0;
  const isOverdue: Flag = open > 0 && invoice.dueDay < today ? 1 : 0;
  const payments = invoice.payments.map(({ id, receivedOn, shares, isReverted }) => {
    const ways = summedByWay(shares).map(({ paymentType, amount: given }) => ({
      ...{ payment_type: paymentType, payment_name: wayName(paymentType), amount: given },
    }));
    const reverted: Flag = isReverted ? 1 : 0;
    return { id, received_on: receivedOn, ways, is_reverted: reverted };
  });
  return {
    id: invoice.id,
    version: invoice.version,
    number: invoice.number,
    corporate_id: invoice.corporateId,
    company_name: invoice.companyName,
    honorific: invoice.honorific,
    month: invoice.month as Month,
    issued_on: invoice.issuedOn,
    due_day: invoice.dueDay,
    amount,
    paid,
    open,
    state: stateOf(invoice, paid, open),
    age: debtAge(invoice.dueDay, today),
    is_overdue: isOverdue,
    /** A booking costs something else by now: the invoice should be made anew. */
    is_outdated: isOutdatedNow,
    totals: invoiceTotals(invoice).map(({ taxRate, amount: sum }) => ({
      ...{ tax_rate: taxRate, amount: sum, tax: taxIncluded(sum, taxRate) },
    })),
    stays,
    payments,
    remark: invoice.remark,
    replaces: invoice.replaces,
    replaced_by: invoice.replacedBy ?? null,
    cancel_reason: (invoice.cancelReason ?? null) as CancelReason | null,
    reissues: invoice.reissues,
  };
}

/** Debts of a company in whole yen: stays that wait for an invoice, and the rest of invoices by age of the day due. */
export type ReceivableCompany = Record<DebtAge, number> & {
  corporate_id: number;
  company_name: string;
  waiting: number;
  waiting_amount: number;
  open_invoices: number;
  /** Of what is left of invoices, what is past the day due. */
  overdue: number;
  /** All that is left of invoices. */
  billed: number;
  sum: number;
};

/** Debt of a guest for a stay that ended before it began; `since` is the day on which it was charged. */
export type EndedDebt = NamedStay & {
  ended: CancellationOccasion;
  since: Day;
  age: DebtAge;
  amount: number;
};

/** Answer of `GET /api/receivables` (売掛): companies that owe, most first, and fees of cancellations and no-shows, as of today. */
export type Receivables = {
  today: Day;
  month: Month;
  companies: ReceivableCompany[];
  /** Fees that nobody is billed for, the latest first; of very many the latest. */
  ended: EndedDebt[];
  /** All of them, in whole yen by age. */
  ended_sums: Record<DebtAge, number> & { count: number; sum: number };
};

/** A stay that waits for an invoice; `amount` is what is left of `cost`. */
export type WaitingStay = NamedStay & {
  nights: number;
  cost: number;
  amount: number;
  is_cancelled: Flag;
  no_show: Flag;
  checkin_date: Day | null;
};

/** Answer of `GET /api/receivables/{corporate}`: stays that wait, the oldest first, and invoices, the newest first. */
export type CompanyReceivables = {
  today: Day;
  month: Month;
  corporate_id: number;
  company_name: string;
  waiting: WaitingStay[];
  invoices: InvoiceRecord[];
};
