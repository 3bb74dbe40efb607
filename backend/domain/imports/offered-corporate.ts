import type { HotelReference } from '../reference.js';
import type { CsvReservation } from './csv-reservation.js';

/**
 * A record with the company that its booking may name: none for one that was retired before the booking named it. A
 * booking that names it already keeps it.
 */
export function withOfferedCorporate(
  record: CsvReservation,
  corporates: HotelReference['corporates'],
): CsvReservation {
  const { corporateId, applied } = record;
  const isOffered = corporateId === applied?.corporateId || !corporates.get(corporateId)?.isRetired;
  return isOffered ? record : { ...record, corporateId: 0 };
}
