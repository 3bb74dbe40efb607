import { hash } from 'node:crypto';
import { conflict } from '@domain/broken-rule.js';
import { bookingLines, columnsOfLines, type LineOfBooking } from '@domain/move-in/booking-lines.js';
import type { ColumnMapping } from '@domain/move-in/move-in-fields.js';
import { Inject, Injectable } from '@nestjs/common';
import { MOVE_IN_OUTCOMES, type MoveInResult, type StartedRun } from '@wire/move-in.js';
import { sql } from 'kysely';
import { Registry } from 'prom-client';
import { EventStore } from '../event-store/event-store.js';
import { answerBefore, rememberAnswer } from '../event-store/idempotency-cache.js';
import { FileRunMetrics, ResumableRuns } from '../event-store/resumable-runs.js';
import { ADVISORY_LOCKS } from '../platform/advisory-locks.js';
import { Clock } from '../platform/clock.js';
import type { HotelDatabase } from '../platform/database.js';
import { refusal, traceOf } from '../platform/errors.js';
import { derivedUuid } from '../platform/incoming-file.js';
import { logger } from '../platform/logger.js';
import { CONFIG, DATABASE, DATABASE_URL, type PlatformConfig } from '../platform/platform.module.js';
import type { Idempotency, WriteContext } from '../platform/write-context.js';
import { MOVE_IN_PROGRESS } from './move-in.public.js';
import type { MoveInOrder, WaitingRow } from './move-in-order.js';
import { NotMovedIn, resultOf } from './move-in-result.js';
import { moveInWork } from './move-in-row.js';
import { takeBackWork } from './take-back-row.js';

/** NOTIFY channel for runs that wait. */
const MOVE_IN_WAITING = 'move_in_waiting';

/** Rows per commit: the most that a save at the front desk waits for. */
const CHUNK_ROWS = 50;

const UNEXPECTED: MoveInResult = resultOf({
  outcome: 'failed',
  faults: [{ code: 'unexpected', column: null, message: '移行の途中でエラーが発生しました。' }],
});

/** Author of a run. */
type RunAuthor = { write: WriteContext; idempotency: Idempotency | null };

/** Order to run rows of a file: all that are no bookings yet, or these lines. */
type RunOrder = Pick<MoveInOrder, 'mapping' | 'system' | 'past' | 'dryRun'> &
  RunAuthor & { lines: number[] | null };

/** Rows that have become bookings of this file, not found as those of another. */
const IS_OWN_BOOKING = sql<boolean>`booking_id is not null and result->>'outcome' in ('new', 'kept')`;

/** Stores with each row what the other lines of its booking say, while none of them is a booking yet. */
async function tellLines(database: HotelDatabase, id: number, mapping: ColumnMapping): Promise<void> {
  const { source, number, ...columns } = columnsOfLines(mapping);
  const cell = (column: number | null) =>
    column === null ? sql<string>`''` : sql<string>`coalesce(cells->>${column}::int, '')`;
  const { rows } = await sql<LineOfBooking>`
    select * from (
      select line, coalesce(nullif(${cell(source)}, ''), ${cell(number)}) as number, ${cell(columns.room)} as room,
             ${cell(columns.start)} as start, ${cell(columns.fee)} as fee, ${cell(columns.status)} as status,
             count(*) over (partition by coalesce(nullif(${cell(source)}, ''), ${cell(number)})) as lines
      from move_in_rows where move_in_id = ${id} and cells is not null) read
    where number <> '' and lines > 1 order by line`.execute(database);
  const told = [...bookingLines(rows)];
  await sql`update move_in_rows set lines = null where move_in_id = ${id} and lines is not null`.execute(
    database,
  );
  if (told.length === 0) return;
  await sql`
    update move_in_rows r set lines = t.lines
    from unnest(${told.map(([line]) => line)}::int[],
                ${told.map(([, lines]) => JSON.stringify(lines))}::json[]) as t (line, lines)
    where r.move_in_id = ${id} and r.line = t.line`.execute(database);
}

const RUNNING = refusal([
  conflict('move_in_running', null, 'このファイルは確認か移行の途中です。終わるまでお待ちください。'),
]);
const NOTHING_TO_TAKE_BACK = refusal([
  conflict('nothing_moved_in', null, 'このファイルから移行した予約はありません。'),
]);

/** A row of a run, with the bookings that it has become. */
type RowOfRun = WaitingRow & { bookings: number[] };

/** A run over the rows of a file. */
type MoveInRun = MoveInOrder & {
  id: number;
  uid: string;
  takesBack: boolean;
  done: number;
  run: number;
  lines: number[] | null;
  write: WriteContext;
};

