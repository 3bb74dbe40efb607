import { reservationKey } from '@domain/imports/channel-reservation.js';
import { ROW_KINDS } from '@domain/imports/csv-reservation.js';
import type { RowOutcome } from '@wire/csv-imports.js';
import { sql } from 'kysely';
import type { HotelDatabase } from '../platform/database.js';
import { type ChannelFileRow, readChannelFile } from './channel-file.js';

const BATCH_ROWS = 500;

/** PostgreSQL's text type accepts neither NUL nor lone surrogates. */
const storable = (text: string): string => text.replace(/[\0\p{Cs}]/gu, '\uFFFD');

/** A temporary table of the rows in the order of the file; the order of processing needs all of them. */
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
 * Stores the rows of a file for an import, each with its place in the order of processing, with few in memory at a time;
 * returns their number.
 */
export async function stageRows(
  database: HotelDatabase,
  importId: number,
  path: string,
  timezone: string,
): Promise<number> {
  await createDraft(database);
  let count = 0;
  let batch: ChannelFileRow[] = [];
  const flush = async (): Promise<void> => {
    if (batch.length > 0) await insertDraft(database, batch);
    count += batch.length;
    batch = [];
  };
  for await (const row of readChannelFile(path, { timezone })) {
    batch.push(row);
    if (batch.length === BATCH_ROWS) await flush();
  }
  await flush();
  await insertInOrder(database, importId);
  // Without fresh statistics the planner scans all rows for each chunk.
  await sql`select analyze_import_rows()`.execute(database);
  return count;
}

const CANCEL = ROW_KINDS[2];

/** SQL for the rank of a kind within one revision. */
const kindRank = (expression: string) =>
  sql`array_position(${[...ROW_KINDS]}::text[], ${sql.raw(expression)})`;

/**
 * Moves the draft rows to the import in the order of processing: cancellations of reservations from elsewhere first, then
 * all others by revision, a cancellation never before the first row that creates its reservation.
 */
async function insertInOrder(database: HotelDatabase, importId: number): Promise<void> {
  await sql`
    insert into csv_import_rows (import_id, line, step, reservation_key, kind, revision, digest, row, text)
    select ${importId}, line,
           row_number() over (order by
             kind = ${CANCEL} and created is null desc,
             case when kind = ${CANCEL} then greatest(revision, created) else revision end,
             ${kindRank('kind')}, line),
           reservation_key, kind, revision, digest, row, text
    from (
      select *, min(revision) filter (where kind <> ${CANCEL}) over (partition by reservation_key) as created
      from draft_rows
    ) d
    order by line`.execute(database);
}

const SUPERSEDED: RowOutcome = 'superseded';
const UNCHANGED: RowOutcome = 'unchanged';

/** The version of a reservation in a row `r` and in the first stored record `f` of its reservation. */
const versionOfRow = sql`(r.revision, ${kindRank('r.kind')})`;
const versionOfRecord = sql`((f.state->>'revision')::timestamptz, ${kindRank("f.state->>'kind'")})`;
const isUnchanged = sql`(${versionOfRow} = ${versionOfRecord} and r.digest = f.state->>'digest')`;

/** Whether a row cannot change anything: it was applied before, or something newer was. */
const isApplied = sql`(
  ${versionOfRow} < ${versionOfRecord} or ${isUnchanged}
  or ${versionOfRow} = ${versionOfRecord}
     and (f.state->'correctedDigests' ? r.digest or f.state ? 'isErased'))`;

const rowsWithRecords = sql`
  csv_import_rows r
  left join csv_reservations f on f.reservation_key = r.reservation_key and f.room_index = 1`;

/** Whether no row of an import can change anything any more. */
export async function isFullyApplied(database: HotelDatabase, importId: number): Promise<boolean> {
  const { rows } = await sql<object>`
    select from ${rowsWithRecords}
    where r.import_id = ${importId} and ${isApplied} is not true limit 1`.execute(database);
  return rows.length === 0;
}

const stateOf = (record: string) =>
  sql.raw(`
  'reason', ${record}.state->'reason', 'detail', ${record}.state->>'detail',
  'csv_reservation_id', ${record}.id, 'booking_id', ${record}.booking_id`);

/**
 * Writes the results of importing a fully applied file once more, without running its rows: each is unchanged, or
 * superseded by something newer or a correction.
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
