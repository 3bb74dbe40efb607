import { groupBy } from '@domain/group-by.js';
import type { HotelReference } from '@domain/reference.js';
import type { Queryable } from '../platform/database.js';
import type { Statements } from '../platform/pipeline.js';
import type { DocumentChange } from './document-change.js';

/** What a range of events did: event by event, and summed up by stream. Master data changes at its end, if at all. */
export type ChangedStreams = {
  steps: readonly DocumentChange[];
  changes: readonly DocumentChange[];
  /** Master data as it was until then. */
  reference: HotelReference;
};

/** What whole streams came to, each from its first event to its last; `masters` is every step of master data, in order. */
export type ChangedHistories = Pick<ChangedStreams, 'steps' | 'changes'> & {
  masters: readonly DocumentChange[];
};

/** A table that follows from streams beyond one row each, such as claims and counts. */
export type DerivedTable = {
  table: string;
  /**
   * Brings the table from what it was before a range to what it is after it, and to the same row for row however
   * the events are cut into ranges.
   */
  apply: (client: Statements, changed: ChangedStreams) => Promise<void>;
  /** Gives the table the same rows when each stream comes whole, in whatever order, but master data first. */
  applyHistories: (client: Statements, histories: ChangedHistories) => Promise<void>;
  /** Names the first row that does not follow from the streams' tables beside it, worked out in another way; null when all do. */
  fault: (client: Queryable, reference: HotelReference) => Promise<string | null>;
  /**
   * The query that shows the table as a rehearsal sees it, whose changes lie in tables of the given schema; left out for
   * one that no decision looks at.
   */
  seenInRehearsal?: (changed: string) => string;
};

/** Writes the folded states of the touched streams, a row each, one statement a kind. */
export async function writeDocuments(client: Statements, changes: readonly DocumentChange[]): Promise<void> {
  const byKind = groupBy(changes, (change) => change.definition);
  for (const [definition, touched] of byKind) {
    const columns = ['version', 'position', 'state', ...definition.columns];
    const rows = touched.map((change) => ({
      ...definition.row(change.after),
      [definition.key.column]: change.key,
      version: change.after.version,
      position: change.position,
      state: change.after,
    }));
    await client.send({
      name: `upsert-${definition.table}`,
      text: `insert into ${definition.table} (${[definition.key.column, ...columns].join(', ')})
             select ${[definition.key.column, ...columns].join(', ')}
             from jsonb_populate_recordset(null::${definition.table}, $1::jsonb)
             on conflict (${definition.key.column}) do update
             set ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}`,
      values: [JSON.stringify(rows)],
    });
  }
}