/** Moves in the rows of files, or tries it. */
@Injectable()
export class MoveInRunner extends ResumableRuns<MoveInRun, RowOfRun, MoveInResult> {
  constructor(
    @Inject(DATABASE_URL) databaseUrl: string,
    @Inject(DATABASE) database: HotelDatabase,
    store: EventStore,
    private readonly clock: Clock,
    metrics: FileRunMetrics = new FileRunMetrics(new Registry()),
    @Inject(CONFIG)
    private readonly config: Pick<PlatformConfig, 'importRetentionDays'> = { importRetentionDays: 90 },
  ) {
    const place = { databaseUrl, channel: MOVE_IN_WAITING, lock: ADVISORY_LOCKS.moveIns };
    const counted = { files: 'move_ins', progress: MOVE_IN_PROGRESS, outcomes: MOVE_IN_OUTCOMES } as const;
    super({ ...place, ...counted }, store, database, metrics);
  }

  /**
   * Starts a run over a file's rows and remembers the mapping for files with the same header; 409 while one is running. A
   * request that is sent again gets its answer again.
   */
  begin(id: number, { dryRun, lines, write, idempotency, ...wanted }: RunOrder): Promise<StartedRun> {
    const columns = { system: wanted.system, mapping: JSON.stringify(wanted.mapping) };
    return this.startRun(id, { write, idempotency }, async (transaction, { signature }) => {
      await tellLines(transaction, id, wanted.mapping);
      await transaction
        .updateTable('move_ins')
        .set({
          ...columns,
          past: wanted.past,
          dry_run: dryRun,
          takes_back: false,
          lines: lines && JSON.stringify(lines),
          total: sql<number>`(
            select count(*) from move_in_rows r
            where r.move_in_id = ${id} and r.booking_id is null and r.cells is not null
              and (${lines}::int[] is null or r.line = any(${lines}::int[])))`,
        })
        .where('id', '=', id)
        .execute();
      await transaction
        .insertInto('move_in_mappings')
        .values({ signature, ...columns })
        .onConflict((taken) =>
          taken.column('signature').doUpdateSet({ ...columns, saved_at: sql<Date>`clock_timestamp()` }),
        )
        .execute();
    });
  }

  /**
   * Starts a run that takes back the bookings which this file's rows have become; 409 while one is running and where
   * there are none. A request that is sent again gets its answer again.
   */
  takeBack(id: number, author: RunAuthor): Promise<StartedRun> {
    return this.startRun(id, author, async (transaction) => {
      const { total } = await transaction
        .selectFrom('move_in_rows')
        .select(sql<number>`count(*)::int`.as('total'))
        .where('move_in_id', '=', id)
        .where(IS_OWN_BOOKING)
        .executeTakeFirstOrThrow();
      if (total === 0) throw NOTHING_TO_TAKE_BACK;
      await transaction
        .updateTable('move_ins')
        .set({ dry_run: false, takes_back: true, lines: null, total })
        .where('id', '=', id)
        .execute();
    });
  }

  /** Starts a run in a transaction that also says what is special about it. */
  private startRun(
    id: number,
    { write, idempotency }: RunAuthor,
    prepare: (transaction: HotelDatabase, file: { signature: string }) => Promise<void>,
  ): Promise<StartedRun> {
    return this.database.transaction().execute(async (transaction) => {
      const now = await transaction
        .selectFrom('move_ins')
        .select(['run', 'status', 'signature'])
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirstOrThrow();
      const before = idempotency && (await answerBefore(transaction, idempotency));
      if (before) return before as StartedRun;
      if (now.status === 'running') throw RUNNING;
      const run = now.run + 1;
      await prepare(transaction, now);
      await transaction
        .updateTable('move_ins')
        .set({
          ...{ status: 'running', failures: 0, failure: null, run, done: 0, counts: '{}' },
          ...{ staff_id: write.staffId, terminal: write.terminal, finished_at: null },
        })
        .where('id', '=', id)
        .execute();
      const file = String(id);
      await sql`select pg_notify(${MOVE_IN_WAITING}, ${file}), pg_notify(${MOVE_IN_PROGRESS}, ${file})`.execute(
        transaction,
      );
      const answer = { id, run };
      if (idempotency) await rememberAnswer(transaction, idempotency, answer);
      return answer;
    });
  }

  protected async next(dry: boolean): Promise<MoveInRun | undefined> {
    const found = await this.database
      .selectFrom('move_ins')
      .selectAll()
      .where('status', '=', 'running')
      .where('dry_run', '=', dry)
      .orderBy('failures')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    if (!found) return undefined;
    const { id, uid, file_name, system, header, mapping, past, done, run, lines } = found;
    const write = { staffId: found.staff_id, terminal: found.terminal, requestId: found.request_id };
    const order = {
      fileId: id,
      fileName: file_name,
      system,
      header,
      mapping,
      past,
      areChosen: lines !== null,
    };
    return {
      ...order,
      ...{ id, uid, done, run, lines, write, dryRun: found.dry_run, takesBack: found.takes_back },
    };
  }

