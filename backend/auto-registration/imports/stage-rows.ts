import { reservationKey } from '@domain/auto-registration/channel-reservation.js';
import { sql } from 'kysely';
import type { HotelDatabase } from '../../platform/database.js';
import { type ChannelFileRow, readChannelFile } from '../file/read-channel-file.js';

const ROWS_AT_A_TIME = 500;

/** PostgreSQL's text takes neither NUL nor lone surrogates. */
const storable = (text: string): string => text.replace(/[\0\p{Cs}]/gu, '\uFFFD');

async function insertRows(
  database: HotelDatabase,
  importId: number,
  rows: readonly ChannelFileRow[],
): Promise<void> {
  const column = (read: (row: ChannelFileRow) => string | number) => rows.map(read);
  await sql`
    insert into csv_import_rows (import_id, line, reservation_key, kind, revision, digest, row, text)
    select ${importId}, * from unnest(
      ${column(({ line }) => line)}::int[],
      ${column(({ reservation }) => storable(reservationKey(reservation)))}::text[],
      ${column(({ reservation }) => reservation.kind)}::text[],
      ${column(({ reservation }) => reservation.revision)}::timestamptz[],
      ${column(({ reservation }) => reservation.digest)}::text[],
      ${column(({ reservation }) => JSON.stringify(reservation))}::json[],
      ${column(({ text }) => storable(text))}::text[])`.execute(database);
}

/** Reads a file row by row into the rows of an import, a few hundred in memory at a time; returns how many. */
export async function stageRows(
  database: HotelDatabase,
  importId: number,
  path: string,
  timezone: string,
): Promise<number> {
  let count = 0;
  let gathered: ChannelFileRow[] = [];
  const flush = async (): Promise<void> => {
    if (gathered.length > 0) await insertRows(database, importId, gathered);
    count += gathered.length;
    gathered = [];
  };
  for await (const row of readChannelFile(path, { timezone })) {
    gathered.push(row);
    if (gathered.length === ROWS_AT_A_TIME) await flush();
  }
  await flush();
  return count;
}
