import { amountDue } from '@domain/payment/receipt.js';
import type { BookingRecord } from '@wire/booking-record.js';

/** What a booking's stay costs after points, in whole yen. */
export function dueOf({ total_fee, used_points }: BookingRecord): number {
  return amountDue({ totalFee: total_fee, usedPoints: used_points });
}
