import { MAX_GUESTS } from '../reservation/save-rules.js';
import type { CsvReservationDetails, FailureReason } from './csv-reservation.js';

const SHORTEST_NAME = 2;

/** What is wrong with a record in itself, so that only staff can register it; null when nothing is. */
export function faultOf(record: CsvReservationDetails): FailureReason | null {
  const { fault, guestName1, reserverName, stayStart, stayEnd, mensCount, womensCount } = record;
  if (fault) return fault;
  const named = [guestName1, reserverName].every((name) => [...name].length >= SHORTEST_NAME);
  if (!named || mensCount + womensCount === 0) return '必須項目欠落';
  if (stayStart === null || stayEnd === null || stayStart >= stayEnd) return '日付不正';
  return mensCount + womensCount > MAX_GUESTS ? '定員超過' : null;
}
