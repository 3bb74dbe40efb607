import { conflict } from '@domain/broken-rule.js';
import type { ColumnMapping } from '@domain/move-in/move-in-fields.js';
import type { PastChoice } from '@domain/move-in/plan-row.js';
import type { StartedRun } from '@wire/move-in.js';
import { sql } from 'kysely';
import { answerBefore, rememberAnswer } from '../event-store/idempotency-cache.js';
import type { HotelDatabase } from '../platform/database.js';
import { refusal } from '../platform/errors.js';
import type { Idempotency, WriteContext } from '../platform/write-context.js';
import { MOVE_IN_PROGRESS } from './move-in.public.js';
import { MOVE_IN_WAITING } from './move-in-runner.js';

/** How the rows of a file are to be run. */
type RunOrder = {
  mapping: ColumnMapping;
  system: string;
  past: PastChoice;
  dryRun: boolean;
  lines: number[] | null;
  write: WriteContext;
  idempotency: Idempotency | null;
};

const RUNNING = refusal([
  conflict('move_in_running', null, 'このファイルは確認か引越しの途中です。終わるまでお待ちください。'),
]);

/**
 * Starts a run over a file's rows and remembers the mapping for files with the same header; 409 while one is running. A
 * request that is sent again gets its answer again.
 */
export function startRun(database: HotelDatabase, id: number, order: RunOrder): Promise<StartedRun> {
  const { mapping, system, past, dryRun, lines, write, idempotency } = order;
  const json = JSON.stringify(mapping);
  return database.transaction().execute(async (transaction) => {
    const { signature, ...now } = await transaction
      .selectFrom('move_ins')
      .select(['run', 'status', 'signature'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const before = idempotency && (await answerBefore(transaction, idempotency));
    if (before) return before as StartedRun;
    if (now.status === 'running') throw RUNNING;
    const run = now.run + 1;
    await transaction
      .updateTable('move_ins')
      .set({
        mapping: json,
        system,
        past,
        dry_run: dryRun,
        lines: lines && JSON.stringify(lines),
        status: 'running',
        run,
        total: sql<number>`(
          select count(*) from move_in_rows r
          where r.move_in_id = ${id} and r.booking_id is null and r.cells is not null
            and (${lines}::int[] is null or r.line = any(${lines}::int[])))`,
        done: 0,
        counts: '{}',
        staff_id: write.staffId,
        terminal: write.terminal,
        finished_at: null,
      })
      .where('id', '=', id)
      .execute();
    await transaction
      .insertInto('move_in_mappings')
      .values({ signature, system, mapping: json })
      .onConflict((taken) =>
        taken
          .column('signature')
          .doUpdateSet({ system, mapping: json, saved_at: sql<Date>`clock_timestamp()` }),
      )
      .execute();
    await sql`select pg_notify(${MOVE_IN_WAITING}, ${String(id)}), pg_notify(${MOVE_IN_PROGRESS}, ${String(id)})`.execute(
      transaction,
    );
    const answer = { id, run };
    if (idempotency) await rememberAnswer(transaction, idempotency, answer);
    return answer;
  });
}