  protected async waitingRows(
    { fileId, run, lines, takesBack }: MoveInRun,
    after: RowOfRun | null,
  ): Promise<RowOfRun[]> {
    const isWaiting = takesBack
      ? IS_OWN_BOOKING
      : sql<boolean>`booking_id is null and cells is not null and (${lines}::int[] is null or line = any(${lines}::int[]))`;
    const rows = await this.database
      .selectFrom('move_in_rows')
      .select(['line', 'cells', 'lines', 'booking_id', 'result'])
      .where('move_in_id', '=', fileId)
      .where('line', '>', after?.line ?? 0)
      .where('run', '<', run)
      .where(isWaiting)
      .orderBy('line')
      .limit(CHUNK_ROWS)
      .execute();
    return rows.map(({ line, cells, booking_id, result, lines: told }) => ({
      line,
      cells: cells ?? [],
      lines: told,
      bookings: booking_id === null ? [] : [booking_id, ...(result?.further_booking_ids ?? [])],
    }));
  }

  protected async workOf(run: MoveInRun, row: RowOfRun) {
    const { reference } = await this.store.current();
    const { bookings, ...waiting } = row;
    const { write } = run;
    if (run.takesBack) {
      const key = derivedUuid('move_in_back', run.uid, run.run, row.line);
      const fingerprint = hash('sha256', JSON.stringify(bookings), 'buffer');
      return takeBackWork(bookings, { write, clock: this.clock, idempotency: { key, fingerprint } });
    }
    const fingerprint = hash('sha256', JSON.stringify(waiting), 'buffer');
    const idempotency = { key: derivedUuid('move_in', run.uid, row.line), fingerprint };
    return moveInWork(waiting, run, reference, { write, clock: this.clock, idempotency });
  }

  protected failed({ fileId }: MoveInRun, { line }: RowOfRun, error: unknown): MoveInResult {
    if (error instanceof NotMovedIn) return error.result;
    logger.error({ move_in: fileId, line, stack: traceOf(error) }, 'a row could not be moved in');
    return UNEXPECTED;
  }

  /** Rows that are bookings now keep nothing of what was read. */
  protected async writeResults(
    { fileId, run, dryRun }: MoveInRun,
    rows: readonly RowOfRun[],
    results: readonly MoveInResult[],
  ): Promise<void> {
    await sql`
      with written as (
        update move_in_rows r set
          result = w.result,
          run = ${run},
          booking_id = case when not ${dryRun} then (w.result->>'booking_id')::int end,
          cells = case when ${dryRun} or w.result->>'booking_id' is null then r.cells end
        from unnest(${rows.map(({ line }) => line)}::int[],
                    ${results.map((result) => JSON.stringify(result))}::json[]) as w (line, result)
        where r.move_in_id = ${fileId} and r.line = w.line and r.run < ${run}
          and r.line between ${rows[0]?.line} and ${rows.at(-1)?.line} -- the part of the index, whatever the statistics say
        returning w.result->>'outcome' as outcome
      ), ${this.countWritten(fileId)}`.execute(this.database);
  }

  protected async resetDryRun({ fileId, run }: MoveInRun): Promise<void> {
    await sql`
      with reset as (
        update move_in_rows set run = ${run - 1} where move_in_id = ${fileId} and run = ${run}
      )
      update move_ins set done = 0, counts = '{}' where id = ${fileId}`.execute(this.database);
  }

  protected async finish({ fileId }: MoveInRun): Promise<void> {
    await sql`
      with finished as (
        update move_ins set status = 'idle', finished_at = clock_timestamp() where id = ${fileId}
      )
      select pg_notify(${MOVE_IN_PROGRESS}, ${String(fileId)})`.execute(this.database);
  }

  protected async giveUp({ fileId }: MoveInRun, reason: string): Promise<void> {
    await sql`
      with ended as (
        update move_ins set status = 'idle', failure = ${reason}, finished_at = clock_timestamp()
        where id = ${fileId} and status = 'running'
      )
      select pg_notify(${MOVE_IN_PROGRESS}, ${String(fileId)})`.execute(this.database);
  }

  /** Forgets what rows of files say that became no bookings within 30 days, and files after the time for which they are kept. */
  protected async cleanUp(): Promise<void> {
    const days = this.config.importRetentionDays;
    await sql`
      delete from move_ins where status = 'idle' and received_at < clock_timestamp() - make_interval(days => ${days}::int)`.execute(
      this.database,
    );
    await sql`
      update move_in_rows r set cells = null, result = null from move_ins m
      where m.id = r.move_in_id and m.status = 'idle' and r.cells is not null
        and m.received_at < clock_timestamp() - interval '30 days'`.execute(this.database);
  }
}
