import type { RowOutcome } from '@wire/csv-imports.js';
import { sql } from 'kysely';
import type { HotelDatabase } from '../platform/database.js';
import { kindRank } from './processing-order.js';

const SUPERSEDED: RowOutcome = 'superseded';
const UNCHANGED: RowOutcome = 'unchanged';

/** What orders the states of a reservation, for a row `r` and for the first record `f` of its reservation. */
const versionOfRow = sql`(r.revision, ${kindRank('r.kind')})`;
const versionOfRecord = sql`((f.state->>'revision')::timestamptz, ${kindRank("f.state->>'kind'")})`;
const isUnchanged = sql`(${versionOfRow} = ${versionOfRecord} and r.digest = f.state->>'digest')`;

/** Whether a row was taken over, or would have been but for something newer, so that it changes nothing any more. */
const isKnown = sql`(
  ${versionOfRow} < ${versionOfRecord} or ${isUnchanged}
  or ${versionOfRow} = ${versionOfRecord}
     and (f.state->'correctedDigests' ? r.digest or f.state ? 'isErased'))`;

const rowsWithRecords = sql`
  csv_import_rows r
  left join csv_reservations f on f.reservation_key = r.reservation_key and f.room_index = 1`;

/** Whether every row of an import says what is known, or something older: then it can change nothing any more. */
export async function isKnownWhole(database: HotelDatabase, importId: number): Promise<boolean> {
  const { rows } = await sql`
    select from ${rowsWithRecords}
    where r.import_id = ${importId} and ${isKnown} is not true limit 1`.execute(database);
  return rows.length === 0;
}

const stateOf = (record: string) =>
  sql.raw(`
  'reason', ${record}.state->'reason', 'detail', ${record}.state->>'detail',
  'csv_reservation_id', ${record}.id, 'booking_id', ${record}.booking_id`);

/**
 * Answers a file whose rows are known whole as working it off would, without doing so: each row is unchanged, or
 * superseded when something newer, or a correction of it, is known.
 */
export async function repeatResults(
  database: HotelDatabase,
  earlierId: number,
  importId: number,
): Promise<void> {
  const outcome = sql`case when ${isUnchanged} then ${UNCHANGED}::text else ${SUPERSEDED}::text end`;
  await sql`
    insert into csv_import_rows (import_id, line, step, reservation_key, kind, revision, digest, result)
    select ${importId}, r.line, r.step, r.reservation_key, r.kind, r.revision, r.digest,
           json_build_object('outcome', ${outcome}, ${stateOf('f')},
                             'booking_number', f.booking_number, 'warnings', '[]'::json, 'rooms', rooms.now)
    from ${rowsWithRecords}
    cross join lateral (
      select json_agg(json_build_object('room_index', c.room_index, 'outcome', ${outcome}, ${stateOf('c')})
                      order by c.room_index) as now
      from csv_reservations c where c.reservation_key = r.reservation_key
    ) rooms
    where r.import_id = ${earlierId}`.execute(database);
  await sql`
    update csv_imports set
      (rows, done, counts) = (
        select coalesce(sum(n), 0), coalesce(sum(n), 0), coalesce(jsonb_object_agg(outcome, n), '{}')
        from (
          select result->>'outcome' as outcome, count(*) as n
          from csv_import_rows where import_id = ${importId} group by 1
        ) c),
      status = 'done', finished_at = clock_timestamp()
    where id = ${importId}`.execute(database);
}
