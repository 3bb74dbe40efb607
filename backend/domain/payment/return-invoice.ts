import { type BrokenRule, conflict, type Decided, decided, invalid, refused } from '../broken-rule.js';
import type { Day } from '../dates.js';
import type { PaymentDetails } from '../masters/masters.js';
import { owedOf, prepaidOf, takenByWay } from '../reservation/account.js';
import type { MoneyEntry } from '../reservation/money.js';
import type { ReservationEvent } from '../reservation/reservation.events.js';
import type { Honorific, RateTotal, Reservation, ReturnInvoice } from '../reservation/reservation.js';
import { owedByRate, paperContent, partOf } from './paper.js';

/** From this amount on, tax included, who pays back must hand out a 適格返還請求書. */
const REQUIRED_FROM = 10_000;

/** Facts for a 適格返還請求書: the states after each event of the booking, its number, and the hotel's figures. */
export type ReturnFacts = {
  /** The state that each event of the booking left, the first event's first. */
  states: readonly Reservation[];
  nextNumber: number;
  today: Day;
  taxRate: number;
  payments: ReadonlyMap<number, Pick<PaymentDetails, 'kind'>>;
  registrationNumber: string;
};

/** The contents of a 適格返還請求書, without its number and addressee. */
export type ReturnContent = Pick<ReturnInvoice, 'day' | 'stay' | 'totals'>;

const sumOf = (parts: readonly { amount: number }[]): number =>
  parts.reduce((sum, { amount }) => sum + amount, 0);
const movedBy = ({ moved }: MoneyEntry): number => sumOf(moved);

/** Returns what is given back of a part that is taxed, in whole yen: 不課税 needs no paper. */
export function taxedAmount(totals: readonly RateTotal[]): number {
  return sumOf(totals.filter(({ taxRate }) => taxRate > 0));
}

/** Returns true if the paper must be handed out: for 10,000 yen and more. */
export function isRequired(totals: readonly RateTotal[]): boolean {
  return taxedAmount(totals) >= REQUIRED_FROM;
}

/** Returns what this hotel may keep of a stay by tax rate: its cost less what others took, which counts for the fee first. */
function entitledByRate(booking: Reservation, { payments, taxRate }: ReturnFacts): RateTotal[] {
  const elsewhere = takenByWay(booking).filter(
    ({ paymentType }) => paymentType !== null && payments.get(paymentType)?.kind === '事前決済',
  );
  // More may have been given back by such a way than was taken by it.
  const skipped = Math.max(0, Math.min(owedOf(booking), prepaidOf(booking) + sumOf(elsewhere)));
  return partOf(owedByRate(booking, taxRate), skipped, owedOf(booking) - skipped);
}

/** Takes totals away from others, rate by rate; no rate is below 0. */
function without(totals: readonly RateTotal[], others: readonly RateTotal[]): RateTotal[] {
  return totals.flatMap(({ taxRate, amount }) => {
    const left = amount - sumOf(others.filter((other) => other.taxRate === taxRate));
    return left > 0 ? [{ taxRate, amount: left }] : [];
  });
}

/** Returns true for money after which the price of a stay is looked at: what was taken, or divided with another part of the stay. */
const isStart = (entry: MoneyEntry): boolean =>
  !entry.isReversed && (movedBy(entry) > 0 || entry.isTransfer === true);

/** Finds a refund in the account of a booking, null for an unknown entry, a payment, or one that undo took back. */
function refundOf({ account }: Reservation, refund: number): MoneyEntry | null {
  const entry = account?.entries.find(({ id }) => id === refund);
  return entry && movedBy(entry) < 0 && !entry.isReversed && !entry.isTransfer ? entry : null;
}

/** Finds the latest refund of a booking by its entry in the account; 0 for none. */
export function lastRefund(booking: Reservation): number {
  return booking.account?.entries.findLast(({ id }) => refundOf(booking, id))?.id ?? 0;
}

/**
 * Returns what a refund gave back of the price of a stay: of what had been paid before it by tax rate the part that the stay
 * no longer costs, as far as no other paper of that time that still holds says so. Money that is given back without a lower price is no
 * return of a supply: its totals are empty. Null for what is no refund.
 */
