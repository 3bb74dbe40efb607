import { CLEANING_STATES, type CleaningState } from '@domain/cleaning/room-cleaning.js';
import type { Day } from '@domain/dates.js';
import { MAX_CLEANING_REMARK } from '@domain/limits.js';
import { choice, requiredText, text } from './fields.js';

const roomNumber = requiredText('部屋番号', 20);

/** Body of `PUT /api/cleaning/state`; `from` is the state that staff saw, null for none, left out where it does not matter. */
export const cleaningStateShape = {
  room_number: roomNumber,
  state: choice('清掃の状態', CLEANING_STATES),
  from: choice('表示していた清掃の状態', CLEANING_STATES).nullable().optional(),
};

/** Body of `PUT /api/cleaning/remark`; an empty text takes the remark away. */
export const cleaningRemarkShape = { room_number: roomNumber, remark: text('備考', MAX_CLEANING_REMARK) };

/** The use of a room today. */
export const OCCUPANCIES = ['連泊', '出発', '空室'] as const;
export type Occupancy = (typeof OCCUPANCIES)[number];

/** The record of a room's cleaning, and its state now, null where nothing is known; `version` is 0 before the first record. */
export type CleaningContent = {
  room_number: string;
  version: number;
  state: CleaningState | null;
  remark: string;
};

/**
 * A room in the list of housekeeping: since when it is in its state (an instant in UTC), who is in it and until when, and when
 * today's guest is due (`HH:mm`), and why it is not for sale tonight and until when (売り止め); each null for none.
 */
export type CleaningRoom = CleaningContent & {
  since: string | null;
  room_type: string;
  occupancy: Occupancy;
  until: Day | null;
  guests: number;
  arrival: string | null;
  arriving_guests: number;
  closure: { reason: string; end_date: Day } | null;
};

/** The rooms of the hotel in display order (GET /api/cleaning); none in a hotel that does not manage their cleaning. */
export type CleaningList = { is_managed: 0 | 1; today: Day; rooms: CleaningRoom[] };
