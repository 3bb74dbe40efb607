import type { CsvReservation } from '@domain/imports/csv-reservation.js';
import { type CsvRecord, encodeCsvReservation } from '@wire/csv-record.js';
import { type RawBuilder, sql } from 'kysely';
import { utcText } from '../event-store/log-head.js';
import type { HotelDatabase } from '../platform/database.js';
import { duplicatesOf } from './csv-duplicates.query.js';

type Row = {
  id: number;
  guest_key: string | null;
  reservation_key: string;
  state: CsvReservation;
  updated_at: string;
  file_name: string | null;
  line: number | null;
  rooms: number;
};

const MAX_RECORDS = 5_000;

/**
 * Imported records as staff see them, selected by a condition on `csv_reservations as c`: the newest 5,000, oldest
 * first.
 */
export async function csvRecords(
  database: HotelDatabase,
  condition: RawBuilder<boolean>,
): Promise<CsvRecord[]> {
  const { rows } = await sql<Row>`
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
    order by c.id desc limit ${MAX_RECORDS}`.execute(database);
  const duplicates = await duplicatesOf(database, rows);
  return rows.reverse().map(({ id, state, updated_at, file_name, line, rooms }) =>
    encodeCsvReservation(state, {
      updated_at,
      file: file_name === null || line === null ? null : { name: file_name, line },
      duplicates: duplicates.get(id) ?? [],
      rooms,
    }),
  );
}
