import { ROW_KINDS } from '@domain/imports/csv-reservation.js';
import { paymentWord } from '@domain/imports/payment-word.js';
import { inUse } from '@domain/masters/masters.js';
import { Inject, Injectable } from '@nestjs/common';
import { type QueryResult, sql } from 'kysely';
import { EventStore } from '../event-store/event-store.js';
import { reusedKey } from '../event-store/idempotency-cache.js';
import { Clock } from '../platform/clock.js';
import type { HotelDatabase } from '../platform/database.js';
import { fileDigest } from '../platform/incoming-file.js';
import { LONG_RUNNING_DATABASE } from '../platform/platform.module.js';
import { type RowBatch, rowsFromThread, withReaderThread } from '../platform/thread-rows.js';
import { detailOf } from '../platform/thrown.js';
import type { WriteContext } from '../platform/write-context.js';
import { type ChannelReading, FILE_LIMIT } from './channel-file.js';
import type { ChannelFileRequest } from './channel-file.thread.js';
import { IMPORT_PROGRESS } from './import-summaries.public.js';
import { isFullyApplied, kindRank, repeatImport } from './repeated-import.js';

/** NOTIFY channel for imports that wait to be run. */
export const IMPORT_STAGED = 'csv_import_staged';

/**
 * A file to import that is no longer written to, who imports it and how; the same key with the same file is the same
 * import.
 */
export type ImportOrder = {
  path: string;
  name: string;
  dryRun: boolean;
  write: WriteContext;
  idempotencyKey: string | null;
};

const KEY_TAKEN = 'csv_imports_idempotency_key_key';

/** The rows of a file in batches; throws RefusedError for an invalid file. */
function fileRows(path: string, reading: ChannelReading): AsyncGenerator<RowBatch> {
  const request: ChannelFileRequest = { path, mostRows: FILE_LIMIT.rows, ...reading };
  return rowsFromThread('imports/channel-file.thread', request);
}

/** Reads a whole file, to refuse an invalid one. */
async function validateFile(path: string, reading: ChannelReading): Promise<void> {
  for await (const _rows of fileRows(path, reading));
}

/** Writes rows to the temporary table of the file's rows: the order of processing needs all of them. */
async function insertDraft(database: HotelDatabase, { json }: RowBatch): Promise<void> {
  await sql`
    insert into draft_rows
    select line, reservation_key, kind, revision, digest, row, text
    from json_to_recordset(${json}::json) as read(
      line int, reservation_key text, kind text, revision timestamptz, digest text, row json, text text)`.execute(
    database,
  );
}

/**
 * Stores the rows of a file for an import, each with its place in the order of processing, with few in memory at a time;
 * returns their number.
 */
async function stageRows(
  database: HotelDatabase,
  importId: number,
  path: string,
  reading: ChannelReading,
): Promise<number> {
  await sql`
    create temporary table draft_rows (
      line integer, reservation_key text, kind text, revision timestamptz, digest text, row json, text text
    ) on commit drop`.execute(database);
  for await (const rows of fileRows(path, reading)) await insertDraft(database, rows);
  // A join of a large file with itself takes hours by the plan for an empty table.
  await sql`analyze draft_rows`.execute(database);
  const { numAffectedRows } = await insertInOrder(database, importId);
  // Without fresh statistics the planner scans all rows for each chunk.
  await sql`select analyze_import_rows()`.execute(database);
  return Number(numAffectedRows);
}

const CANCEL = ROW_KINDS[2];

/** Rows of one reservation, instant and kind beyond this number contradict each other. */
const MOST_TOGETHER = 20;

/**
 * Moves the draft rows to the import in the order of processing: cancellations of reservations from elsewhere first, then
 * all others by revision, a cancellation never before the first row that creates its reservation, and one that doesn't say
 * when behind the rows that stand before it. Rows of one reservation, instant and kind that differ know of each other.
 */
function insertInOrder(database: HotelDatabase, importId: number): Promise<QueryResult<unknown>> {
  return sql`
    with several as (
      select reservation_key, revision, kind, json_agg(row order by line) as rows
      from draft_rows where kind <> ${CANCEL}
      group by reservation_key, revision, kind
      having count(distinct digest) > 1 and count(*) <= ${MOST_TOGETHER}
    )
    insert into csv_import_rows (import_id, line, step, reservation_key, kind, revision, digest, row, text)
    select ${importId}, line,
           row_number() over (order by
             kind = ${CANCEL} and created is null desc,
             case when kind = ${CANCEL} then greatest(revision, created, case when untimed then before end)
                  else revision end,
             ${kindRank('kind')}, line),
           reservation_key, kind, revision, digest,
           case when several.rows is null then row
                else (row::jsonb || jsonb_build_object('together', several.rows))::json end,
           text
    from (
      select *, (row->>'isUntimed')::boolean as untimed,
             min(revision) filter (where kind <> ${CANCEL}) over (partition by reservation_key) as created,
             max(revision) filter (where kind <> ${CANCEL}) over (
               partition by reservation_key order by line rows between unbounded preceding and 1 preceding) as before
      from draft_rows
    ) d
    left join several using (reservation_key, revision, kind)
    order by line`.execute(database);
}

