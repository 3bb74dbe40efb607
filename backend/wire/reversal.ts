import { z } from 'zod';
import type { BookingRecord } from './booking-record.js';
import type { RoomClosureRecord } from './room-closure-record.js';

const REQUEST_ID = /^[\w.-]{8,64}$/;

/** Returns whether a text can be the id of a request. */
export function isRequestId(text: string): boolean {
  return REQUEST_ID.test(text);
}

/**
 * Body of `POST /api/reversals`: undoes what a request did to bookings and 売り止め, completely or as far as the rules allow. `plan` is
 * the hash of the confirmed plan: if it has changed, nothing is done.
 */
export const reversalShape = {
  request_id: z.string({ error: '操作の指定が正しくありません。' }).regex(REQUEST_ID, {
    error: '操作の指定が正しくありません。',
  }),
  accept: z.enum(['all', 'nearest'], { error: '元に戻す範囲の指定が正しくありません。' }),
  plan: z.string({ error: '元に戻す内容の指定が正しくありません。' }).max(64).optional(),
};

/** An obstacle to an undo, for staff; about an imported record or a 売り止め if it has no booking. */
export type ReversalObstacle = { booking_id: number | null; code: string; message: string };

/** Fields of a booking, imported record or 売り止め that an undo restores, for staff. */
export type ReversalChange = { booking_id: number | null; subject: string; changes: string[] };

/** The plan of an undo: complete without obstacles, otherwise the nearest that is allowed. */
export type Reversal = {
  request_id: string;
  plan: string;
  obstacles: ReversalObstacle[];
  changes: ReversalChange[];
};

/** Answer of `POST /api/reversals`: the first night's record of each booking afterwards, and each 売り止め that changed. */
export type ReversalAnswer = { request_id: string; bookings: BookingRecord[]; closures: RoomClosureRecord[] };
