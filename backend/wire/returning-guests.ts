import type { SmokingStatus } from '@domain/room/room-month.js';
import type { FoundBooking } from './booking-record.js';
import { text } from './fields.js';

/** Query of `GET /api/returning-guests`: what is typed of a guest so far. */
export const returningGuestsQuery = {
  name: text('氏名', 100).default(''),
  kana: text('カナ', 100).default(''),
  tel: text('電話番号', 30).default(''),
};

/** A guest of earlier bookings who may be the one that is being typed. */
export type ReturningGuestRecord = {
  /** The latest booking up to today, or the next one of a guest who was never here. */
  booking: FoundBooking;
  /** Of its room; null when that is gone. */
  smoking_status: SmokingStatus | null;
  /** Stays up to today. */
  stays: number;
  is_blacklisted: 0 | 1;
  /** Wishes that matter (★) of the cards that bookings of the same name and phone stand in. */
  wishes: string[];
};
