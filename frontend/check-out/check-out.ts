import { yenText } from '@domain/calendar/stay-text.js';
import type { Day } from '@domain/dates.js';
import { type CheckOutConcerns, checkOutConcerns } from '@domain/reservation/stay-actions.js';
import type { BookingRecord } from '@wire/booking-record.js';
import { dueOf } from '../payment/payment-due.js';

/** What is asked about before this booking is checked out today; null when there is nothing to ask. */
export function concernsOf(record: BookingRecord, today: Day): CheckOutConcerns | null {
  const { stay_start: stayStart, stay_end: stayEnd, payment_flag: paymentFlag } = record;
  return checkOutConcerns({ stayStart, stayEnd, paymentFlag }, today);
}

/** What a check-in is called: with the payment that goes with it, or the amount of a stay that is not paid yet. */
export function checkInText(record: BookingRecord, payBy: number | null): string {
  if (payBy !== null) return '入金してチェックイン';
  return record.payment_flag === 0 ? `未払い ${yenText(dueOf(record))} のままチェックイン` : 'チェックイン';
}

/** Names a check-out: with its payment, and the number of nights that it gives back. */
export function checkOutText(payBy: number | null, freedNights = 0): string {
  const text = payBy === null ? 'チェックアウト' : '精算してチェックアウト';
  return freedNights === 0 ? text : `${text}し、残り${freedNights}泊を空室に戻し`;
}