/** The last import of the same bytes that was no dry run. */
function lastImport(database: HotelDatabase, digest: Buffer) {
  return database
    .selectFrom('csv_imports')
    .select(['id', 'status', 'repeats'])
    .where('digest', '=', digest)
    .where('dry_run', '=', false)
    .orderBy('id', 'desc')
    .executeTakeFirst();
}

/** Accepts files: all rows of a file are stored before any is run, or none. */
@Injectable()
export class ImportIntake {
  constructor(
    @Inject(LONG_RUNNING_DATABASE) private readonly database: HotelDatabase,
    private readonly clock: Clock,
    private readonly store: EventStore,
  ) {}

  /** Accepts a file and returns its import's id; throws RefusedError for an invalid file. */
  async take(order: ImportOrder): Promise<number> {
    const digest = await fileDigest(order.path);
    return withReaderThread(() => this.takeDigested(order, digest));
  }

  private async takeDigested(order: ImportOrder, digest: Buffer): Promise<number> {
    try {
      return await this.database.transaction().execute(async (database) => {
        // One caller at a time for each file, across nodes.
        await sql`select pg_advisory_xact_lock(${digest.readBigInt64BE(0).toString()}::bigint)`.execute(
          database,
        );
        const known = await this.known(database, order, digest);
        if (known !== null) return known;
        const last = order.dryRun ? undefined : await lastImport(database, digest);
        return last?.status === 'running'
          ? last.id
          : this.stage(database, order, digest, last?.repeats ?? last?.id);
      });
    } catch (error) {
      // Another file with this key arrived at the same moment: it is found by the key now.
      if (detailOf(error, 'constraint') === KEY_TAKEN) return this.takeDigested(order, digest);
      throw error;
    }
  }

  /** The import that a request with the same key has started. */
  private async known(database: HotelDatabase, order: ImportOrder, digest: Buffer): Promise<number | null> {
    if (order.idempotencyKey === null) return null;
    const same = await database
      .selectFrom('csv_imports')
      .select(['id', 'digest', 'dry_run', 'staff_id'])
      .where('idempotency_key', '=', order.idempotencyKey)
      .executeTakeFirst();
    if (!same) return null;
    const isOwn = same.staff_id === order.write.staffId;
    if (isOwn && same.digest.equals(digest) && same.dry_run === order.dryRun) return same.id;
    await validateFile(order.path, { timezone: this.clock.timezone }); // An invalid file is the first error to report (contract 1).
    throw reusedKey();
  }

  /** Returns the context of reading a file now: the hotel's zone, and its words in use for what was paid in advance. */
  private async reading(): Promise<ChannelReading> {
    const { reference } = await this.store.current();
    const words = inUse(reference.prepaidWords.values()).map(({ word }) => paymentWord(word));
    return { timezone: this.clock.timezone, prepaidWords: words };
  }

  /** `last` is the last import of the same file that has rows. */
  private async stage(database: HotelDatabase, order: ImportOrder, digest: Buffer, last: number | undefined) {
    const earlier = last !== undefined && (await isFullyApplied(database, last)) ? last : null;
    const { id } = await database
      .insertInto('csv_imports')
      .values({
        file_name: order.name,
        digest,
        dry_run: order.dryRun,
        status: 'running',
        rows: 0,
        done: 0,
        counts: '{}',
        terminal: order.write.terminal,
        staff_id: order.write.staffId,
        request_id: order.write.requestId,
        idempotency_key: order.idempotencyKey,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (earlier === null) {
      const rows = await stageRows(database, id, order.path, await this.reading());
      await database.updateTable('csv_imports').set({ rows }).where('id', '=', id).execute();
    } else {
      await repeatImport(database, earlier, id);
    }
    await sql`select pg_notify(${earlier === null ? IMPORT_STAGED : IMPORT_PROGRESS}, ${String(id)})`.execute(
      database,
    );
    return id;
  }
}
