import type { ReservationDraft } from '../reservation/reservation.commands.js';
import type { CsvReservationDetails } from './csv-reservation.js';

/** Fields that a record and its booking have in common, and that a change of the record carries over. */
export const SHARED_FIELDS = [
  'reserverName',
  'reserverNameKana',
  'guestName1',
  'guestName1Kana',
  'tel',
  'notes',
  'stayStart',
  'stayEnd',
  'bookingSource',
  'usedPoints',
  'checkinTime',
  'totalFee',
  'bookingNumber',
  'mensCount',
  'womensCount',
  'corporateId',
  'coupon',
] as const satisfies readonly (keyof CsvReservationDetails & keyof ReservationDraft)[];

type SharedField = (typeof SHARED_FIELDS)[number];

/** Those fields of a record, or some of them. */
export function sharedFields(
  record: Pick<CsvReservationDetails, SharedField>,
  wanted: readonly SharedField[] = SHARED_FIELDS,
): Pick<CsvReservationDetails, SharedField> {
  const fields = Object.fromEntries(wanted.map((field) => [field, record[field]]));
  return fields as Pick<CsvReservationDetails, SharedField>;
}
