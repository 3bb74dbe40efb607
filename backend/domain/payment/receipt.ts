import { conflict, type Decided, decided, refused } from '../broken-rule.js';
import type { Day } from '../dates.js';
import type { HotelDetails } from '../masters/hotel.js';
import type { ReservationEvent } from '../reservation/reservation.events.js';
import type { ReceiptTexts, Reservation } from '../reservation/reservation.js';

/** What a stay costs after points, in whole yen: never below 0. */
export function amountDue({ totalFee, usedPoints }: Pick<Reservation, 'totalFee' | 'usedPoints'>): number {
  return Math.max(0, totalFee - usedPoints);
}

/** The tax in an amount that includes it, in whole yen without the fraction; the rate is in percent. */
export function taxIncluded(amount: number, taxRate: number): number {
  return Math.floor((amount * taxRate) / (100 + taxRate));
}

/** To whom a receipt goes unless staff say otherwise: the company, else the booker, else the guest. */
export function usualAddressee(
  { corporateId, reserverName, guestName1 }: Pick<Reservation, 'corporateId' | 'reserverName' | 'guestName1'>,
  corporates: ReadonlyMap<number, { corporateShortName: string }>,
): string {
  return corporates.get(corporateId)?.corporateShortName || reserverName || guestName1;
}

/** What a receipt is decided with: the number that a new one gets, today, and the tax rate of the hotel. */
export type ReceiptFacts = { nextNumber: number; today: Day } & Pick<HotelDetails, 'taxRate'>;

type ReceiptEvent = Extract<ReservationEvent, { type: 'ReceiptIssued' | 'ReceiptReissued' }>;

/**
 * Decides a receipt for what was paid. Asked for again it keeps its number and figures; once the amount is another one, it
 * is another receipt with a number of its own.
 */
export function decideReceipt(
  texts: ReceiptTexts,
  stored: Reservation,
  { nextNumber, today, taxRate }: ReceiptFacts,
): Decided<ReceiptEvent> {
  if (stored.status === 'cancelled') {
    return refused(conflict('already_cancelled', null, '取り消された予約の領収書は発行できません。'));
  }
  if (stored.isErased) {
    return refused(conflict('guest_erased', null, '個人情報を削除した予約の領収書は発行できません。'));
  }
  if (stored.paymentFlag === 0) {
    const message = '未払いの予約の領収書は発行できません。先に入金を記録してください。';
    return refused(conflict('unpaid', null, message));
  }
  const amount = amountDue(stored);
  if (amount === 0) {
    return refused(conflict('nothing_received', null, '受け取った金額がないため、領収書は発行できません。'));
  }
  if (stored.receipt?.receiptAmount === amount) return decided({ type: 'ReceiptReissued', data: texts });
  return decided({
    type: 'ReceiptIssued',
    data: {
      ...texts,
      receiptNumber: nextNumber,
      receiptAmount: amount,
      receiptTaxRate: taxRate,
      receiptDate: today,
    },
  });
}
