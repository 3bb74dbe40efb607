import type { FoundBooking } from '@wire/booking-record.js';
import { get } from '../shared/api/request.js';

/** Bookings with all these words in their names, kana, phone or number, nearest stay first. */
export const searchBookings = async (words: string, signal: AbortSignal): Promise<FoundBooking[]> =>
  (await get<FoundBooking[]>('/api/booking-search', { q: words }, signal)).data;
