import { conflict, type Decided, decided, refused } from '../broken-rule.js';
import type { Day } from '../dates.js';
import type { CancellationOccasion } from '../masters/cancellation-rules.js';
import type { HotelDetails } from '../masters/hotel.js';
import type { PaymentDetails } from '../masters/masters.js';
import {
  chargesOf,
  feeOwed,
  isRoomFree,
  lodgingTaxOf,
  owedOf,
  prepaidOf,
  takenByWay,
  taxOfSpan,
} from '../reservation/account.js';
import type { Movement } from '../reservation/money.js';
import type { ReservationEvent } from '../reservation/reservation.events.js';
import type {
  Honorific,
  PaperKind,
  PaperLine,
  RateTotal,
  Receipt,
  ReceiptFigures,
  ReceiptTexts,
  Reservation,
} from '../reservation/reservation.js';

/** Names of papers, as they stand on them. */
export const PAPER_NAMES: Readonly<Record<PaperKind, string>> = {
  receipt: '領収書',
  statement: '宿泊明細書',
};

/** Names of papers about a stay that did not come about. */
const FEE_PAPER_NAMES: Readonly<Record<PaperKind, string>> = {
  receipt: 'キャンセル料 領収書',
  statement: 'キャンセル料 明細書',
};

/** 但し書き of a receipt for a cancellation fee unless staff say otherwise. */
export const FEE_NOTE = 'キャンセル料として';

/** Returns how a stay ended whose room is not charged; null for one that is. */
export function endOf(booking: Reservation): CancellationOccasion | null {
  if (!isRoomFree(booking)) return null;
  return booking.isNoShow ? 'ノーショー' : 'キャンセル';
}

/** The name of a paper, as it stands on it; `ended` is how the stay ended that did not come about. */
export function paperName(kind: PaperKind, ended: CancellationOccasion | null | undefined): string {
  return (ended ? FEE_PAPER_NAMES : PAPER_NAMES)[kind];
}

/** The tax in an amount that includes it, in whole yen without the fraction; the rate is in percent. */
export function taxIncluded(amount: number, taxRate: number): number {
  return Math.floor((amount * taxRate) / (100 + taxRate));
}

type Addressed = Pick<Reservation, 'corporateId' | 'reserverName' | 'guestName1'>;
type Corporates = ReadonlyMap<number, { corporateShortName: string }>;

/** To whom a paper goes unless staff say otherwise: the company, else the booker, else the guest. */
export function usualAddressee(
  { corporateId, reserverName, guestName1 }: Addressed,
  corporates: Corporates,
): string {
  return corporates.get(corporateId)?.corporateShortName || reserverName || guestName1;
}

/** Returns how the usual addressee is addressed: 御中 for a company. */
export function usualHonorific({ corporateId }: Addressed, corporates: Corporates): Honorific {
  return corporates.get(corporateId)?.corporateShortName ? '御中' : '様';
}

type Ways = ReadonlyMap<number, Pick<PaymentDetails, 'kind'>>;

/** Facts for deciding a paper: the number that a new one gets, today, the hotel's tax rate, and the ways of paying. */
export type PaperFacts = { nextNumber: number; today: Day; payments: Ways } & Pick<HotelDetails, 'taxRate'>;

/** The paper that is asked for. */
export type PaperRequest = ReceiptTexts & { receiptKind: PaperKind; receiptHonorific: Honorific };

/** The contents of a paper, without its number, date and addressee. */
export type PaperContent = Pick<
  ReceiptFigures,
  'receiptAmount' | 'receiptTaxRate' | 'receiptTotals' | 'receiptStay' | 'receiptLines' | 'receiptWays'
>;

/** The ways by which this hotel itself took money for a stay, and how much; whole yen. */
function receivedWays(booking: Reservation, payments: Ways): Movement[] {
  return takenByWay(booking).filter(
    ({ paymentType }) => paymentType === null || payments.get(paymentType)?.kind !== '事前決済',
  );
}

const sumOf = (parts: readonly { amount: number }[]): number =>
  parts.reduce((sum, { amount }) => sum + amount, 0);

/** Returns the cost of a stay by tax rate, the fee's first; no rate is below 0 as long as the whole is not. */
export function owedByRate(booking: Reservation, taxRate: number): RateTotal[] {
  const { beside, included } = lodgingTaxOf(booking);
  const fee = feeOwed(booking);
  const ofFee = Math.min(included, fee);
  return withUntaxed(
    costByRate({ ...booking, totalFee: fee - ofFee, usedPoints: 0 }, taxRate),
    beside + ofFee,
  );
}

