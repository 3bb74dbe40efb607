import { reservationKey } from '@domain/imports/channel-reservation.js';
import type { CsvReservation } from '@domain/imports/csv-reservation.js';
import { guestKey } from '@domain/imports/guest-key.js';
import type { Fact, UnitOfWork } from '../event-store/unit-of-work.js';
import type { Queryable } from '../platform/database.js';
import { csvReservationStream } from './csv-reservation.stream.js';

/** A record or booking of some guest, stay and phone. */
type Namesake = { reservationKey: string | null; site: string; bookingNumber: string };

const NAMESAKES: Fact<Map<string, Namesake[]>> = { nothing: () => new Map() };

/** Loads the stored records, and the bookings that are none, of these guests, stays and phones. */
export async function loadDuplicateCandidates(
  client: Queryable,
  keys: readonly string[],
  unit: UnitOfWork,
): Promise<void> {
  if (keys.length === 0) return;
  const { rows } = await client.query({
    name: 'namesakes',
    text: `select guest_key, reservation_key, site, booking_number from csv_reservations
           where guest_key = any($1::text[])
           union all
           select guest_key, null, '', state ->> 'bookingNumber' from bookings
           where guest_key = any($1::text[]) and state -> 'csvReservationId' = 'null'`,
    values: [keys],
  });
  const known = unit.fact(NAMESAKES);
  for (const row of rows) {
    const { guest_key: key, reservation_key, site, booking_number: bookingNumber } = row;
    known.set(key, [...(known.get(key) ?? []), { reservationKey: reservation_key, site, bookingNumber }]);
  }
}

/** Warnings for a record whose guest, stay and phone are also known under another number (channel-csv.md). */
export function duplicateWarnings(record: CsvReservation, unit: UnitOfWork): string[] {
  const key = guestKey(record);
  if (key === null) return [];
  const own = reservationKey(record);
  const inBatch = unit
    .all(csvReservationStream)
    .filter((other) => other.stayStart === record.stayStart && guestKey(other) === key)
    .map((other) => ({ ...other, reservationKey: reservationKey(other) }));
  const others = [...(unit.fact(NAMESAKES).get(key) ?? []), ...inBatch].filter(
    (other) => other.reservationKey !== own,
  );
  const texts = others.map(
    ({ site, bookingNumber }) => `${site} ${bookingNumber}`.trim() || '番号のない予約',
  );
  return [...new Set(texts)].map((text) => `重複の疑い: ${text}`);
}
