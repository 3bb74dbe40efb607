import type { Day } from '@domain/dates.js';
import type { BookingRecord } from './booking-record.js';

/** Where a page of older unpaid stays ends: the check-out date and id of its last stay, `2026-10-01_123`. */
export type UnpaidCursor = `${Day}_${number}`;

/** Most stays of one page. */
export const LARGEST_UNPAID_PAGE = 100;
/** From here on older unpaid stays are no longer counted. */
export const MOST_UNPAID_COUNTED = 1000;

/**
 * A page of who came, left and has owed for more than 30 days, the newest first (GET /api/front-desk/unpaid); `more` says
 * how many come after it, at most `MOST_UNPAID_COUNTED`, `next` where the next page begins.
 */
export type OlderUnpaid = { bookings: BookingRecord[]; more: number; next: UnpaidCursor };

/** The cursor of the page that ends with a stay. */
export function unpaidCursor(stayEnd: Day, id: number): UnpaidCursor {
  return `${stayEnd}_${id}`;
}

/** Whether a stay is on a page up to this cursor. */
export function isUpTo(cursor: UnpaidCursor, stayEnd: Day, id: number): boolean {
  const [end, last] = cursor.split('_') as [Day, string];
  return stayEnd > end || (stayEnd === end && id >= Number(last));
}
