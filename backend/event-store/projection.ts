import { groupBy } from '@domain/group-by.js';
import type { HotelReference } from '@domain/reference.js';
import type { Queryable } from '../platform/database.js';
import type { DocumentChange } from './unit-of-work.js';

/** Master data before and after a batch: the same object unless the batch changed it. */
export type ReferenceChange = { before: HotelReference; after: HotelReference };

/** A table that follows from streams beyond one row each, such as claims and counts. */
export type DerivedTable = {
  table: string;
  /** Brings the table from what it was before the changes to what it is after them. */
  apply: (client: Queryable, changes: readonly DocumentChange[], reference: ReferenceChange) => Promise<void>;
};

/** Writes the folded states of the touched streams, a row each, one statement a kind. */
export async function writeDocuments(client: Queryable, changes: readonly DocumentChange[]): Promise<void> {
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
    await client.query({
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
