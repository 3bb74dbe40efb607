import type { BookingRecord } from '@wire/booking-record.js';

/** Returns the amount still to be paid for a booking, in whole yen: 0 where nothing is due. */
export function dueOf({ balance }: Pick<BookingRecord, 'balance'>): number {
  return Math.max(0, balance);
}
