import type { HandoverNote } from '@domain/handover/handover.js';
import { type HotelReference, staffName } from '@domain/reference.js';
import type { NoteContent, NoteRecord } from '@wire/handover.js';
import { type RawBuilder, sql } from 'kysely';
import { utcText } from '../event-store/log-head.js';
import type { HotelDatabase } from '../platform/database.js';

type Author = { staff_id: number | null; terminal: string | null; recorded_at: string };
type Row = { state: HandoverNote; written: Author; changed: Author };

/** A note without its authors. */
export function encodeNote({ id, version, date, text, status }: HandoverNote): NoteContent {
  return {
    id,
    version,
    date,
    text,
    is_done: status === 'done' ? 1 : 0,
    is_removed: status === 'removed' ? 1 : 0,
  };
}

/** The notes that a condition on `handover_notes n` chooses, with their first and last authors, by day and id. */
export async function noteRecords(
  database: HotelDatabase,
  reference: Pick<HotelReference, 'staff' | 'serviceAccounts'>,
  condition: RawBuilder<unknown>,
): Promise<NoteRecord[]> {
  const author = (event: string) =>
    sql.raw(`json_build_object('staff_id', ${event}.staff_id, 'terminal', ${event}.terminal,
                               'recorded_at', ${utcText(`${event}.recorded_at`)})`);
  const { rows } = await sql<Row>`
    select n.state, ${author('w')} as written, ${author('c')} as changed
    from handover_notes n
    join event_log w on w.position = n.id
    join event_log c on c.position = n.position
    where ${condition}
    order by n.date, n.id`.execute(database);
  const named = (author: Author) => ({ ...author, staff_name: staffName(reference, author.staff_id) });
  return rows.map(({ state, written, changed }) => ({
    ...encodeNote(state),
    written: named(written),
    changed: named(changed),
  }));
}
