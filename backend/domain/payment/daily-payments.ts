import { amountDue, chargesOf, feeOwed, lodgingTaxOf, takenOf } from '../reservation/account.js';
import type { Movement } from '../reservation/money.js';
import type { ReservationEvent } from '../reservation/reservation.events.js';
import type { Reservation } from '../reservation/reservation.js';

/** An event of a reservation with the states around it. */
export type PaymentStep = { before: Reservation; after: Reservation };

/** The types of events that move money at the desk. */
export const MONEY_EVENTS = ['PaymentRecorded', 'PaymentTaken', 'PaymentRefunded'] as const;
export type MoneyEvent = Extract<ReservationEvent, { type: (typeof MONEY_EVENTS)[number] }>;

/** Returns the money that a payment event took or gave back, by way of payment. */
export function movementsOf({ data }: MoneyEvent, step: PaymentStep): readonly Movement[] {
  return data.moved ?? formerMovementsOf(step);
}

/**
 * Derives the movements of an event from before they were recorded: the amount due after points when it was noted as paid, the
 * same negative when that was taken back, both when only the way of paying was changed.
 */
export function formerMovementsOf({ before, after }: PaymentStep): Movement[] {
  const back = { paymentType: before.paymentType, amount: -amountDue(before) };
  const taken = { paymentType: after.paymentType, amount: amountDue(after) };
  if (before.paymentFlag === 0) return after.paymentFlag === 0 ? [] : [taken];
  return after.paymentFlag === 0 ? [back] : [back, taken];
}

/** Returns the cost of a stay in whole yen: the fee after points, the lines and the 宿泊税 beside it. */
export function costOf(booking: Reservation): number {
  return feeOwed(booking) + chargesOf(booking) + lodgingTaxOf(booking).beside;
}

/** By how many yen a change of a paid reservation left what was paid behind; 0 when nothing is open by it. */
export function differenceOf({ before, after }: PaymentStep): number {
  return before.paymentFlag === 1 ? costOf(after) - costOf(before) : 0;
}

/** Returns true if another 宿泊税 concerns money that this hotel took, and not only a stay that was just booked. */
export function isTaxOfPaid({ before }: PaymentStep): boolean {
  return takenOf(before) > 0;
}

/** Money taken by one way of payment: number of payments, taken, given back (negative), and the sum. */
export type WaySum = { paymentType: number | null; count: number; taken: number; back: number; sum: number };

/** Sums movements by way of payment, in the order of the first of each. */
export function sumsByWay(movements: readonly Movement[]): WaySum[] {
  const sums = new Map<number | null, WaySum>();
  for (const { paymentType, amount } of movements) {
    const { count, taken, back, sum } = sums.get(paymentType) ?? { count: 0, taken: 0, back: 0, sum: 0 };
    const isBack = amount < 0;
    sums.set(paymentType, {
      paymentType,
      count: count + 1,
      taken: taken + (isBack ? 0 : amount),
      back: back + (isBack ? amount : 0),
      sum: sum + amount,
    });
  }
  return [...sums.values()];
}