/** Totals with an amount more that no consumption tax is on. */
function withUntaxed(totals: RateTotal[], amount: number): RateTotal[] {
  if (amount === 0) return totals;
  const known = totals.find(({ taxRate }) => taxRate === 0);
  if (!known) return [...totals, { taxRate: 0, amount }];
  return totals.map((total) => (total === known ? { ...total, amount: total.amount + amount } : total));
}

/** Lists the lines of the 宿泊税, one for each levy: beside the fee, or included in it. */
export function taxLines({ status, lodgingTax }: Reservation): PaperLine[] {
  const sums = new Map<string, PaperLine>();
  const spans = status === 'cancelled' ? [] : (lodgingTax?.spans ?? []);
  const levies = new Set(spans.flatMap(({ taxes }) => taxes.map(({ levy }) => levy)));
  for (const span of spans) {
    const kind = span.isIncluded ? '内宿泊税' : '宿泊税';
    for (const tax of span.taxes) {
      const amount = taxOfSpan({ ...span, taxes: [tax] });
      const known = sums.get(kind + tax.levy)?.amount ?? 0;
      const name = levies.size > 1 ? tax.levy : '';
      sums.set(kind + tax.levy, { kind, name, amount: known + amount, taxRate: 0 });
    }
  }
  return [...sums.values()].filter(({ amount }) => amount > 0);
}

/** The cost of a stay without its 宿泊税, by tax rate. */
function costByRate(booking: Reservation, taxRate: number): RateTotal[] {
  const sums = new Map([[taxRate, feeOwed(booking)]]);
  for (const charge of booking.account?.charges ?? []) {
    sums.set(charge.taxRate, (sums.get(charge.taxRate) ?? 0) + charge.amount);
  }
  const totals = [...sums].map(([rate, amount]) => ({ taxRate: rate, amount }));
  // A discount beyond what its rate has lowers the other rates.
  let excess = -sumOf(totals.filter(({ amount }) => amount < 0));
  return totals.flatMap(({ taxRate: rate, amount }) => {
    const left = Math.max(0, amount);
    const lowered = Math.min(left, excess);
    excess -= lowered;
    return left > lowered ? [{ taxRate: rate, amount: left - lowered }] : [];
  });
}

/** The part of totals that follows `skipped` yen and is `amount` yen long. */
export function partOf(totals: readonly RateTotal[], skipped: number, amount: number): RateTotal[] {
  let before = skipped;
  let wanted = amount;
  return totals.flatMap(({ taxRate, amount: whole }) => {
    const passed = Math.min(before, whole);
    const part = Math.min(whole - passed, wanted);
    before -= passed;
    wanted -= part;
    return part > 0 ? [{ taxRate, amount: part }] : [];
  });
}

/** The ways of paying as far as they make up an amount: what was taken beyond it goes back. */
function waysUpTo(ways: readonly Movement[], amount: number): Movement[] {
  let excess = sumOf(ways) - amount;
  return ways.flatMap((way) => {
    const less = Math.min(Math.max(0, way.amount), Math.max(0, excess));
    excess -= less;
    return way.amount === less ? [] : [{ ...way, amount: way.amount - less }];
  });
}

/**
 * Returns the contents of a paper as of now: a 宿泊明細書 has the whole cost, a 領収書 what this hotel took of it. What
 * others took counts for the fee first.
 */
export function paperContent(
  kind: PaperKind,
  booking: Reservation,
  { payments, taxRate }: Pick<PaperFacts, 'payments' | 'taxRate'>,
): PaperContent {
  const { stayStart, stayEnd, roomNumber, totalFee, usedPoints, coupon } = booking;
  const ended = endOf(booking);
  const totals = owedByRate(booking, taxRate);
  const owed = sumOf(totals);
  const received = receivedWays(booking, payments);
  const elsewhere = Math.max(0, prepaidOf(booking) + sumOf(takenByWay(booking)) - sumOf(received));
  const amount = kind === 'statement' ? owed : Math.max(0, Math.min(sumOf(received), owed - elsewhere));
  return {
    receiptAmount: amount,
    receiptTaxRate: taxRate,
    receiptTotals: kind === 'statement' ? totals : partOf(totals, elsewhere, amount),
    receiptStay: {
      ...{ stayStart, stayEnd, roomNumber, totalFee, usedPoints, coupon },
      ...(ended && { ended }),
    },
    receiptLines: [
      ...(booking.account?.charges ?? []).map(({ id: _, cancellation: __, ...line }) => line),
      ...taxLines(booking),
    ],
    receiptWays: kind === 'statement' ? [] : waysUpTo(received, amount),
  };
}

