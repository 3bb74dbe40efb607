import { ROW_KINDS } from '@domain/auto-registration/csv-reservation.js';
import { sql } from 'kysely';
import type { HotelDatabase } from '../../platform/database.js';

const CANCEL = ROW_KINDS[2];

/** SQL for the rank of a kind among rows of the same revision. */
export const kindRank = (expression: string) =>
  sql`array_position(${[...ROW_KINDS]}::text[], ${sql.raw(expression)})`;

/**
 * Gives each row of an import its place in the order of processing: cancellations of what arrives otherwise first, then
 * the rest by revision, a cancellation never before the first row that makes its reservation.
 */
export async function orderRows(database: HotelDatabase, importId: number): Promise<void> {
  await sql`
    update csv_import_rows r set step = o.step
    from (
      select line, row_number() over (order by
        kind = ${CANCEL} and made is null desc,
        case when kind = ${CANCEL} then greatest(revision, made) else revision end,
        ${kindRank('kind')}, line) as step
      from (
        select line, kind, revision,
               min(revision) filter (where kind <> ${CANCEL}) over (partition by reservation_key) as made
        from csv_import_rows where import_id = ${importId}
      ) f
    ) o
    where r.import_id = ${importId} and r.line = o.line`.execute(database);
}
