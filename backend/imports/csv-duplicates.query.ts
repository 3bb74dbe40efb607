import { groupBy } from '@domain/group-by.js';
import type { Duplicate } from '@wire/csv-record.js';
import { sql } from 'kysely';
import type { HotelDatabase } from '../platform/database.js';

const MAX_DUPLICATES = 20;

/** Values by which duplicates of an imported record are found; `rooms` is the number of rooms of its reservation. */
type Candidate = { id: number; guest_key: string | null; reservation_key: string; rooms: number };

/** The records and bookings of the same guest, days and phone under other booking numbers, by record id. */
export async function duplicatesOf(
  database: HotelDatabase,
  records: readonly Candidate[],
): Promise<Map<number, Duplicate[]>> {
  const keys = [...new Set(records.flatMap(({ guest_key }) => guest_key ?? []))];
  if (keys.length === 0) return new Map();
  const found = await database
    .selectFrom('csv_reservations')
    .select(['id as csv_reservation_id', 'booking_id', 'site', 'booking_number'])
    .select(['guest_key', 'reservation_key'])
    .where(sql<boolean>`guest_key = any(${keys}::text[])`)
    .orderBy('id')
    .execute();
  const sameGuest = groupBy(found, ({ guest_key }) => guest_key);
  return new Map(
    records.map(({ id, guest_key, reservation_key, rooms }) => [
      id,
      (guest_key === null ? [] : (sameGuest.get(guest_key) ?? []))
        .slice(0, MAX_DUPLICATES + rooms)
        .filter((other) => other.reservation_key !== reservation_key)
        .slice(0, MAX_DUPLICATES)
        .map(({ guest_key: _, reservation_key: __, ...duplicate }) => duplicate),
    ]),
  );
}
