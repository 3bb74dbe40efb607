import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { MOVE_IN_OUTCOMES, type MoveInResult } from '@wire/move-in.js';
import { type NotNull, sql } from 'kysely';
import { EventStore } from '../event-store/event-store.js';
import { ResumableRuns, type RunWorks } from '../event-store/resumable-runs.js';
import { ADVISORY_LOCKS } from '../platform/advisory-locks.js';
import { Clock } from '../platform/clock.js';
import type { HotelDatabase } from '../platform/database.js';
import { isUnavailable, traceOf } from '../platform/errors.js';
import { derivedUuid } from '../platform/incoming-file.js';
import { logger } from '../platform/logger.js';
import { DATABASE, DATABASE_URL } from '../platform/platform.module.js';
import type { WriteContext } from '../platform/write-context.js';
import { MOVE_IN_PROGRESS } from './move-in.public.js';
import { type MoveInOrder, moveInWork, NotMovedIn, type WaitingRow } from './move-in-row.js';

/** NOTIFY channel for runs that wait. */
export const MOVE_IN_WAITING = 'move_in_waiting';

/** Rows per commit: the most that a save at the front desk waits for. */
const CHUNK_ROWS = 50;

const UNEXPECTED: MoveInResult = {
  outcome: 'failed',
  booking_id: null,
  faults: [{ code: 'unexpected', column: null, message: '引越しの途中でエラーが発生しました。' }],
  warnings: [],
};

/** A run over the rows of a file. */
type MoveInRun = MoveInOrder & {
  dryRun: boolean;
  done: number;
  run: number;
  lines: number[] | null;
  write: WriteContext;
};

function resultOf(
  answer: PromiseSettledResult<MoveInResult> | undefined,
  fileId: number,
  line: number,
): MoveInResult {
  if (answer?.status === 'fulfilled') return answer.value;
  if (answer?.reason instanceof NotMovedIn) return answer.reason.result;
  if (isUnavailable(answer?.reason)) throw answer?.reason;
  logger.error({ move_in: fileId, line, stack: traceOf(answer?.reason) }, 'a row could not be moved in');
  return UNEXPECTED;
}

/** Moves in the rows of files, or tries it. */
@Injectable()
export class MoveInRunner extends ResumableRuns<MoveInRun, WaitingRow, MoveInResult> {
  constructor(
    @Inject(DATABASE_URL) databaseUrl: string,
    @Inject(DATABASE) private readonly database: HotelDatabase,
    store: EventStore,
    private readonly clock: Clock,
  ) {
    super({ databaseUrl, channel: MOVE_IN_WAITING, lock: ADVISORY_LOCKS.moveIns }, store);
  }

  protected async oldest(): Promise<MoveInRun | undefined> {
    const found = await this.database
      .selectFrom('move_ins')
      .selectAll()
      .where('status', '=', 'running')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    if (!found) return undefined;
    const { id, file_name, system, mapping, past, dry_run, done, run, lines } = found;
    const write = { staffId: found.staff_id, terminal: found.terminal, requestId: found.request_id };
    const order = { fileId: id, fileName: file_name, system, mapping, past, areChosen: lines !== null };
    return { ...order, dryRun: dry_run, done, run, lines, write };
  }

  protected waitingRows({ fileId, run, lines }: MoveInRun, after: WaitingRow | null): Promise<WaitingRow[]> {
    return this.database
      .selectFrom('move_in_rows')
      .select(['line', 'cells'])
      .where('move_in_id', '=', fileId)
      .where('line', '>', after?.line ?? 0)
      .where('run', '<', run)
      .where('booking_id', 'is', null)
      .where('cells', 'is not', null)
      .$if(lines !== null, (rows) => rows.where(sql<boolean>`line = any(${lines}::int[])`))
      .$narrowType<{ cells: NotNull }>()
      .orderBy('line')
      .limit(CHUNK_ROWS)
      .execute();
  }

  protected async runRows(
    run: MoveInRun,
    rows: readonly WaitingRow[],
    works: RunWorks<MoveInResult>,
  ): Promise<MoveInResult[]> {
    const { fileId, write } = run;
    const { reference } = await this.store.current();
    const answers = await works(
      rows.map((row) => {
        const fingerprint = createHash('sha256').update(JSON.stringify(row)).digest();
        const idempotency = { key: derivedUuid('move_in', fileId, row.line), fingerprint };
        return moveInWork(row, run, reference, { write, clock: this.clock, idempotency });
      }),
    );
    return rows.map(({ line }, index) => resultOf(answers[index], fileId, line));
  }

  /** Rows that are bookings now keep nothing of what was read. */
  protected async writeResults(
    { fileId, run, dryRun }: MoveInRun,
    rows: readonly WaitingRow[],
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
      ), counted as (
        select outcome, count(*)::int as n from written group by outcome
      ), moved as (
        update move_ins m set
          done = m.done + (select coalesce(sum(n), 0) from counted),
          counts = (
            select jsonb_object_agg(o.outcome, coalesce((m.counts->>o.outcome)::int, 0) + coalesce(n, 0))
            from unnest(${[...MOVE_IN_OUTCOMES]}::text[]) as o (outcome) left join counted using (outcome))
        where m.id = ${fileId}
      )
      select pg_notify(${MOVE_IN_PROGRESS}, ${String(fileId)})`.execute(this.database);
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
}
