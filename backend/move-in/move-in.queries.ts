import { MEND_HEADERS } from '@domain/move-in/column-looks.js';
import { columnLetter } from '@domain/move-in/move-in-fields.js';
import {
  encodeMapping,
  type MoveInFile,
  type MoveInMoney,
  type MoveInOutcome,
  type MoveInReason,
  type MoveInRow,
  type MoveInRows,
  type MoveInSummary,
} from '@wire/move-in.js';
import { sql } from 'kysely';
import { type CsvRow, csvPages } from '../platform/csv.js';
import type { HotelDatabase } from '../platform/database.js';
import { moveInSummaries } from './move-in.public.js';

const SAMPLE_ROWS = 5;

/** A file with its columns and first rows. */
export async function moveInFile(database: HotelDatabase, id: number): Promise<MoveInFile | undefined> {
  const [summary] = await moveInSummaries(database, sql`id = ${id}`);
  const file = await database
    .selectFrom('move_ins')
    .leftJoin('move_in_mappings', 'move_in_mappings.signature', 'move_ins.signature')
    .select(['header', 'header_line', 'looks', 'move_ins.mapping', 'move_in_mappings.saved_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!summary || !file) return undefined;
  const sample = await database
    .selectFrom('move_in_rows')
    .select(['line', 'cells'])
    .where('move_in_id', '=', id)
    .where('cells', 'is not', null)
    .orderBy('line')
    .limit(SAMPLE_ROWS)
    .execute();
  const { header, header_line, looks, mapping, saved_at } = file;
  return {
    ...summary,
    header,
    header_line,
    mapping: encodeMapping(mapping),
    looks,
    money: summary.run === 0 || summary.status === 'running' ? null : await moneyOf(database, summary),
    is_remembered: saved_at === null ? 0 : 1,
    sample: sample.map(({ line, cells }) => ({ line, cells: cells ?? [] })),
  };
}

/** The yen that the last run has read, by outcome, and those of the bookings that it made. */
async function moneyOf(database: HotelDatabase, { id, dry_run }: MoveInSummary): Promise<MoveInMoney> {
  const { rows } = await sql<{ outcome: MoveInOutcome; fee: number }>`
    select r.result->>'outcome' as outcome, coalesce(sum((r.result->>'fee')::bigint), 0)::float8 as fee
    from move_in_rows r join move_ins m on m.id = r.move_in_id and m.run = r.run
    where r.move_in_id = ${id} and r.result is not null group by 1`.execute(database);
  const of = (...outcomes: MoveInOutcome[]) =>
    rows.reduce((sum, { outcome, fee }) => sum + (outcomes.includes(outcome) ? fee : 0), 0);
  const sums = {
    new: of('new'),
    existing: of('existing', 'changed'),
    skipped: of('skipped'),
    failed: of('failed'),
  };
  return { ...sums, booked: dry_run === 1 ? null : await bookedBy(database, id) };
}

/** The fees of the bookings that the last run of a file has made, as they are now. */
async function bookedBy(database: HotelDatabase, id: number): Promise<number> {
  const { rows } = await sql<{ fee: number }>`
    with made as (
      select r.booking_id, r.result from move_in_rows r join move_ins m on m.id = r.move_in_id and m.run = r.run
      where r.move_in_id = ${id} and r.booking_id is not null and r.result->>'outcome' = 'new'
    ), ids as (
      select booking_id as id from made
      union
      select further::int from made, json_array_elements_text(result->'further_booking_ids') as further
    )
    select coalesce(sum((b.state->>'totalFee')::bigint), 0)::float8 as fee from ids join bookings b using (id)`.execute(
    database,
  );
  return rows[0]?.fee ?? 0;
}

const PAGE = 500;

/** The rows that a file's last run has a result for, in the order of the file. */
export async function moveInRows(
  database: HotelDatabase,
  id: number,
  { outcome, after }: { outcome: MoveInOutcome | undefined; after: number },
): Promise<MoveInRows> {
  const found = await database
    .selectFrom('move_in_rows')
    .innerJoin('move_ins', 'move_ins.id', 'move_in_rows.move_in_id')
    .select(['line', 'cells', 'result'])
    .where('move_in_id', '=', id)
    .where('line', '>', after)
    .where('result', 'is not', null)
    .where(sql<boolean>`move_in_rows.run = move_ins.run`)
    .$if(outcome !== undefined, (rows) => rows.where(sql<boolean>`result->>'outcome' = ${outcome}`))
    .orderBy('line')
    .limit(PAGE + 1)
    .execute();
  const rows = found
    .slice(0, PAGE)
    .flatMap(({ line, cells, result }): MoveInRow[] => (result ? [{ line, cells, ...result }] : []));
  return { rows, next: found.length > PAGE ? (rows.at(-1)?.line ?? null) : null };
}

const MOST_REASONS = 50;

/** Returns why rows of the last run do not fit, the most frequent reason first; one sentence stands for all of its kind. */
export async function moveInReasons(database: HotelDatabase, id: number): Promise<MoveInReason[]> {
  const { rows } = await sql<MoveInReason>`
    select fault->>'code' as code, min(fault->>'message') as message, count(distinct r.line)::int as rows
    from move_in_rows r
    join move_ins m on m.id = r.move_in_id and m.run = r.run
    cross join lateral json_array_elements(r.result->'faults') as fault
    where r.move_in_id = ${id} and r.result->>'outcome' = 'failed'
    group by 1 order by 3 desc, 1 limit ${MOST_REASONS}`.execute(database);
  return rows;
}

/** A fault as a sentence that says where it is. */
function faultText(
  header: readonly string[],
  { column, message }: { column: number | null; message: string },
): string {
  return column === null ? message : `${columnLetter(column)}列「${header[column] ?? ''}」: ${message}`;
}

/**
 * The rows of the last run that failed, as a file to mend and to upload again: the columns as they were, behind them
 * the line and what is to be mended.
 */
export function fileToMend(database: HotelDatabase, file: MoveInFile): AsyncGenerator<string> {
  return csvPages([...file.header, ...MEND_HEADERS], rowsToMend(database, file));
}

async function* rowsToMend(database: HotelDatabase, { id, header }: MoveInFile): AsyncGenerator<CsvRow[]> {
  for (let after: number | null = 0; after !== null; ) {
    const page: MoveInRows = await moveInRows(database, id, { outcome: 'failed', after });
    yield page.rows.map(({ line, cells, faults }) => [
      ...header.map((_, column) => cells?.[column] ?? ''),
      line,
      faults.map((fault) => faultText(header, fault)).join(' '),
    ]);
    after = page.next;
  }
}
