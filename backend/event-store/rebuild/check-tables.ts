import { groupBy } from '@domain/group-by.js';
import type { HotelReference } from '@domain/reference.js';
import { type Queryable, queryRow } from '../../platform/database.js';
import { allEnded } from '../../platform/pipeline.js';
import type { EventStoreParts } from '../batch.js';
import { type DocumentChange, documentRows } from '../projection.js';
import { RebuildError } from './rebuild-context.js';

/** SQL for the checksum of a table's rows, as text; it is only compared within one database. */
const checksum = (alias: string): string => `coalesce(sum(hash_record_extended(${alias}, 0)), 0)::text`;

function refuse(table: string, detail: string): never {
  throw new RebuildError(`${table}: ${detail}ため、入れ替えませんでした。表は元のままです。`);
}

type Checksums = Map<string, bigint>;

/** The checksums of the rows of streams, by table. */
export async function checksumsOf(
  client: Queryable,
  streams: readonly Pick<DocumentChange, 'definition' | 'key'>[],
): Promise<Checksums> {
  const byKind = [...groupBy(streams, ({ definition }) => definition)];
  const sums = byKind.map(async ([{ table, key }, same]) => {
    const { sum } = await queryRow<{ sum: string }>(client, {
      name: `checksum-${table}`,
      text: `select ${checksum('t')} as sum from ${table} t where ${key.column} = any($1::${key.type}[])`,
      values: [same.map((stream) => stream.key)],
    });
    return [table, BigInt(sum)] as const;
  });
  return new Map(await allEnded(...sums));
}

/** The checksums of the rows of changed streams, by table; throws when a row is not what folding its events gave. */
export async function checkRows(client: Queryable, changes: readonly DocumentChange[]): Promise<Checksums> {
  const byKind = [...groupBy(changes, (change) => change.definition)];
  const sums = byKind.map(async ([definition, changed]) => {
    const { table, key } = definition;
    const { sum, differs } = await queryRow<{ sum: string; differs: boolean }>(client, {
      name: `check-rows-${table}`,
      text: `select ${checksum('stored')} as sum, bool_or(stored is distinct from folded) as differs
             from jsonb_populate_recordset(null::${table}, $1::jsonb) folded
             left join ${table} stored using (${key.column})`,
      values: [JSON.stringify(documentRows(definition, changed))],
    });
    if (differs) refuse(table, 'チェックサムがログと一致しない');
    return [table, BigInt(sum)] as const;
  });
  return new Map(await allEnded(...sums));
}

/**
 * Compares the filled tables with the log: each table of streams has the checksum that replaying gave, has a row for each
 * stream and stands at its last event, and each derived table follows from these. Throws where one does not.
 */
export async function checkTables(
  client: Queryable,
  { registry, derived }: EventStoreParts,
  state: { position: number; checksums: ReadonlyMap<string, bigint>; reference: HotelReference },
): Promise<void> {
  const { checksums, position, reference } = state;
  for (const { table, category, key } of registry.values()) {
    const { sum } = await queryRow<{ sum: string }>(client, `select ${checksum('t')} as sum from ${table} t`);
    if (sum !== String(checksums.get(table) ?? 0n)) refuse(table, 'チェックサムがログと一致しない');
    const { streams, rows } = await queryRow<{ streams: number; rows: number }>(client, {
      text: `select (select count(*) from event_log where version = 1 and position <= $1 and stream like $2
                      and stream ~ ('^' || $3 || '[0-9]')) as streams,
                    (select count(*) from ${table} t join event_log e
                       on e.stream = $3 || t.${key.column} and e.version = t.version and e.position = t.position) as rows`,
      values: [position, `${category}-%`, `${category}-`],
    });
    if (streams !== rows) refuse(table, '行数または位置がログと一致しない');
  }
  for (const { table, fault } of derived) {
    const found = await fault(client, reference);
    if (found !== null) refuse(table, `${found}がログと一致しない`);
  }
}

/** A row of a read model that is not what the log gives; `key` is its primary key in words. */
export type RowFault = {
  table: string;
  key: string;
  kind: 'missing' | 'surplus' | 'different';
  rows: number;
};

const PRIMARY_KEY = `
  select string_agg(quote_ident(a.attname), ', ' order by k.place) as columns
  from pg_index i cross join unnest(i.indkey) with ordinality k(number, place)
  join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
  where i.indrelid = $1::regclass and i.indisprimary`;

type Difference = { key: string; missing: boolean; surplus: boolean; rows: number };

/** The first row, by table and key, in which live tables differ from those of a schema; null when there is none. */
export async function firstDifference(
  client: Queryable,
  schema: string,
  tables: readonly string[],
): Promise<RowFault | null> {
  for (const table of tables) {
    const primaryKey = { text: PRIMARY_KEY, values: [`public.${table}`] };
    const { columns } = await queryRow<{ columns: string }>(client, primaryKey);
    const { rows } = await client.query<Difference>(
      `select concat_ws(' ', ${columns}) as key, l is null as missing, s is null as surplus,
              (count(*) over ())::int as rows
       from public.${table} l full join ${schema}.${table} s using (${columns})
       where to_jsonb(l) is distinct from to_jsonb(s) order by ${columns} limit 1`,
    );
    const [found] = rows;
    if (!found) continue;
    const kind = found.missing ? 'missing' : found.surplus ? 'surplus' : 'different';
    return { table, key: found.key, kind, rows: found.rows };
  }
  return null;
}
