import { groupBy } from '@domain/group-by.js';
import type { HotelReference } from '@domain/reference.js';
import type { Queryable } from '../platform/database.js';
import type { Statements } from '../platform/pipeline.js';
import type { DocumentChange } from './document-change.js';
import type { AnyStream } from './stream-definition.js';

/** What a range of events did: event by event, and summed up by stream. Master data changes at its end, if at all. */
export type ChangedStreams = {
  steps: readonly DocumentChange[];
  changes: readonly DocumentChange[];
  /** Master data as it was until then. */
  reference: HotelReference;
};

/** A table that follows from streams beyond one row each, such as claims and counts. */
export type DerivedTable = {
  table: string;
  /**
   * Brings the table from what it was before a range to what it is after it, and to the same row for row however
   * the events are cut into ranges.
   */
  apply: (client: Statements, changed: ChangedStreams) => Promise<void>;
  /** Names the first row that does not follow from the streams' tables beside it, worked out in another way; null when all do. */
  fault: (client: Queryable, reference: HotelReference) => Promise<string | null>;
  /**
   * The query that shows the table as a rehearsal sees it, whose changes lie in tables of the given schema; left out for
   * one that no decision looks at.
   */
  seenInRehearsal?: (changed: string) => string;
};

/** The rows of a kind's table for changed streams. */
export function documentRows(definition: AnyStream, changes: readonly DocumentChange[]): object[] {
  return changes.map(({ key, after, position }) => ({
    ...definition.row(after),
    [definition.key.column]: key,
    version: after.version,
    position,
    state: after,
  }));
}

/** Writes the folded states of the touched streams, a row each, one statement a kind. */
export async function writeDocuments(client: Statements, changes: readonly DocumentChange[]): Promise<void> {
  for (const [definition, touched] of groupBy(changes, (change) => change.definition)) {
    const { table, key } = definition;
    const columns = ['version', 'position', 'state', ...definition.columns];
    const all = [key.column, ...columns].join(', ');
    await client.send({
      name: `upsert-${table}`,
      text: `insert into ${table} (${all})
             select ${all} from jsonb_populate_recordset(null::${table}, $1::jsonb)
             on conflict (${key.column}) do update
             set ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}`,
      values: [JSON.stringify(documentRows(definition, touched))],
    });
  }
}
