import { groupBy } from '@domain/group-by.js';
import type { Queryable } from '../../platform/database.js';
import type { EventStoreParts } from '../batch.js';
import type { DocumentChange } from '../document-change.js';
import { RebuildError } from './rebuild-error.js';
import type { RebuildState } from './replay.js';
import { CHECKSUM_SQL, rowChecksum } from './row-checksum.js';

function refuse(table: string, detail: string): never {
  throw new RebuildError(`${table}: ${detail}ため、入れ替えませんでした。表は元のままです。`);
}

/**
 * Holds the filled tables against the log: each table of streams has the checksum that folding the log gave, has a row
 * for each stream and stands at its last event, and each derived table follows from these. Throws where it does not.
 */
export async function checkTables(
  client: Queryable,
  schema: string,
  { registry, derived }: EventStoreParts,
  { checksums, position, reference }: RebuildState,
): Promise<void> {
  for (const { table, category, key } of registry.values()) {
    const { rows } = await client.query(`select ${CHECKSUM_SQL} as sum from ${schema}.${table} t`);
    if (rows[0].sum !== String(checksums.get(table) ?? 0n)) refuse(table, 'チェックサムがログと一致しない');
    const { rows: counts } = await client.query({
      text: `select (select count(*) from event_log where version = 1 and position <= $1 and stream like $2
                      and stream ~ ('^' || $3 || '[0-9]')) as streams,
                    (select count(*) from ${schema}.${table} t join event_log e
                       on e.stream = $3 || t.${key.column} and e.version = t.version and e.position = t.position) as rows`,
      values: [position, `${category}-%`, `${category}-`],
    });
    if (counts[0].streams !== counts[0].rows) refuse(table, '行数または位置がログと一致しない');
  }
  for (const { table, fault } of derived) {
    const found = await fault(client, reference);
    if (found !== null) refuse(table, `${found}がログと一致しない`);
  }
}

/** Holds the rows of some streams against what replaying gave: a check that is quick enough for the writer's lock. */
export async function checkRows(
  client: Queryable,
  schema: string,
  changes: readonly DocumentChange[],
): Promise<void> {
  for (const [{ table, key }, touched] of groupBy(changes, ({ definition }) => definition)) {
    const expected = touched.reduce((sum, change) => sum + rowChecksum(change, change.after), 0n);
    const { rows } = await client.query({
      text: `select ${CHECKSUM_SQL} as sum from ${schema}.${table} t where ${key.column} = any($1::${key.type}[])`,
      values: [touched.map((change) => change.key)],
    });
    if (rows[0].sum !== String(expected)) refuse(table, 'チェックサムがログと一致しない');
  }
}
