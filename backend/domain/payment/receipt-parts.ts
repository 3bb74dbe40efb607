import { type BrokenRule, conflict, type Decided, decided, invalid, refused } from '../broken-rule.js';
import { dayText, yenText } from '../calendar/stay-text.js';
import { addDays, type Day, nightsOf } from '../dates.js';
import { itemAt } from '../records.js';
import { feeOwed, lodgingTaxOf, prepaidOf, taxOfSpan } from '../reservation/account.js';
import type { Charge } from '../reservation/money.js';
import { shareOfNight } from '../reservation/night-shares.js';
import type { ReservationEvent } from '../reservation/reservation.events.js';
import {
  type Honorific,
  type PaperLine,
  type PartReceipt,
  type RateTotal,
  type ReceiptPart,
  type Reservation,
  stayOf,
} from '../reservation/reservation.js';
import { roomText } from '../room/room-number.js';
import { sharesOf } from './invoice.js';
import { endOf, type PaperContent, type PaperFacts, paperContent, paperRefusal } from './paper.js';

/** A night as it may stand on a part of a receipt, in whole yen: its share of the fee, of the points, and its 宿泊税. */
export type NightItem = {
  night: Day;
  fee: number;
  points: number;
  /** 宿泊税 that the fee includes, and beside it. */
  includedTax: number;
  tax: number;
};

/** Items for the parts of a receipt: whole nights and lines, and the yen received for all of them. */
export type SplitItems = { nights: NightItem[]; charges: readonly Charge[]; received: number };

type Facts = Pick<PaperFacts, 'payments' | 'taxRate'>;

/** Lists the nights and lines of a stay that this hotel took money for; no nights where others took money. */
export function splitItems(booking: Reservation, facts: Facts): SplitItems {
  const whole = paperContent('receipt', booking, facts);
  const received = whole.receiptAmount;
  const charges = booking.account?.charges ?? [];
  const due = feeOwed(booking);
  const isElsewhere =
    prepaidOf(booking) > 0 ||
    booking.account?.entries.some(({ moved }) =>
      moved.some(({ paymentType }) => facts.payments.get(paymentType ?? 0)?.kind === '事前決済'),
    );
  if (due + lodgingTaxOf(booking).beside === 0 || isElsewhere) return { nights: [], charges, received };
  const all = nightsOf(stayOf(booking));
  const cost = Math.max(due, booking.totalFee);
  const nights = all.map((night, index): NightItem => {
    const spans = (booking.lodgingTax?.spans ?? []).filter(({ start, end }) => start <= night && night < end);
    const taxOf = (isIncluded: boolean) =>
      spans
        .filter((span) => span.isIncluded === isIncluded)
        .reduce((sum, span) => sum + taxOfSpan({ ...span, start: night, end: addDays(night, 1) }), 0);
    const fee = shareOfNight(cost, index, all.length);
    const points = fee - shareOfNight(due, index, all.length);
    return { night, fee, points, includedTax: Math.min(taxOf(true), fee - points), tax: taxOf(false) };
  });
  return { nights, charges, received };
}

/** A part that is asked for: its nights and lines, to whom it goes and for what. */
export type PartRequest = ReceiptPart & { addressee: string; honorific: Honorific; note: string };

