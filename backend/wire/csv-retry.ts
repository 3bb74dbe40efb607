import { type CsvReservation, FAILURE_REASONS, type FailureReason } from '@domain/imports/csv-reservation.js';
import { choice, idField } from './fields.js';

/** What became of a failed record that was tried once more. */
export type RetryResult = {
  outcome: CsvReservation['status'];
  reason: FailureReason | null;
  detail: string;
  booking_id: number | null;
};

/** Body of the retry of failed records: those with one reason or all, after the id that the last answer named. */
export const retryAllShape = {
  reason: choice('理由', FAILURE_REASONS).optional(),
  after: idField('再試行の続き').optional(),
};

/** What became of failed records that were tried once more; `next` goes into `after` when there are more, else null. */
export type RetryAllResult = { retried: number; registered: number; failed: number; next: number | null };
