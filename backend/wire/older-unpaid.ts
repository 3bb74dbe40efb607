import type { Day } from '@domain/dates.js';
import type { SmokingStatus } from '@domain/room/room-month.js';
import type { BookingRecord, FoundBooking } from './booking-record.js';

/** Cursor of a page: the check-out date and id of its last stay, `2026-10-01_123`. */
export type UnpaidCursor = `${Day}_${number}`;

/** Most stays on one page. */
export const LARGEST_UNPAID_PAGE = 100;
/** Counting of older unpaid stays stops here. */
export const MOST_UNPAID_COUNTED = 1000;

/** A page of stays; `more` counts those after it, at most `MOST_UNPAID_COUNTED`. */
type UnpaidPage<Booking> = { bookings: Booking[]; more: number; next: UnpaidCursor };

/** Stays unpaid for more than 30 days after check-out, newest first (GET /api/front-desk/unpaid). */
export type OlderUnpaid = UnpaidPage<BookingRecord>;

/** A first-night record with what its room is. */
export type DeskRecord = FoundBooking & { room_type: string; smoking_status: SmokingStatus };

/** Stays that companies owe by invoice, oldest first (GET /api/front-desk/invoices). */
export type InvoicePage = UnpaidPage<DeskRecord>;

/** The cursor of a page that ends with this stay. */
export function unpaidCursor(stayEnd: Day, id: number): UnpaidCursor {
  return `${stayEnd}_${id}`;
}

/** Returns whether a stay comes before the end of the cursor's page. */
export function isUpTo(cursor: UnpaidCursor, stayEnd: Day, id: number): boolean {
  const [end = '', last] = cursor.split('_');
  return stayEnd > end || (stayEnd === end && id >= Number(last));
}
