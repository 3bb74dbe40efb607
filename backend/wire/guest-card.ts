import type { Day } from '@domain/dates.js';
import { MAX_NOTES } from '@domain/limits.js';
import { z } from 'zod';
import { idField, text } from './fields.js';

const MOST_BOOKINGS = 200;

const bookings = z
  .array(idField('予約'), { error: '予約の指定が正しくありません。' })
  .min(1, { error: '予約を1件以上指定してください。' })
  .max(MOST_BOOKINGS, { error: `予約は${MOST_BOOKINGS}件以内で指定してください。` });

/** Body of `POST /api/guest-cards/:booking/split`: bookings that are taken out. */
export const splitStaysShape = { booking_ids: bookings };

/** Body of `POST /api/guest-cards/:booking/joined`; `card_id` is the card of one of these that takes the booking in. */
export const joinedStaysShape = {
  booking_ids: bookings,
  card_id: idField('お客様カード').nullable().default(null),
};

/** Body of `PUT /api/guest-cards/:booking/wishes`; an empty text takes them away. */
export const cardWishesShape = { wishes: text('ご要望', MAX_NOTES, 'many lines') };

/** Answer to a change of a card: nothing in it names the guest. `id` is 0 while there is none. */
export type CardWritten = { id: number; version: number };

/** States of a stay in a card; of one that is over without a check-in nothing else is known (記録なし). */
export const CARD_STAY_STATES = ['到着前', '在館', '出発済', '記録なし', '取消', 'ノーショー'] as const;

/** A booking in a card, or a candidate for it; `stay_id` is common to the parts of one stay (前日と同一予約). */
export type CardStay = {
  booking_id: number;
  stay_id: number;
  guest_name: string;
  tel: string;
  room_number: string;
  stay_start: Day;
  stay_end: Day;
  total_fee: number;
  company: string;
  state: (typeof CARD_STAY_STATES)[number];
};

/** A booking of the same name and phone; `card_id` is the other card that it stands in, null for none. */
export type CardCandidate = CardStay & { card_id: number | null };

/**
 * The card of a booking's guest (GET /api/guest-cards/:booking). `version` is 0 while staff have joined and written nothing: then
 * `stays` is the booking's stay alone. Figures are of `stays`; `last` (whole yen of all its parts) and `first_day` are null for a
 * guest who was never here, `company` for none. `matters` are the wishes marked by ★: those of the card, or, where the booking stands
 * in none, of the cards of candidates (`is_of_candidates`). As of the past nothing is a candidate.
 */
export type GuestCardRecord = {
  booking_id: number;
  card_id: number | null;
  version: number;
  wishes: string;
  matters: string[];
  is_of_candidates: 0 | 1;
  stay_count: number;
  nights: number;
  first_day: Day | null;
  last: { booking_id: number; stay_start: Day; stay_end: Day; room_number: string; total_fee: number } | null;
  company: string | null;
  no_shows: number;
  cancelled: number;
  is_blacklisted: 0 | 1;
  stays: CardStay[];
  candidates: CardCandidate[];
};
