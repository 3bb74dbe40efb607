import type { FailureReason } from '@domain/auto-registration/csv-reservation.js';
import type { CsvRecord } from '@wire/csv-record.js';
import type { RetryAllResult, RetryResult } from '@wire/csv-retry.js';
import { type Answer, get, write } from './request.js';

/** The imported records that wait for staff. */
export function fetchFailedRecords(): Promise<Answer<CsvRecord[]>> {
  return get('/api/csv-reservations', { status: 'failed' });
}

/** Tries to register a failed record again. */
export function retryRecord(id: number, key: string): Promise<RetryResult> {
  return write('POST', `/api/csv-reservations/${id}/retry`, {}, { key });
}

/** Tries failed records again, those with one reason or all, after the id that the last answer named. */
export function retryRecords(
  wanted: { reason?: FailureReason | undefined; after?: number },
  key: string,
): Promise<RetryAllResult> {
  return write('POST', '/api/csv-reservations/retry', wanted, { key });
}
