import { invalid } from '@domain/broken-rule.js';
import type { CsvReservation } from '@domain/imports/csv-reservation.js';
import { flag, text } from './fields.js';

const LONGEST_REASON = 100;

/** Body of `PUT /api/csv-reservations/{id}/dismissed`; the reason may be left out of one that puts a record back. */
export const dismissalShape = {
  is_dismissed: flag('対応済み'),
  reason: text('理由', LONGEST_REASON).nullish(),
};

/** A record is dismissed for a reason. */
export const REASON_MISSING = invalid('reason_missing', 'reason', '理由を入力してください。');

/** The record after it was dismissed or put back. */
export type DismissalResult = Pick<CsvReservation, 'id' | 'version' | 'status'>;
