import { addDays, type Day, daysBetween } from '../dates.js';
import type { Reservation } from './reservation.js';

type BookedStay = Pick<Reservation, 'stayStart' | 'stayEnd'>;

/** The day that a stay ends on when its guest leaves and the nights left are freed: one night always stays. */
export function endAfterCheckOut({ stayStart, stayEnd }: BookedStay, date: Day): Day {
  const firstMorning = addDays(stayStart, 1);
  const end = date < firstMorning ? firstMorning : date;
  return end < stayEnd ? end : stayEnd;
}

/** What is asked about before a check-out: nights booked from that day on, how many of them can be freed, yen not paid. */
export type CheckOutConcerns = { nightsLeft: number; freeableNights: number; owed: number | null };

/** Why a check-out on this day is asked about: the stay is unpaid, or not at its end; null when there is nothing to ask. */
export function checkOutConcerns(
  stay: BookedStay & Pick<Reservation, 'paymentFlag' | 'totalFee'>,
  date: Day,
): CheckOutConcerns | null {
  const nightsLeft = Math.max(0, daysBetween(date, stay.stayEnd));
  const owed = stay.paymentFlag === 0 ? stay.totalFee : null;
  if (nightsLeft === 0 && owed === null) return null;
  return { nightsLeft, freeableNights: daysBetween(endAfterCheckOut(stay, date), stay.stayEnd), owed };
}
