import { yenText } from '@domain/calendar/stay-text.js';
import type { Day } from '@domain/dates.js';
import { type CheckOutConcerns, checkOutConcerns } from '@domain/reservation/stay-actions.js';
import type { BookingRecord } from '@wire/booking-record.js';

/** What is asked about before this booking is checked out today; null when there is nothing to ask. */
export function concernsOf(record: BookingRecord, today: Day): CheckOutConcerns | null {
  const { stay_start: stayStart, stay_end: stayEnd, payment_flag: paymentFlag, total_fee: totalFee } = record;
  return checkOutConcerns({ stayStart, stayEnd, paymentFlag, totalFee }, today);
}

/** What a check-in is called: with the amount of a stay that is not paid yet. */
export function checkInText({ payment_flag, total_fee }: BookingRecord): string {
  return payment_flag === 0 ? `未払い ${yenText(total_fee)} のままチェックイン` : 'チェックイン';
}

/** What a check-out is called: with the payment that goes with it. */
export function checkOutText(payBy: number | null): string {
  return payBy === null ? 'チェックアウト' : '精算してチェックアウト';
}
