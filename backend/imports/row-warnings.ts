import { reservationKey } from '@domain/imports/channel-reservation.js';
import type { CsvReservation } from '@domain/imports/csv-reservation.js';
import { guestKey } from '@domain/imports/guest-key.js';
import type { RowDifference } from '@domain/imports/row-standing.js';
import { DRAFT_FIELDS } from '@wire/booking-save-fields.js';
import { BOOKING_FIELDS, IMPORT_FIELDS } from '@wire/field-texts.js';
import type { Fact, UnitOfWork } from '../event-store/unit-of-work.js';
import type { Queryable } from '../platform/database.js';
import { csvReservationStream } from './csv-reservation.stream.js';

const LABELS: ReadonlyMap<string, string> = new Map([
  ...Object.entries(DRAFT_FIELDS).map(
    ([name, field]) => [field, BOOKING_FIELDS[name as keyof typeof DRAFT_FIELDS].label] as const,
  ),
  ['paymentFlag', BOOKING_FIELDS.payment_flag.label],
  ['roomSymbol', IMPORT_FIELDS.room_symbol.label],
  ['roomName', IMPORT_FIELDS.room_name.label],
  ['fault', IMPORT_FIELDS.fault.label],
  ['warnings', IMPORT_FIELDS.warnings.label],
  ['rooms', '部屋数'],
]);

const warningFor = (text: string, differences: readonly RowDifference[]): string[] => {
  const names = differences.map((field) => LABELS.get(field) ?? field);
  return names.length === 0 ? [] : [`${text}: ${names.join(', ')}`];
};

/** Warning for a row applied as a correction of the same revision; names fields, never their values. */
export function correctionWarnings(differences: readonly RowDifference[]): string[] {
  return warningFor('同じ更新日時の訂正', differences);
}

/** Warning for a row of the stored revision with other content, which was not applied. */
export function conflictWarnings(differences: readonly RowDifference[]): string[] {
  return warningFor('同じ更新日時で内容が異なるため取り込みませんでした', differences);
}

/** A record or booking with the same guest key. */
type DuplicateCandidate = { reservationKey: string | null; site: string; bookingNumber: string };

const DUPLICATE_CANDIDATES: Fact<Map<string, DuplicateCandidate[]>> = { initial: () => new Map() };

/** Loads stored records with these guest keys, and bookings that were not imported. */
export async function loadDuplicateCandidates(
  client: Queryable,
  keys: readonly string[],
  unit: UnitOfWork,
): Promise<void> {
  if (keys.length === 0) return;
  const { rows } = await client.query<{
    guest_key: string;
    reservation_key: string | null;
    site: string;
    booking_number: string;
  }>({
    name: 'duplicate-candidates',
    text: `select guest_key, reservation_key, site, booking_number from csv_reservations
           where guest_key = any($1::text[])
           union all
           select guest_key, null, '', state ->> 'bookingNumber' from bookings
           where guest_key = any($1::text[]) and state -> 'csvReservationId' = 'null'`,
    values: [keys],
  });
  const known = unit.fact(DUPLICATE_CANDIDATES);
  for (const row of rows) {
    const { guest_key: key, reservation_key, site, booking_number: bookingNumber } = row;
    known.set(key, [...(known.get(key) ?? []), { reservationKey: reservation_key, site, bookingNumber }]);
  }
}

/** Warnings for other reservations with the same guest, stay and phone (channel-csv.md). */
export function duplicateWarnings(record: CsvReservation, unit: UnitOfWork): string[] {
  const key = guestKey(record);
  if (key === null) return [];
  const own = reservationKey(record);
  const inBatch = unit
    .all(csvReservationStream)
    .filter((other) => other.stayStart === record.stayStart && guestKey(other) === key)
    .map((other) => ({ ...other, reservationKey: reservationKey(other) }));
  const others = [...(unit.fact(DUPLICATE_CANDIDATES).get(key) ?? []), ...inBatch].filter(
    (other) => other.reservationKey !== own,
  );
  const texts = others.map(
    ({ site, bookingNumber }) => `${site} ${bookingNumber}`.trim() || '番号のない予約',
  );
  return [...new Set(texts)].map((text) => `重複の疑い: ${text}`);
}
