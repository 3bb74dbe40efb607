import type { Day } from '@domain/dates.js';
import type { BookingRecord } from './booking-record.js';

/** Cursor of a page: the check-out date and id of its last stay, `2026-10-01_123`. */
export type UnpaidCursor = `${Day}_${number}`;

/** Most stays on one page. */
export const LARGEST_UNPAID_PAGE = 100;
/** Counting of older unpaid stays stops here. */
export const MOST_UNPAID_COUNTED = 1000;
/** Most stays by invoice in their list. */
export const MOST_INVOICES = 500;

/**
 * A page of stays unpaid for more than 30 days after check-out, newest first (GET /api/front-desk/unpaid); `more` counts
 * those after it, at most `MOST_UNPAID_COUNTED`.
 */
export type OlderUnpaid = { bookings: BookingRecord[]; more: number; next: UnpaidCursor };

/** The cursor of a page that ends with this stay. */
export function unpaidCursor(stayEnd: Day, id: number): UnpaidCursor {
  return `${stayEnd}_${id}`;
}

/** Whether a stay comes before the end of the cursor's page. */
export function isUpTo(cursor: UnpaidCursor, stayEnd: Day, id: number): boolean {
  const [end, last] = cursor.split('_') as [Day, string];
  return stayEnd > end || (stayEnd === end && id >= Number(last));
}
