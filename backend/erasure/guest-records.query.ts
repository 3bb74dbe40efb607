import type { GuestRecord } from '@domain/erasure/retention.js';
import { isSameGuest, type NamedGuest } from '@domain/erasure/same-guest.js';
import type { CsvReservation } from '@domain/imports/csv-reservation.js';
import { phoneDigits } from '@domain/imports/guest-key.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { type RawBuilder, sql } from 'kysely';
import type { HotelDatabase } from '../platform/database.js';
import { notFound } from '../platform/errors.js';
import { containsWords } from '../reservations/reservations.public.js';

/** A record by its kind and id. */
export type RecordName = Pick<GuestRecord, 'kind'> & { id: number };

async function bookingsWhere(
  database: HotelDatabase,
  condition: RawBuilder<boolean>,
): Promise<GuestRecord[]> {
  const rows = await database.selectFrom('bookings').select('state').where(condition).execute();
  return rows.map(({ state }: { state: Reservation }) => ({ kind: 'booking', state }));
}

async function importsWhere(database: HotelDatabase, condition: RawBuilder<boolean>): Promise<GuestRecord[]> {
  const rows = await database.selectFrom('csv_reservations').select('state').where(condition).execute();
  return rows.map(({ state }: { state: CsvReservation }) => ({ kind: 'csv-reservation', state }));
}

async function namesakes(database: HotelDatabase, guest: NamedGuest): Promise<GuestRecord[]> {
  const phone = phoneDigits(guest.tel);
  if (phone === null) return [];
  const found = [
    ...(await bookingsWhere(database, containsWords([phone]))),
    ...(await importsWhere(database, sql`phone = ${phone}`)),
  ];
  return found.filter(({ state }) => isSameGuest(guest, state));
}

/** What records became and came from, and the other rooms of their reservations: they name the same booker. */
async function linkedTo(database: HotelDatabase, records: readonly GuestRecord[]): Promise<GuestRecord[]> {
  const imports = records.flatMap((record) =>
    record.kind === 'booking' ? (record.state.csvReservationId ?? []) : record.state.id,
  );
  const bookings = records.flatMap((record) =>
    record.kind === 'booking' ? [] : (record.state.bookingId ?? []),
  );
  const reservations = sql`select reservation_key from csv_reservations where id = any(${imports}::int[])`;
  return [
    ...(await bookingsWhere(database, sql`id = any(${bookings}::int[])`)),
    ...(await importsWhere(database, sql`reservation_key in (${reservations})`)),
  ];
}

const nameOf = ({ kind, state }: GuestRecord): string => `${kind} ${state.id}`;

async function findRecord(database: HotelDatabase, { kind, id }: RecordName): Promise<GuestRecord> {
  const where = kind === 'booking' ? bookingsWhere : importsWhere;
  const [found] = await where(database, sql`id = ${id}`);
  if (found) return found;
  throw notFound(kind === 'booking' ? '予約が見つかりません。' : '自動登録データが見つかりません。');
}

/**
 * All records of the guest of one record, that one first: those that name them under the same phone number, and what
 * belongs to these. 404 when there is no such record.
 */
export async function recordsOfGuest(
  database: HotelDatabase,
  start: RecordName,
): Promise<[GuestRecord, ...GuestRecord[]]> {
  const first = await findRecord(database, start);
  const known = new Map<string, GuestRecord>();
  let fresh = [first];
  if (!first.state.isErased) fresh.push(...(await namesakes(database, first.state)));
  while (fresh.length > 0) {
    for (const record of fresh) known.set(nameOf(record), record);
    fresh = (await linkedTo(database, fresh)).filter((record) => !known.has(nameOf(record)));
  }
  known.delete(nameOf(first));
  return [first, ...known.values()];
}
