import type { FailureReason } from '@domain/imports/csv-reservation.js';
import type { DismissalResult, RetryAllResult, RetryResult } from '@wire/csv-actions.js';
import type { CsvRecord } from '@wire/csv-record.js';
import { type Answer, get, type WriteGuards, write } from '../shared/api/request.js';

/** The imported records that wait for staff. */
export function fetchFailedRecords(): Promise<Answer<CsvRecord[]>> {
  return get('/api/csv-reservations', { status: 'failed' });
}

/** The imported records that staff dismissed. */
export function fetchDismissedRecords(signal: AbortSignal): Promise<Answer<CsvRecord[]>> {
  return get('/api/csv-reservations', { status: 'dismissed' }, signal);
}

/** Dismisses a failed record for a reason, or puts it back (null). */
export function dismissRecord(
  id: number,
  reason: string | null,
  guards: WriteGuards,
): Promise<DismissalResult> {
  const body = reason === null ? { is_dismissed: 0 } : { is_dismissed: 1, reason };
  return write('PUT', `/api/csv-reservations/${id}/dismissed`, body, guards);
}

/** Tries to register a failed record again. */
export function retryRecord(id: number): Promise<RetryResult> {
  return write('POST', `/api/csv-reservations/${id}/retry`, {});
}

/** Tries failed records again, those with one reason or all, after the id that the last answer named. */
export function retryRecords(wanted: {
  reason?: FailureReason | undefined;
  after?: number;
}): Promise<RetryAllResult> {
  return write('POST', '/api/csv-reservations/retry', wanted);
}
