import type { HandoverNote } from '@domain/handover/handover-note.js';
import type { HotelReference } from '@domain/reference.js';
import type { NoteContent, NoteRecord } from '@wire/handover.js';
import { type RawBuilder, sql } from 'kysely';
import { utcText } from '../event-store/log-head.js';
import type { HotelDatabase } from '../platform/database.js';

type Row = {
  state: HandoverNote;
  staff_id: number | null;
  terminal: string | null;
  recorded_at: string;
  changed_staff_id: number | null;
  changed_terminal: string | null;
  changed_at: string;
};

/** A note without who wrote it. */
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

/** The notes that a condition on `handover_notes n` chooses, by day and in the order in which they were written. */
export async function noteRecords(
  database: HotelDatabase,
  { staff }: Pick<HotelReference, 'staff'>,
  condition: RawBuilder<unknown>,
): Promise<NoteRecord[]> {
  // Who wrote a note stands in the log, at its first event and at its last.
  const { rows } = await sql<Row>`
    select n.state, w.staff_id, w.terminal, ${sql.raw(utcText('w.recorded_at'))} as recorded_at,
           c.staff_id as changed_staff_id, c.terminal as changed_terminal,
           ${sql.raw(utcText('c.recorded_at'))} as changed_at
    from handover_notes n
    join event_log w on w.position = n.id
    join event_log c on c.position = n.position
    where ${condition}
    order by n.date, n.id`.execute(database);
  const nameOf = (id: number | null) => (id === null ? null : (staff.get(id)?.name ?? null));
  return rows.map((row) => ({
    ...encodeNote(row.state),
    written: {
      staff_id: row.staff_id,
      staff_name: nameOf(row.staff_id),
      terminal: row.terminal,
      recorded_at: row.recorded_at,
    },
    changed: {
      staff_id: row.changed_staff_id,
      staff_name: nameOf(row.changed_staff_id),
      terminal: row.changed_terminal,
      recorded_at: row.changed_at,
    },
  }));
}
