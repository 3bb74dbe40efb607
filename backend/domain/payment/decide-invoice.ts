import { type BrokenRule, conflict, type Decided, decided, invalid, refused } from '../broken-rule.js';
import { stayRangeText, yenText } from '../calendar/stay-text.js';
import { addDays, type Day, lastDayOf, type Month } from '../dates.js';
import { MAX_YEN } from '../limits.js';
import { balanceOf, isRoomFree, owedOf, reversed, summedByWay, takenOf } from '../reservation/account.js';
import type { Movement } from '../reservation/money.js';
import type { ReservationEvent } from '../reservation/reservation.events.js';
import { type Honorific, type Reservation, stayOf } from '../reservation/reservation.js';
import {
  type Bookings,
  type CancelReason,
  type Invoice,
  type InvoiceDetails,
  type InvoiceEvent,
  type InvoicePayment,
  type InvoiceShare,
  type InvoiceStay,
  invoiceAmount,
  invoiceOpen,
  owedHere,
  sharesOf,
  takeableStays,
} from './invoice.js';
import { owedByRate, partOf, taxLines } from './paper.js';

/** The invoice that is asked for. */
export type InvoiceRequest = {
  corporateId: number;
  bookingIds: readonly number[];
  month: Month;
  dueDay: Day;
  honorific: Honorific;
  remark: string;
};

/** Facts for issuing an invoice: its number, the company, the bookings asked for, and the living invoices that name them. */
export type InvoiceFacts = {
  nextNumber: number;
  today: Day;
  taxRate: number;
  companyName: string | null;
  bookings: Bookings;
  living: readonly Invoice[];
};

/** The number of an invoice as it stands on it. */
export const invoiceNumberText = (number: number): string => String(number).padStart(6, '0');

const nameOf = (booking: Reservation): string =>
  `${booking.roomNumber} ${stayRangeText(stayOf(booking))}の予約`;

/** A stay as it is billed now. */
function billedStay(booking: Reservation, taxRate: number): InvoiceStay {
  const { id: bookingId, stayStart, stayEnd, roomNumber, totalFee, usedPoints } = booking;
  const amount = balanceOf(booking);
  return {
    ...{ bookingId, stayStart, stayEnd, roomNumber, usedPoints },
    totalFee: isRoomFree(booking) ? 0 : totalFee,
    lines: [
      ...(booking.account?.charges ?? []).map(({ id: charge, kind, amount, taxRate }) => ({
        ...{ charge, kind, amount, taxRate },
      })),
      ...taxLines(booking).map(({ name: _, ...line }) => ({ charge: 0, ...line })),
    ],
    ...{ owed: owedHere(booking), taken: takenOf(booking), amount },
    totals: partOf(owedByRate(booking, taxRate), owedOf(booking) - amount, amount),
  };
}

function stayRules(
  booking: Reservation,
  { corporateId, month }: InvoiceRequest,
  { living }: InvoiceFacts,
): BrokenRule[] {
  const about = (code: string, message: string) => [
    conflict(code, 'booking_ids', `${nameOf(booking)}${message}`),
  ];
  if (booking.corporateId !== corporateId)
    return about('other_company', 'は、この法人の予約ではありません。');
  const billed = living.find(({ stays }) => stays.some(({ bookingId }) => bookingId === booking.id));
  if (billed) {
    return about('already_billed', `は、請求書 No.${invoiceNumberText(billed.number)} に含まれています。`);
  }
  if (addDays(booking.stayEnd, -1) > lastDayOf(month)) {
    return about('after_month', 'は、対象の月より後まで宿泊します。');
  }
  return balanceOf(booking) > 0 ? [] : about('nothing_due', 'には、お支払いの残りがありません。');
}

/** Decides an invoice over bookings of a company; each of them is on one living invoice at most. */
export function decideInvoice(
  request: InvoiceRequest,
  facts: InvoiceFacts,
  replaces: number | null = null,
): Decided<{ type: 'InvoiceIssued'; data: InvoiceDetails }> {
  const { companyName, today, nextNumber, taxRate } = facts;
  const { corporateId, month, dueDay, honorific, bookingIds, remark } = request;
  const broken: BrokenRule[] = [];
  if (companyName === null) broken.push(invalid('unknown_company', 'corporate_id', '法人が見つかりません。'));
  if (dueDay < today) {
    broken.push(invalid('due_before_issue', 'due_day', '支払期限は今日以後の日付を入力してください。'));
  }
  const bookings = [...new Set(bookingIds)].flatMap((id) => facts.bookings.get(id) ?? []);
  if (bookings.length < new Set(bookingIds).size) {
    broken.push(invalid('unknown_booking', 'booking_ids', '予約が見つかりません。'));
  }
  if (broken.length === 0) broken.push(...bookings.flatMap((booking) => stayRules(booking, request, facts)));
  const stays = bookings
    .map((booking) => billedStay(booking, taxRate))
    .sort((a, b) => a.stayStart.localeCompare(b.stayStart) || a.bookingId - b.bookingId);
  if (invoiceAmount({ stays }) > MAX_YEN) {
    broken.push(invalid('invoice_too_high', 'booking_ids', `請求書の合計は${yenText(MAX_YEN)}までです。`));
  }
  if (companyName === null || broken.length > 0) return refused(...broken);
  return decided({
    type: 'InvoiceIssued',
    data: {
      ...{ number: nextNumber, corporateId, companyName, honorific, month, issuedOn: today, dueDay },
      ...{ stays, replaces, remark },
    },
  });
}