/** The contents of one part; its totals are negative where discounts exceed what they are on. */
function partContent(
  { nights, charges }: ReceiptPart,
  items: SplitItems,
  booking: Reservation,
  taxRate: number,
): Omit<PaperContent, 'receiptWays'> {
  const ended = endOf(booking);
  const chosen = items.nights.filter(({ night }) => nights.includes(night));
  const lines = items.charges.filter(({ id }) => charges.includes(id));
  const sums = new Map<number, number>();
  const add = (rate: number, amount: number) => sums.set(rate, (sums.get(rate) ?? 0) + amount);
  const sumOf = (field: Exclude<keyof NightItem, 'night'>) =>
    chosen.reduce((sum, item) => sum + item[field], 0);
  const [fee, points, tax, included] = [sumOf('fee'), sumOf('points'), sumOf('tax'), sumOf('includedTax')];
  if (chosen.length > 0) add(taxRate, fee - points - included);
  for (const { amount, taxRate: rate } of lines) add(rate, amount);
  if (tax + included > 0) add(0, tax + included);
  const totals = [...sums].map(([rate, amount]): RateTotal => ({ taxRate: rate, amount }));
  const [first, last] = [chosen[0]?.night, chosen.at(-1)?.night];
  const stay = {
    stayStart: first ?? booking.stayStart,
    stayEnd: last ? addDays(last, 1) : booking.stayEnd,
    roomNumber: booking.roomNumber,
    ...{ totalFee: fee, usedPoints: points, coupon: booking.coupon },
    ...(ended && { ended }),
  };
  const taxLine = (kind: PaperLine['kind'], amount: number): PaperLine[] =>
    amount > 0 ? [{ kind, name: '', amount, taxRate: 0 }] : [];
  return {
    receiptAmount: totals.reduce((sum, { amount }) => sum + amount, 0),
    receiptTaxRate: taxRate,
    receiptTotals: totals.filter(({ amount }) => amount !== 0),
    receiptStay: stay,
    receiptLines: [
      ...lines.map(({ kind, name, amount, taxRate: rate }) => ({ kind, name, amount, taxRate: rate })),
      ...taxLine('宿泊税', tax),
      ...taxLine('内宿泊税', included),
    ],
  };
}

/** Most parts of one receipt. */
export const MOST_PARTS = 20;

function partRules(parts: readonly PartRequest[], items: SplitItems, contents: PaperContent[]): BrokenRule[] {
  const nights = parts.flatMap((part) => part.nights);
  const charges = parts.flatMap((part) => part.charges);
  const known = (list: readonly unknown[], all: readonly unknown[]) => list.every((one) => all.includes(one));
  if (
    !known(
      nights,
      items.nights.map(({ night }) => night),
    ) ||
    !known(
      charges,
      items.charges.map(({ id }) => id),
    )
  ) {
    return [conflict('unknown_item', 'parts', '予約の宿泊日または明細にないものが含まれています。')];
  }
  const twice = nights.find((night, index) => nights.indexOf(night) !== index);
  if (twice !== undefined) {
    return [invalid('item_twice', 'parts', `${dayText(twice)}の宿泊が複数の領収書に含まれています。`)];
  }
  if (new Set(charges).size < charges.length) {
    return [invalid('item_twice', 'parts', '同じ明細が複数の領収書に含まれています。')];
  }
  const isEmpty = contents.some(
    ({ receiptAmount, receiptTotals }) =>
      receiptAmount <= 0 || receiptTotals.some(({ amount }) => amount < 0),
  );
  if (isEmpty) {
    return [
      invalid(
        'part_empty',
        'parts',
        '金額のない領収書があります。値引は、値引する明細と同じ領収書に入れてください。',
      ),
    ];
  }
  const sum = contents.reduce((total, { receiptAmount }) => total + receiptAmount, 0);
  if (sum <= items.received) return [];
  const message = `領収書の合計${yenText(sum)}が、受け取った金額${yenText(items.received)}を超えています。`;
  return [conflict('above_received', 'parts', message)];
}

type PaperEvent = Extract<ReservationEvent, { type: 'ReceiptIssued' | 'ReceiptReissued' }>;

/** Returns the contents of parts, each with its share of the ways of paying in the order in which they were taken. */
function contentsOf(
  parts: readonly PartRequest[],
  items: SplitItems,
  booking: Reservation,
  facts: Facts,
): PaperContent[] {
  const ways = paperContent('receipt', booking, facts).receiptWays;
  const contents = parts.map((part) => partContent(part, items, booking, facts.taxRate));
  const shares = sharesOf(
    ways,
    contents.map((content, index) => ({ open: Math.max(0, content.receiptAmount), index })),
  );
  return contents.map((content, index) => ({
    ...content,
    receiptWays: shares.find(({ stay }) => stay.index === index)?.moved ?? [],
  }));
}

const told = (part: ReceiptPart, content: PaperContent): string => {
  const { receiptTotals, receiptLines, receiptWays, receiptStay: stay } = content;
  return JSON.stringify([
    ...[part.nights, part.charges, stay?.roomNumber, stay?.totalFee, stay?.usedPoints],
    receiptTotals.map(({ taxRate, amount }) => [taxRate, amount]),
    receiptLines.map(({ kind, name, amount, taxRate }) => [kind, name, amount, taxRate]),
    receiptWays.map(({ paymentType, amount }) => [paymentType, amount]),
  ]);
};

