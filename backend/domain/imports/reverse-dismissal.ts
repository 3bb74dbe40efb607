import type { RecordPast } from '../reservation/reversal/booking-past.js';
import type { CsvReservationEvent } from './csv-reservation.js';

/**
 * What takes back that a request dismissed a record or put it back: null when that is done already, `changed` when the
 * record went on since.
 */
export function reverseDismissal({ current, changed }: RecordPast): CsvReservationEvent | 'changed' | null {
  if (!changed) return null;
  const { before, after } = changed;
  if (current.version !== after.version) return current.status === before.status ? null : 'changed';
  const { dismissalReason } = before;
  return dismissalReason === undefined
    ? { type: 'CsvReservationReopened', data: {} }
    : { type: 'CsvReservationDismissed', data: { dismissalReason } };
}