/** The codes of refusals that come from what another terminal did to the same invoice. */
export const INVOICE_OVERTAKEN = 'invoice_settled';

const cancelledRule = ({ number, replacedBy }: Invoice): BrokenRule => {
  const other = replacedBy
    ? `No.${invoiceNumberText(replacedBy)} に差し替えられています`
    : '取り消されています';
  return conflict('invoice_cancelled', null, `請求書 No.${invoiceNumberText(number)} は${other}。`);
};

const OUTDATED = conflict(
  'invoice_outdated',
  'amount',
  '請求書の発行後に予約の料金が変わっています。請求書を作り直してください。',
);

/** Decides which stays a payment of an invoice goes to, the oldest first; refused above what is left of it. */
export function decideInvoicePayment(
  { parts, receivedOn }: { parts: readonly Movement[]; receivedOn: Day },
  invoice: Invoice,
  { bookings, today }: { bookings: Bookings; today: Day },
): Decided<{ booking: Reservation; moved: Movement[] }[]> {
  if (invoice.status === 'cancelled') return refused(cancelledRule(invoice));
  if (receivedOn > today) {
    return refused(invalid('received_ahead', 'received_on', '入金日に未来の日は指定できません。'));
  }
  const sum = parts.reduce((total, { amount }) => total + amount, 0);
  const open = invoiceOpen(invoice, bookings);
  if (open <= 0) return refused(conflict(INVOICE_OVERTAKEN, 'amount', '請求書の残りはありません。'));
  if (sum > open) {
    const message = `請求書の残り${yenText(open)}を超える入金は記録できません。`;
    return refused(conflict(INVOICE_OVERTAKEN, 'amount', message));
  }
  const shares = sharesOf(parts, takeableStays(invoice, bookings));
  const given = shares.flatMap(({ moved }) => moved).reduce((total, { amount }) => total + amount, 0);
  if (given < sum) return refused(OUTDATED);
  return decided(shares.map(({ stay, moved }) => ({ booking: stay.booking, moved })));
}

/** Decides to take back a payment of an invoice: once, and as long as its entries in the accounts stand. */
export function decideRevert(
  payment: number,
  invoice: Invoice,
  bookings: Bookings,
): Decided<{ event: InvoiceEvent; payment: InvoicePayment }> {
  const found = invoice.payments.find(({ id }) => id === payment);
  if (!found) return refused(invalid('unknown_payment', 'payment', '入金の記録が見つかりません。'));
  const stands = found.shares.every(({ bookingId, entry }) =>
    bookings.get(bookingId)?.account?.entries.some(({ id, isReversed }) => id === entry && !isReversed),
  );
  if (found.isReverted || !stands) {
    return refused(conflict('already_reverted', 'payment', 'この入金は既に取り消されています。'));
  }
  const hasMoney = found.shares.every(({ bookingId, moved }) => {
    const booking = bookings.get(bookingId);
    return booking && takenOf(booking) >= moved.reduce((sum, { amount }) => sum + amount, 0);
  });
  if (!hasMoney) {
    return refused(conflict('already_refunded', 'payment', 'この入金は既に返金されています。'));
  }
  return decided({ event: { type: 'InvoicePaymentReverted', data: { payment } }, payment: found });
}

/** The event by which the account of a booking gives back its share of a payment, by undo's rules. */
export function shareTakenBack(
  { entry, moved }: InvoiceShare,
  booking: Reservation,
  paymentDay: Day,
): Extract<ReservationEvent, { type: 'PaymentRecorded' }> {
  const back = reversed(summedByWay([{ moved }]));
  const balance = balanceOf(booking) - back.reduce((sum, { amount }) => sum + amount, 0);
  return {
    type: 'PaymentRecorded',
    data: {
      ...{ paymentType: booking.paymentType, paymentFlag: balance > 0 ? 0 : 1, paymentDay, moved: back },
      ...{ isPrepaid: booking.account?.isPrepaid === true, reverses: [entry] },
    },
  };
}

/** Decides to cancel an invoice; with `replacedBy` another one stands in for it. Money that came in stays with its bookings. */
export function decideInvoiceCancel(
  reason: CancelReason,
  invoice: Invoice,
  replacedBy: number | null = null,
): Decided<InvoiceEvent> {
  if (invoice.status === 'cancelled') return refused(cancelledRule(invoice));
  return decided({ type: 'InvoiceCancelled', data: { reason, replacedBy } });
}

/** Decides to print an invoice again. */
export function decideInvoiceReissue(invoice: Invoice): Decided<InvoiceEvent> {
  if (invoice.status === 'cancelled') return refused(cancelledRule(invoice));
  return decided({ type: 'InvoiceReissued', data: {} });
}
