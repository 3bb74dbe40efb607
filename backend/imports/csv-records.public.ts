import { ERASED } from '@domain/erased.js';
import { groupBy } from '@domain/group-by.js';
import { reservationKey } from '@domain/imports/channel-reservation.js';
import type { CsvReservation } from '@domain/imports/csv-reservation.js';
import { type CsvRecord, type Duplicate, encodeCsvReservation } from '@wire/csv-record.js';
import { type RawBuilder, sql } from 'kysely';
import type { Scrubber } from '../event-store/erasure.js';
import { utcText } from '../event-store/log-head.js';
import type { HotelDatabase } from '../platform/database.js';
import { csvReservationStream } from './csv-reservation.stream.js';

type Row = {
  id: number;
  guest_key: string | null;
  state: CsvReservation;
  updated_at: string;
  file_name: string | null;
  line: number | null;
  rooms: number;
};
/** Most duplicates listed for one record. */
const MOST_DUPLICATES = 20;

type KeyedDuplicate = Duplicate & { guest_key: string; reservation_key: string };

async function duplicatesOf(
  database: HotelDatabase,
  rows: readonly Row[],
): Promise<Map<string, KeyedDuplicate[]>> {
  const keys = [...new Set(rows.flatMap(({ guest_key }) => guest_key ?? []))];
  if (keys.length === 0) return new Map();
  const found = await database
    .selectFrom('csv_reservations')
    .select(['id as csv_reservation_id', 'booking_id', 'site', 'booking_number'])
    .select(['guest_key', 'reservation_key'])
    .where(sql<boolean>`guest_key = any(${keys}::text[])`)
    .orderBy('id')
    .execute();
  return groupBy(found as KeyedDuplicate[], ({ guest_key }) => guest_key);
}

const MOST_RECORDS = 5_000;

/**
 * Imported records as staff see them, selected by a condition on `csv_reservations as c`: the newest 5,000, oldest
 * first.
 */
export async function csvRecords(
  database: HotelDatabase,
  condition: RawBuilder<boolean>,
): Promise<CsvRecord[]> {
  const { rows } = await sql<Row & { reservation_key: string }>`
    select c.id, c.guest_key, c.reservation_key, c.state, ${sql.raw(utcText('e.recorded_at'))} as updated_at,
           f.file_name, f.line,
           (select count(*)::int from csv_reservations r
            where r.reservation_key = c.reservation_key and (r.id = c.id or r.status <> 'cancelled')) as rooms
    from csv_reservations c
    join event_log e on e.position = c.position
    left join lateral (
      select i.file_name, r.line from csv_import_rows r join csv_imports i on i.id = r.import_id
      where r.reservation_key = c.reservation_key and not i.dry_run
      order by r.import_id desc, r.step desc limit 1
    ) f on true
    where ${condition}
    order by c.id desc limit ${MOST_RECORDS}`.execute(database);
  const duplicates = await duplicatesOf(database, rows);
  return rows.reverse().map(({ guest_key, reservation_key, state, updated_at, file_name, line, rooms }) =>
    encodeCsvReservation(state, {
      updated_at,
      file: file_name === null || line === null ? null : { name: file_name, line },
      duplicates: (guest_key ? (duplicates.get(guest_key) ?? []) : [])
        .slice(0, MOST_DUPLICATES + rooms)
        .filter((other) => other.reservation_key !== reservation_key)
        .slice(0, MOST_DUPLICATES)
        .map(({ guest_key: _, reservation_key: __, ...duplicate }) => duplicate),
      rooms,
    }),
  );
}

/** Erases the text and the digest of file rows; failed rows keep their text until then. */
export const scrubImportRows: Scrubber = async (client, erased) => {
  const keys = erased
    .filter(({ definition }) => definition === csvReservationStream)
    .map(({ before, after }) => reservationKey((before ?? after) as CsvReservation));
  if (keys.length === 0) return;
  await client.query({
    text: `update csv_import_rows set digest = '', row = null, text = case when text is not null then $2 end
           where reservation_key = any($1::text[]) and result is not null`,
    values: [keys, ERASED],
  });
};
