import { groupBy } from '@domain/group-by.js';
import { reservationKey } from '@domain/imports/channel-reservation.js';
import type { CsvReservation, CsvReservationDetails } from '@domain/imports/csv-reservation.js';
import { guestKey } from '@domain/imports/guest-key.js';
import { recordDetails } from '@domain/imports/record-details.js';
import { amongRecords, type ImportedRow } from '@domain/imports/reservation-rooms.js';
import { roomsSold } from '@domain/imports/room-choice.js';
import { type RowStanding, standingAmong } from '@domain/imports/row-standing.js';
import {
  type BatchLoader,
  type DataRequirement,
  type Fact,
  readDocuments,
  requirement,
  type UnitOfWork,
} from '../event-store/unit-of-work.js';
import type { Queryable } from '../platform/database.js';
import { csvReservationStream } from '../streams/csv-reservation.stream.js';
import { reservationStream } from '../streams/reservation.stream.js';
import { loadOccupancy, type Place } from './occupancy.js';

/** Subject of a reconciliation: a row of a file, or a failed record by id. */
type Request = { row: ImportedRow } | { id: number };

async function loadRecords(client: Queryable, requests: readonly Request[], unit: UnitOfWork): Promise<void> {
  const records = await readDocuments(client, csvReservationStream, {
    name: 'imports-by-reservation',
    text: `select id::text as key, state from csv_reservations
           where reservation_key = any($1::text[]) or id = any($2::int[])`,
    values: [
      requests.flatMap((request) => ('row' in request ? [reservationKey(request.row)] : [])),
      requests.flatMap((request) => ('id' in request ? [request.id] : [])),
    ],
  });
  unit.load(records);
}

/** Bookings of records, with all members of their groups. */
async function loadBookings(client: Queryable, ids: readonly number[], unit: UnitOfWork): Promise<void> {
  if (ids.length === 0) return;
  const bookings = await readDocuments(client, reservationStream, {
    name: 'bookings-with-groups',
    text: `select id::text as key, state from bookings
           where group_id in (select group_id from bookings where id = any($1::int[]))`,
    values: [ids],
  });
  unit.load(bookings);
}

/** A conflicting row becomes a correction if an earlier command of the batch fails its record. */
const APPLICABLE: readonly RowStanding[] = ['newer', 'correction', 'conflicting'];

/** The records that a row may result in; none for one that changes nothing. */
function targets(
  imported: ImportedRow,
  known: readonly CsvReservation[],
  { reference }: UnitOfWork,
): CsvReservationDetails[] {
  if (imported.kind === 'キャンセル') return [];
  const among = amongRecords(imported, known);
  if (!APPLICABLE.includes(standingAmong(among, known))) return [];
  return among.row.rooms.map((_, index) => recordDetails(among.row, index + 1, reference));
}

/**
 * The stays that a record's booking may have afterwards, each date being the record's or its own, and the rooms that it may
 * be put into: a row's first booking only into those that it was sold as, while one that exists may be in any.
 */
function placesOf(
  details: CsvReservationDetails,
  known: readonly CsvReservation[],
  unit: UnitOfWork,
): Place[] {
  const { stayStart, stayEnd } = details;
  if (known.length === 0 && stayStart !== null && stayEnd !== null) {
    const stay = { start: stayStart, end: stayEnd };
    const sold = stay.start < stay.end ? roomsSold({ ...details, stay }, unit.reference) : [];
    return [{ stay, rooms: sold.map(({ roomNumber }) => roomNumber) }];
  }
  const rooms = [...unit.reference.rooms.byNumber.keys()];
  const bookings = known.flatMap(
    ({ bookingId }) => (bookingId && unit.get(reservationStream, bookingId)) || [],
  );
  const starts = new Set([details, ...bookings].flatMap(({ stayStart }) => stayStart ?? []));
  const ends = [...new Set([details, ...bookings].flatMap(({ stayEnd }) => stayEnd ?? []))];
  return [...starts].flatMap((start) =>
    ends.flatMap((end) => (start < end ? { stay: { start, end }, rooms } : [])),
  );
}

/** A record or booking with the same guest key. */
type DuplicateCandidate = { reservationKey: string | null; site: string; bookingNumber: string };

/** The candidates of the batch's rows by guest key. */
export const DUPLICATE_CANDIDATES: Fact<Map<string, DuplicateCandidate[]>> = { initial: () => new Map() };

/** Loads stored records with these guest keys, and bookings that were not imported. */
async function loadDuplicateCandidates(
  client: Queryable,
  keys: readonly string[],
  unit: UnitOfWork,
): Promise<void> {
  if (keys.length === 0) return;
  const { rows } = await client.query<DuplicateCandidate & { key: string }>({
    name: 'duplicate-candidates',
    text: `select guest_key as key, reservation_key as "reservationKey", site, booking_number as "bookingNumber"
           from csv_reservations where guest_key = any($1::text[])
           union all
           select guest_key, null, '', state ->> 'bookingNumber' from bookings
           where guest_key = any($1::text[]) and state -> 'csvReservationId' = 'null'`,
    values: [keys],
  });
  const known = unit.fact(DUPLICATE_CANDIDATES);
  for (const { key, ...candidate } of rows) known.set(key, [...(known.get(key) ?? []), candidate]);
}

const load: BatchLoader<Request> = async (client, requests, begun) => {
  const unit = await begun;
  await loadRecords(client, requests, unit);
  const byKey = groupBy(unit.all(csvReservationStream), reservationKey);
  const byId = new Map(unit.all(csvReservationStream).map((record) => [record.id, record]));
  const bookings = unit.all(csvReservationStream).flatMap(({ bookingId }) => bookingId ?? []);
  await loadBookings(client, bookings, unit);
  const wanted = requests.flatMap((request): CsvReservationDetails[] => {
    if ('id' in request) return [byId.get(request.id) ?? []].flat();
    return targets(request.row, byKey.get(reservationKey(request.row)) ?? [], unit);
  });
  const held = unit.all(reservationStream).map(({ id }) => id);
  await loadOccupancy(
    client,
    wanted.flatMap((details) => placesOf(details, byKey.get(reservationKey(details)) ?? [], unit)),
    held,
    unit,
  );
  const keys = wanted.flatMap((details) => guestKey({ ...details, status: 'failed' }) ?? []);
  await loadDuplicateCandidates(client, keys, unit);
};

/** The facts needed to import a row. */
export function requirementsOfRow(row: ImportedRow): DataRequirement {
  return requirement(load, { row });
}

/** The facts needed to retry a failed record. */
export function requirementsOfRetry(id: number): DataRequirement {
  return requirement(load, { id });
}