/** The kind of paper that a stay gets unless staff choose: a 領収書 where this hotel took money for it. */
export function usualPaper(booking: Reservation, facts: Pick<PaperFacts, 'payments' | 'taxRate'>): PaperKind {
  const isElsewhere = prepaidOf(booking) > 0 || takenByWay(booking).length > 0;
  const isFeeOpen = endOf(booking) !== null && owedOf(booking) > 0;
  const isReceipt = paperContent('receipt', booking, facts).receiptAmount > 0 || !(isElsewhere || isFeeOpen);
  return isReceipt ? 'receipt' : 'statement';
}

const STAY_FIELDS = [
  'stayStart',
  'stayEnd',
  'roomNumber',
  'totalFee',
  'usedPoints',
  'coupon',
  'ended',
] as const;

/** Returns true if the contents of a paper still hold. One from before its stay was recorded is compared by its amount. */
export function isCurrent(known: Receipt, content: PaperContent): boolean {
  if (!known.receiptStay) return known.receiptAmount === content.receiptAmount;
  const told = ({ receiptAmount, receiptTotals, receiptStay, receiptLines, receiptWays }: PaperContent) =>
    JSON.stringify([
      receiptAmount,
      receiptTotals.map(({ taxRate, amount }) => [taxRate, amount]),
      receiptStay && STAY_FIELDS.map((field) => receiptStay[field]),
      receiptLines.map(({ kind, name, amount, taxRate }) => [kind, name, amount, taxRate]),
      receiptWays.map(({ paymentType, amount }) => [paymentType, amount]),
    ]);
  return told(known) === told(content);
}

/** Returns why a booking gets no paper of a kind, null when it does. */
export function paperRefusal(kind: PaperKind, booking: Reservation, content: PaperContent) {
  const name = kind === 'receipt' ? '領収書' : '宿泊明細書';
  if (booking.isErased) {
    return conflict('guest_erased', null, `個人情報を削除した予約の${name}は発行できません。`);
  }
  if (booking.status === 'cancelled' && chargesOf(booking) === 0) {
    const message = `取り消された予約の${name}は、キャンセル料などの明細がなければ発行できません。`;
    return conflict('already_cancelled', null, message);
  }
  if (kind === 'statement' || content.receiptAmount > 0) return null;
  if (prepaidOf(booking) > 0 || takenByWay(booking).length > 0) {
    const message =
      '事前決済など、当館で受け取っていない代金の領収書は発行できません。宿泊明細書を発行してください。';
    return conflict('prepaid', null, message);
  }
  return booking.paymentFlag === 0
    ? conflict('unpaid', null, '未払いの予約の領収書は発行できません。先に入金を記録してください。')
    : conflict('nothing_received', null, '受け取った金額がないため、領収書は発行できません。');
}

type PaperEvent = Extract<ReservationEvent, { type: 'ReceiptIssued' | 'ReceiptReissued' }>;

/**
 * Decides a paper. Asked for again it keeps its number and figures; once it would say something else, it is another paper
 * with a number of its own, which names the one that it stands in for.
 */
export function decidePaper(
  request: PaperRequest,
  stored: Reservation,
  facts: PaperFacts,
): Decided<PaperEvent> {
  const kind = request.receiptKind;
  const content = paperContent(kind, stored, facts);
  const refusal = paperRefusal(kind, stored, content);
  if (refusal) return refused(refusal);
  const known = stored[kind];
  const parts = kind === 'receipt' ? (stored.receiptParts ?? []) : [];
  const isKnown = known && parts.length === 0 && isCurrent(known, content);
  if (isKnown) return decided({ type: 'ReceiptReissued', data: request });
  return decided({
    type: 'ReceiptIssued',
    data: {
      ...request,
      ...content,
      receiptNumber: facts.nextNumber,
      receiptReplaces: parts[0]?.receiptNumber ?? known?.receiptNumber ?? null,
      ...(parts.length > 1 && { receiptVoids: parts.map(({ receiptNumber }) => receiptNumber) }),
      receiptDate: facts.today,
    },
  });
}

/** From this amount on a receipt for cash needs a revenue stamp. */
const STAMP_FROM = 50_000;

/** Returns true if a receipt has a place for a revenue stamp: only for cash. */
export function needsStamp(ways: readonly Movement[], payments: Ways): boolean {
  const cash = ways.filter(
    ({ paymentType }) => paymentType !== null && payments.get(paymentType)?.kind === '現金',
  );
  return sumOf(cash) >= STAMP_FROM;
}
