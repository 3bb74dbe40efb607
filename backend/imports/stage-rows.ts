import { reservationKey } from '@domain/imports/channel-reservation.js';
import { sql } from 'kysely';
import type { HotelDatabase } from '../platform/database.js';
import { type ChannelFileRow, readChannelFile } from './file/read-channel-file.js';
import { insertInOrder } from './processing-order.js';

const ROWS_AT_A_TIME = 500;

/** PostgreSQL's text takes neither NUL nor lone surrogates. */
const storable = (text: string): string => text.replace(/[\0\p{Cs}]/gu, '\uFFFD');

/** Rows as they are read, before their place in the order of processing is known: gone when the transaction ends. */
async function createDraft(database: HotelDatabase): Promise<void> {
  await sql`
    create temporary table draft_rows (
      line integer, reservation_key text, kind text, revision timestamptz, digest text, row json, text text
    ) on commit drop`.execute(database);
}

async function insertDraft(database: HotelDatabase, rows: readonly ChannelFileRow[]): Promise<void> {
  const column = (read: (row: ChannelFileRow) => string | number) => rows.map(read);
  await sql`
    insert into draft_rows
    select * from unnest(
      ${column(({ line }) => line)}::int[],
      ${column(({ reservation }) => storable(reservationKey(reservation)))}::text[],
      ${column(({ reservation }) => reservation.kind)}::text[],
      ${column(({ reservation }) => reservation.revision)}::timestamptz[],
      ${column(({ reservation }) => reservation.digest)}::text[],
      ${column(({ reservation }) => JSON.stringify(reservation))}::json[],
      ${column(({ text }) => storable(text))}::text[])`.execute(database);
}

/**
 * Reads a file row by row into the rows of an import, a few hundred in memory at a time, each with its place in the
 * order of processing; returns how many.
 */
export async function stageRows(
  database: HotelDatabase,
  importId: number,
  path: string,
  timezone: string,
): Promise<number> {
  await createDraft(database);
  let count = 0;
  let gathered: ChannelFileRow[] = [];
  const flush = async (): Promise<void> => {
    if (gathered.length > 0) await insertDraft(database, gathered);
    count += gathered.length;
    gathered = [];
  };
  for await (const row of readChannelFile(path, { timezone })) {
    gathered.push(row);
    if (gathered.length === ROWS_AT_A_TIME) await flush();
  }
  await flush();
  await insertInOrder(database, importId);
  // Without knowing how many rows there are now, the next few would be looked for among all of them.
  await sql`select analyze_import_rows()`.execute(database);
  return count;
}
