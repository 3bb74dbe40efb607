import { ROW_KINDS } from '@domain/imports/csv-reservation.js';
import type { RowOutcome } from '@wire/csv-imports.js';
import { sql } from 'kysely';
import type { HotelDatabase } from '../platform/database.js';

/** SQL for the rank of a kind within one revision. */
export const kindRank = (expression: string) =>
  sql`array_position(${[...ROW_KINDS]}::text[], ${sql.raw(expression)})`;

const SUPERSEDED: RowOutcome = 'superseded';
const UNCHANGED: RowOutcome = 'unchanged';

/** The version of a reservation in a row `r` and in the stored record `f` of its reservation. */
const versionOfRow = sql`(r.revision, ${kindRank('r.kind')})`;
const versionOfRecord = sql`((f.state->>'revision')::timestamptz, ${kindRank("f.state->>'kind'")})`;
const isUnchanged = sql`(${versionOfRow} = ${versionOfRecord} and r.digest = f.state->>'digest')`;

/** True if a row cannot change anything: it was applied before, or something newer was. */
const isApplied = sql`(
  coalesce(f.state->'untimedDigests' ? r.digest, false) or
  ${versionOfRow} < ${versionOfRecord} or ${isUnchanged}
  or ${versionOfRow} = ${versionOfRecord}
     and (f.state->'correctedDigests' ? r.digest or f.state ? 'isErased'))`;

/** Each row with the record that remembers it, or else the newest of its reservation. */
const rowsWithRecords = sql`
  csv_import_rows r
  left join lateral (
    select * from csv_reservations c where c.reservation_key = r.reservation_key
    order by c.state->>'digest' = r.digest desc, c.state->>'kind' = r.kind desc,
             coalesce(c.state->'correctedDigests' ? r.digest, false) desc,
             coalesce(c.state->'untimedDigests' ? r.digest, false) desc,
             (c.state->>'revision')::timestamptz desc, c.room_index
    limit 1
  ) f on true`;

/** Returns whether no row of an import can change anything any more. */
export async function isFullyApplied(database: HotelDatabase, importId: number): Promise<boolean> {
  const { rows } = await sql<object>`
    select from ${rowsWithRecords}
    where r.import_id = ${importId} and ${isApplied} is not true limit 1`.execute(database);
  return rows.length === 0;
}

const stateOf = (record: 'f' | 'c') => sql`
  'reason', case when ${isUnchanged} then ${sql.ref(`${record}.state`)}->'reason' end,
  'detail', case when ${isUnchanged} then ${sql.ref(`${record}.state`)}->>'detail' else '' end,
  'csv_reservation_id', ${sql.ref(`${record}.id`)}, 'booking_id', ${sql.ref(`${record}.booking_id`)}`;

const outcome = sql`case when ${isUnchanged} then ${UNCHANGED}::text else ${SUPERSEDED}::text end`;

/**
 * Ends the import of a fully applied file without storing or running its rows: it repeats an earlier one, whose rows are
 * unchanged now, or superseded by something newer or a correction.
 */
export async function repeatImport(
  database: HotelDatabase,
  earlierId: number,
  importId: number,
): Promise<void> {
  await sql`
    update csv_imports set
      (rows, done, counts) = (
        select coalesce(sum(n), 0), coalesce(sum(n), 0), coalesce(jsonb_object_agg(outcome, n), '{}')
        from (
          select ${outcome} as outcome, count(*) as n from ${rowsWithRecords}
          where r.import_id = ${earlierId} group by 1
        ) c),
      repeats = ${earlierId}, status = 'done', finished_at = clock_timestamp()
    where id = ${importId}`.execute(database);
}

/** SQL for the rows of an import that repeats an earlier one, with their results; none for any other. */
export const repeatedRows = (importId: number) => sql`
  select r.line,
         json_build_object('outcome', ${outcome}, ${stateOf('f')},
                           'booking_number', f.booking_number, 'warnings', '[]'::json, 'rooms', rooms.now) as result,
         null as text
  from ${rowsWithRecords}
  cross join lateral (
    select json_agg(json_build_object('room_index', c.room_index, 'outcome', ${outcome}, ${stateOf('c')})
                    order by c.room_index) as now
    from csv_reservations c where c.reservation_key = r.reservation_key
  ) rooms
  where r.import_id = (select repeats from csv_imports where id = ${importId})`;
