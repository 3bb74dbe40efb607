import { MOVE_IN_OUTCOMES, type MoveInOutcome, type MoveInSummary } from '@wire/move-in.js';
import { type RawBuilder, sql } from 'kysely';
import { utcText } from '../event-store/log-head.js';
import type { HotelDatabase } from '../platform/database.js';

/** NOTIFY channel for the progress of runs; the payload is the file's id. */
export const MOVE_IN_PROGRESS = 'move_in';

const countOf = (outcome: MoveInOutcome) =>
  sql<number>`coalesce((counts->>${outcome}::text)::int, 0)`.as(outcome);

/** Files of other systems with the progress of their last run, selected by a condition on `move_ins`, newest first. */
export async function moveInSummaries(
  database: HotelDatabase,
  condition: RawBuilder<boolean>,
  limit = 100,
): Promise<MoveInSummary[]> {
  const rows = await database
    .selectFrom('move_ins')
    .select(['id', 'file_name', 'rows', 'system', 'past', 'terminal'])
    .select(['run', 'status', 'dry_run', 'takes_back', 'total', 'done', 'failure'])
    .select(MOVE_IN_OUTCOMES.map(countOf))
    .select(
      sql<number>`(select count(*)::int from move_in_rows r where r.move_in_id = move_ins.id and r.booking_id is not null)`.as(
        'moved',
      ),
    )
    .select(sql<string>`${sql.raw(utcText('received_at'))}`.as('received_at'))
    .select(sql<string | null>`${sql.raw(utcText('finished_at'))}`.as('finished_at'))
    .where(condition)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ dry_run, takes_back, ...row }) => ({
    ...row,
    dry_run: dry_run ? 1 : 0,
    takes_back: takes_back ? 1 : 0,
  }));
}
