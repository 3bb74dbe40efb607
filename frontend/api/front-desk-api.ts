import type { BookingRecord } from '@wire/booking-record.js';
import { get } from './request.js';

/** The bookings that the front desk has to do with today, as first-night records. */
export const fetchFrontDesk = () => get<BookingRecord[]>('/api/front-desk');
