import { invalid } from '@domain/broken-rule.js';
import { type CsvReservation, FAILURE_REASONS, type FailureReason } from '@domain/imports/csv-reservation.js';
import { MAX_RETRIED } from '@domain/limits.js';
import { CATEGORIES, type Category } from '@domain/room/room-month.js';
import { z } from 'zod';
import { choice, flag, idField, readOnly, text } from './fields.js';
import type { RoomRecord } from './room-record.js';

const LONGEST_REASON = 100;

/** Body of `PUT /api/csv-reservations/{id}/dismissed`; reopening needs no reason. */
export const dismissalShape = {
  is_dismissed: flag('対応済み'),
  reason: text('理由', LONGEST_REASON).nullish(),
};

/** Refuses a dismissal without a reason. */
export const REASON_MISSING = invalid('reason_missing', 'reason', '理由を入力してください。');

/** The record after it was dismissed or reopened. */
export type DismissalResult = Pick<CsvReservation, 'id' | 'version' | 'status'>;

/** The record after a retry. */
export type RetryResult = {
  outcome: CsvReservation['status'];
  reason: FailureReason | null;
  detail: string;
  booking_id: number | null;
};

/** Body of a retry of failed records: all, those of one reason, or those named; after the id that the last answer named. */
export const retryAllShape = {
  reason: choice('理由', FAILURE_REASONS).optional(),
  ids: z
    .array(idField('自動登録データ'), { error: '再試行する自動登録データの指定が正しくありません。' })
    .max(MAX_RETRIED, { error: `再試行できるのは一度に${MAX_RETRIED}件までです。` })
    .optional(),
  after: idField('再試行の続き').optional(),
};

/** Result of a retry of failed records; `next` is the next request's `after`, null when there are no more. */
export type RetryAllResult = { retried: number; registered: number; failed: number; next: number | null };

/**
 * The free rooms for an imported record, the best first, each as its room-month of the first night; why there are none,
 * null for a record without a stay.
 */
export type RecordRooms = { rooms: RoomRecord[]; of_type: number; empty_because: string | null };

const MAX_ROOM_TYPE = 100;

/** A mapping of a room symbol or name of the channel manager to categories. */
export type RoomTypeMappingRecord = {
  id: number;
  version: number;
  room_type: string;
  categories: Category[];
};

/** A room type without a mapping, and the number of failed records that have it. */
export type UnmappedRoomType = { room_symbol: string; room_name: string; count: number };

/** All mappings, and the room types of failed records that have none. */
export type RoomTypeMappings = { mappings: RoomTypeMappingRecord[]; unmapped: UnmappedRoomType[] };

const MISSING = '部屋タイプの記号または名称を入力してください。';

/** Body of the writes of a mapping. */
export const roomTypeMappingShape = {
  ...readOnly({ id: true, version: true }),
  room_type: text('部屋タイプ', MAX_ROOM_TYPE, 'one line', MISSING).refine((value) => value !== '', {
    error: MISSING,
  }),
  categories: z
    .array(choice('部屋の区分', CATEGORIES), { error: '部屋の区分を選択してください。' })
    .min(1, { error: '部屋の区分を選択してください。' })
    .transform((categories) => CATEGORIES.filter((category) => categories.includes(category))),
};
