import type { BookingRecord } from './booking-record.js';

/** A booking that a search found: its first night's record, and the number of its room (contract 4, booking-search). */
export type FoundBooking = BookingRecord & { room_number: string };
