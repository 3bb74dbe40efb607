import { z } from 'zod';
import type { BookingRecord } from './booking-record.js';

const REQUEST_ID = /^[\w.-]{8,64}$/;

/** Whether a text can be the id of a request. */
export function isRequestId(text: string): boolean {
  return REQUEST_ID.test(text);
}

/**
 * Body of `POST /api/reversals`: takes back what a request did to bookings, all of it or as much as the rules allow.
 * `plan` is that of the answer which was agreed to: when another one has become of it, nothing is done.
 */
export const reversalShape = {
  request_id: z.string({ error: '操作の指定が正しくありません。' }).regex(REQUEST_ID, {
    error: '操作の指定が正しくありません。',
  }),
  accept: z.enum(['all', 'nearest'], { error: '元に戻す範囲の指定が正しくありません。' }),
  plan: z.string({ error: '元に戻す内容の指定が正しくありません。' }).max(64).optional(),
};

/** One thing that stands in the way of taking something back, in words; without a booking it is about a record. */
export type ReversalObstacle = { booking_id: number | null; code: string; message: string };

/** What is given back to one booking, or to an imported record, in words. */
export type ReversalChange = { booking_id: number | null; subject: string; changes: string[] };

/** What taking back a request comes to: all of it when there are no obstacles, the nearest that is allowed otherwise. */
export type Reversal = {
  request_id: string;
  plan: string;
  obstacles: ReversalObstacle[];
  changes: ReversalChange[];
};

/** Answer of `POST /api/reversals`: the first night's record of each booking after it. The texts are the preview's. */
export type ReversalAnswer = { request_id: string; bookings: BookingRecord[] };