export function returnContent(
  booking: Reservation,
  refund: number,
  facts: ReturnFacts,
): ReturnContent | null {
  const entry = refundOf(booking, refund);
  const entries = booking.account?.entries ?? [];
  const paid = entries.findLast((one) => one.id < refund && isStart(one));
  const before = paid && facts.states[paid.id - 1];
  // Until money is taken again: what the price does afterwards is about that.
  const next = entries.find((one) => one.id > refund && isStart(one));
  const after = (next && facts.states[next.id - 2]) ?? booking;
  if (!entry) return null;
  const { stayStart, stayEnd, roomNumber } = before ?? booking;
  const told = {
    day: entry.day ?? facts.today,
    stay: { stayStart, stayEnd, roomNumber },
  };
  if (!before) return { ...told, totals: [] };
  const others = (booking.returnInvoices ?? []).filter(
    (paper) =>
      paper.refund !== refund &&
      paper === knownReturn(booking, paper.refund) &&
      paper.refund > paid.id &&
      (!next || paper.refund < next.id) &&
      refundOf(booking, paper.refund),
  );
  const had = paperContent('receipt', before, facts).receiptTotals;
  const returnable = without(
    without(had, entitledByRate(after, facts)),
    others.flatMap(({ totals }) => totals),
  );
  return { ...told, totals: partOf(returnable, 0, -movedBy(entry)) };
}

/** The paper that is asked for. */
export type ReturnRequest = { refund: number; addressee: string; honorific: Honorific };

/** Returns why a refund gets no 適格返還請求書, null when it does. */
export function returnRefusal(
  booking: Reservation,
  content: ReturnContent | null,
  registrationNumber: string,
): BrokenRule | null {
  if (!content) return invalid('unknown_refund', 'refund', '返金の記録が見つかりません。');
  if (booking.isErased) {
    return conflict('guest_erased', null, '個人情報を削除した予約の適格返還請求書は発行できません。');
  }
  if (registrationNumber === '') {
    const message =
      '登録番号がないため、適格返還請求書は発行できません。マスタのホテルで登録番号を入力してください。';
    return conflict('no_registration', null, message);
  }
  if (taxedAmount(content.totals) > 0) return null;
  const message =
    '料金が下がっていない返金には、適格返還請求書は要りません。料金を直してから発行してください。';
  return conflict('nothing_returned', null, message);
}

const isSame = (known: ReturnInvoice, content: ReturnContent): boolean => {
  const told = ({ day, stay, totals }: ReturnContent) =>
    JSON.stringify([
      ...[day, stay.stayStart, stay.stayEnd, stay.roomNumber],
      ...totals.map(({ taxRate, amount }) => [taxRate, amount]),
    ]);
  return told(known) === told(content);
};

/** Finds the latest paper of a refund; null before the first. */
export function knownReturn({ returnInvoices }: Reservation, refund: number): ReturnInvoice | null {
  return returnInvoices?.findLast((paper) => paper.refund === refund) ?? null;
}

/** Returns the latest paper of a refund if it still holds; null when a new one would say something else. */
export function currentReturn(
  booking: Reservation,
  refund: number,
  content: ReturnContent,
): ReturnInvoice | null {
  const known = knownReturn(booking, refund);
  return known && isSame(known, content) ? known : null;
}

type ReturnEvent = Extract<ReservationEvent, { type: 'ReturnInvoiceIssued' | 'ReturnInvoiceReissued' }>;

/** Decides the 適格返還請求書 of a refund; asked for again it keeps its number as long as it says the same. */
export function decideReturnInvoice(
  { refund, addressee, honorific }: ReturnRequest,
  stored: Reservation,
  facts: ReturnFacts,
): Decided<ReturnEvent> {
  const content = returnContent(stored, refund, facts);
  const refusal = returnRefusal(stored, content, facts.registrationNumber);
  if (refusal || !content) return refused(...(refusal ? [refusal] : []));
  const texts = { refund, returnAddressee: addressee, returnHonorific: honorific };
  if (currentReturn(stored, refund, content)) {
    return decided({ type: 'ReturnInvoiceReissued', data: texts });
  }
  return decided({
    type: 'ReturnInvoiceIssued',
    data: {
      ...texts,
      returnNumber: facts.nextNumber,
      returnReplaces: knownReturn(stored, refund)?.number ?? null,
      returnDate: facts.today,
      returnDay: content.day,
      returnStay: content.stay,
      returnTotals: content.totals,
    },
  });
}

/** The numbers of all papers of a booking, which are of one series. */
export function paperNumbersOf({
  receipt,
  statement,
  receiptParts = [],
  returnInvoices,
}: Reservation): number[] {
  const parts = receiptParts.map(({ receiptNumber }) => receiptNumber);
  const papers = [receipt?.receiptNumber, statement?.receiptNumber, ...parts];
  return [...papers, ...(returnInvoices ?? []).map(({ number }) => number)].flatMap((number) => number ?? []);
}
