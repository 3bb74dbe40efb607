import type { ColumnMapping } from '@domain/move-in/move-in-fields.js';
import type { PastChoice } from '@domain/move-in/plan-row.js';
import { sql } from 'kysely';
import type { HotelDatabase } from '../platform/database.js';
import type { WriteContext } from '../platform/write-context.js';
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
};

/** Starts a run over a file's rows and remembers the mapping for files with the same header; false while one is running. */
export function startRun(database: HotelDatabase, id: number, order: RunOrder): Promise<boolean> {
  const { mapping, system, past, dryRun, lines, write } = order;
  const json = JSON.stringify(mapping);
  return database.transaction().execute(async (transaction) => {
    const started = await transaction
      .updateTable('move_ins')
      .set({
        mapping: json,
        system,
        past,
        dry_run: dryRun,
        lines: lines && JSON.stringify(lines),
        status: 'running',
        run: sql<number>`run + 1`,
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
      .where('status', '=', 'idle')
      .returning('signature')
      .executeTakeFirst();
    if (!started) return false;
    const { signature } = started;
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
    return true;
  });
}
