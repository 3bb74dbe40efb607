import type { BookingRecord } from '@wire/booking-record.js';
import type { OlderUnpaid, UnpaidCursor } from '@wire/older-unpaid.js';
import { get, parsedAs } from '../shared/api/request.js';

/** The bookings that concern the front desk today, as first-night records. */
export const fetchFrontDesk = () => parsedAs('booking', get<BookingRecord[]>('/api/front-desk'));

/** Who has owed for more than 30 days: a page after a cursor, or with a limit of 0 only how many there are. */
export function fetchOlderUnpaid(before: UnpaidCursor | null, limit?: number) {
  return get<OlderUnpaid>('/api/front-desk/unpaid', {
    ...(before && { before }),
    ...(limit !== undefined && { limit: String(limit) }),
  });
}
