import { ROW_KINDS } from '@domain/imports/csv-reservation.js';
import { sql } from 'kysely';
import type { HotelDatabase } from '../platform/database.js';

const CANCEL = ROW_KINDS[2];

/** SQL for the rank of a kind among rows of the same revision. */
export const kindRank = (expression: string) =>
  sql`array_position(${[...ROW_KINDS]}::text[], ${sql.raw(expression)})`;

/**
 * Makes the rows of an import from the rows that were read, each with its place in the order of processing:
 * cancellations of what arrives otherwise first, then the rest by revision, a cancellation never before the first row
 * that makes its reservation.
 */
export async function insertInOrder(database: HotelDatabase, importId: number): Promise<void> {
  await sql`
    insert into csv_import_rows (import_id, line, step, reservation_key, kind, revision, digest, row, text)
    select ${importId}, line,
           row_number() over (order by
             kind = ${CANCEL} and made is null desc,
             case when kind = ${CANCEL} then greatest(revision, made) else revision end,
             ${kindRank('kind')}, line),
           reservation_key, kind, revision, digest, row, text
    from (
      select *, min(revision) filter (where kind <> ${CANCEL}) over (partition by reservation_key) as made
      from draft_rows
    ) d
    order by line`.execute(database);
}