const sorted = <Part extends ReceiptPart>(part: Part): Part => ({
  ...part,
  nights: [...part.nights].sort(),
  charges: [...part.charges].sort((a, b) => a - b),
});

/** Returns the living parts of a receipt; empty while the receipt is a whole one. */
export const partsOf = ({ receiptParts = [] }: Reservation): readonly PartReceipt[] => receiptParts;

/** The numbers of the receipts that a new one, or new parts, stand in for; empty for the first. */
export function replacedNumbers(booking: Reservation): number[] {
  const parts = partsOf(booking).map(({ receiptNumber }) => receiptNumber);
  return parts.length > 0 ? parts : booking.receipt ? [booking.receipt.receiptNumber] : [];
}

/**
 * Decides a receipt in parts, by whole nights and lines, each with a number of its own; together no more than was received.
 * Asked for again as they are, they are issued again; otherwise they stand in for the receipts before.
 */
export function decideParts(
  requests: readonly PartRequest[],
  stored: Reservation,
  facts: PaperFacts,
): Decided<PaperEvent[]> {
  const refusal = paperRefusal('receipt', stored, paperContent('receipt', stored, facts));
  if (refusal) return refused(refusal);
  const parts = requests.map(sorted);
  const items = splitItems(stored, facts);
  const contents = contentsOf(parts, items, stored, facts);
  const broken = partRules(parts, items, contents);
  if (broken.length > 0) return refused(...broken);
  const known = partsOf(stored);
  const isSame =
    known.length === parts.length &&
    parts.every((part, index) => {
      const [content, paper] = [contents[index], known[index]];
      return content && paper && told(part, content) === told(paper.receiptPart, paper);
    });
  const texts = ({ addressee, honorific, note }: PartRequest) => ({
    ...{ receiptKind: 'receipt' as const, receiptAddressee: addressee },
    ...{ receiptHonorific: honorific, receiptNote: note },
  });
  if (isSame) {
    return decided(
      parts.map((part, index) => ({
        type: 'ReceiptReissued',
        data: { ...texts(part), receiptOf: known[index]?.receiptNumber ?? 0 },
      })),
    );
  }
  const replaced = replacedNumbers(stored);
  return decided(
    contents.map((content, index) => {
      const part = itemAt(parts, index);
      const { nights, charges } = part;
      return {
        type: 'ReceiptIssued',
        data: {
          ...texts(part),
          ...content,
          receiptNumber: facts.nextNumber + index,
          receiptReplaces: replaced[0] ?? null,
          ...(replaced.length > 1 && { receiptVoids: replaced }),
          receiptPart: { nights, charges, place: index + 1, of: parts.length },
          receiptDate: facts.today,
        },
      };
    }),
  );
}

/** Returns true if every part still holds: nothing that it is about has changed, and no more was given back than it leaves. */
export function arePartsCurrent(booking: Reservation, facts: Facts): boolean {
  const known = partsOf(booking);
  const items = splitItems(booking, facts);
  const requests = known.map(({ receiptPart, receiptAddressee, receiptHonorific, receiptNote }) => ({
    ...receiptPart,
    ...{ addressee: receiptAddressee, honorific: receiptHonorific, note: receiptNote },
  }));
  const contents = contentsOf(requests, items, booking, facts);
  return (
    partRules(requests, items, contents).length === 0 &&
    known.every((paper, index) => {
      const content = contents[index];
      return content && told(paper.receiptPart, content) === told(paper.receiptPart, paper);
    })
  );
}

/**
 * Returns why a part of a stay that goes on in another room gets no receipt yet, null when it does: a receipt of an earlier
 * part is over more than this hotel received for that part now, and so over this one's as well.
 */
export function earlierReceiptRule(earlier: readonly Reservation[], facts: Facts): BrokenRule | null {
  for (const booking of earlier) {
    const living = booking.receiptParts ?? (booking.receipt ? [booking.receipt] : []);
    const sum = living.reduce((total, { receiptAmount }) => total + receiptAmount, 0);
    if (sum <= paperContent('receipt', booking, facts).receiptAmount) continue;
    const message = `${roomText(booking.roomNumber)}の領収書に、この部屋の分も含まれています。先に${roomText(booking.roomNumber)}の領収書を発行し直してください。`;
    return conflict('earlier_receipt', null, message);
  }
  return null;
}
