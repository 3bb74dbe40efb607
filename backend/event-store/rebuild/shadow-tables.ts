import { groupBy } from '@domain/group-by.js';
import type { HotelReference } from '@domain/reference.js';
import { type Queryable, queryRow } from '../../platform/database.js';
import { allEnded } from '../../platform/pipeline.js';
import type { EventStoreParts } from '../event-store-parts.js';
import type { ChainPlace } from '../hash-chain.js';
import { type DocumentChange, documentRows } from '../projection.js';
import { type ReadModels, RebuildError } from './rebuild-context.js';

/** Position that shadow tables have reached in the log, and the checksum that each table must have there. */
export type ShadowProgress = ChainPlace & { checksums: Checksums };

type Checksums = Map<string, bigint>;

const SHAPE = `
  select pg_get_constraintdef(k.oid) as "primaryKey", array_to_string(t.reloptions, ', ') as options
  from pg_class t join pg_constraint k on k.conrelid = t.oid and k.contype = 'p' where t.oid = $1::regclass`;
const INDEXES = `
  select case when c.oid is null
    then replace(pg_get_indexdef(i.indexrelid), format(' INDEX %I ON %I.', n.relname, 'public'), format(' INDEX ON %I.', $2::text))
    else format('alter table %I.%I add %s', $2::text, t.relname, pg_get_constraintdef(c.oid)) end as definition
  from pg_index i
  join pg_class n on n.oid = i.indexrelid
  join pg_class t on t.oid = i.indrelid
  left join pg_constraint c on c.conindid = i.indexrelid and c.conrelid = i.indrelid
  where i.indrelid = $1::regclass and not i.indisprimary`;
const GRANTS = `
  select format('grant %s on %s to %s', string_agg(privilege_type, ', '), $2::text,
    case when grantee = 0 then 'public' else quote_ident(pg_get_userbyid(grantee)) end) as grant
  from pg_class c, aclexplode(c.relacl)
  where c.oid = $1::regclass and grantee <> c.relowner group by grantee`;

/** The primary key of a live table as it is defined, and its storage options. */
function shapeOf(client: Queryable, table: string): Promise<{ primaryKey: string; options: string | null }> {
  return queryRow(client, { text: SHAPE, values: [`public.${table}`] });
}

/** Creates empty tables like the live ones, with nothing but their primary keys, so that they fill quickly. */
export async function createShadows(
  client: Queryable,
  schema: string,
  { form, tables }: ReadModels,
  progress: ShadowProgress,
): Promise<void> {
  await client.query(`drop schema if exists ${schema} cascade; create schema ${schema}`);
  for (const table of tables) {
    const { primaryKey, options } = await shapeOf(client, table);
    const storage = options ? `with (${options})` : '';
    await client.query(
      `create table ${schema}.${table} (like public.${table} including all excluding indexes, ${primaryKey}) ${storage}`,
    );
  }
  await client.query(
    `create table ${schema}.progress (log_id uuid, form integer, position bigint, hash bytea, checksums jsonb);
     insert into ${schema}.progress select log_id, ${form} from public.log_head`,
  );
  await saveProgress(client, schema, progress);
}

/** Returns how far shadow tables had come that were left behind; null when there are none of this form and this log. */
export async function readProgress(
  client: Queryable,
  schema: string,
  form: number,
): Promise<ShadowProgress | null> {
  const { rows: found } = await client.query({
    text: 'select from pg_tables where schemaname = $1 and tablename = $2',
    values: [schema, 'progress'],
  });
  if (found.length === 0) return null;
  type Row = ChainPlace & { checksums: Record<string, string> };
  const { rows } = await client.query<Row>(
    `select p.position, p.hash, p.checksums from ${schema}.progress p join public.log_head h using (log_id)
     where p.form = ${form}
       and (p.position = 0 or exists (select from event_log e where e.position = p.position and e.hash = p.hash))`,
  );
  const [row] = rows;
  if (!row) return null;
  const checksums = Object.entries(row.checksums).map(([table, sum]) => [table, BigInt(sum)] as const);
  return { position: row.position, hash: row.hash, checksums: new Map(checksums) };
}

/** Saves how far the tables have come, in the transaction that brought them there. */
export async function saveProgress(
  client: Queryable,
  schema: string,
  { position, hash, checksums }: ShadowProgress,
): Promise<void> {
  const sums = Object.fromEntries([...checksums].map(([table, sum]) => [table, String(sum)]));
  await client.query({
    text: `update ${schema}.progress set position = $1, hash = $2, checksums = $3`,
    values: [position, hash, JSON.stringify(sums)],
  });
}

/** Adds the other indexes and unique constraints of the live tables where they are missing, and vacuums and analyzes. */
export async function addIndexes(
  client: Queryable,
  schema: string,
  tables: readonly string[],
): Promise<void> {
  for (const table of tables) {
    const { rows: present } = await client.query({
      text: 'select from pg_index where indrelid = $1::regclass and not indisprimary',
      values: [`${schema}.${table}`],
    });
    if (present.length > 0) continue;
    const indexes = { text: INDEXES, values: [`public.${table}`, schema] };
    const { rows } = await client.query<{ definition: string }>(indexes);
    const statements = rows.map(({ definition }) => definition);
    if (statements.length > 0) await client.query(`begin; ${statements.join('; ')}; commit`);
    await client.query(`vacuum (analyze) ${schema}.${table}`);
  }
}

/** Puts the shadow tables in the place of the live ones, within the caller's transaction, with the same grants. */
export async function swapIn(client: Queryable, schema: string, tables: readonly string[]): Promise<void> {
  const swaps: string[] = [];
  for (const table of tables) {
    const grants = { text: GRANTS, values: [`public.${table}`, `${schema}.${table}`] };
    const { rows } = await client.query<{ grant: string }>(grants);
    swaps.push(...rows.map(({ grant }) => grant));
    swaps.push(`drop table public.${table}; alter table ${schema}.${table} set schema public`);
  }
  await client.query(`${swaps.join('; ')}; drop schema ${schema} cascade`);
}

/** SQL for the checksum of a table's rows, as text; it is only compared within one database. */
const checksum = (alias: string): string => `coalesce(sum(hash_record_extended(${alias}, 0)), 0)::text`;

function refuse(table: string, detail: string): never {
  throw new RebuildError(`${table}: ${detail}ため、入れ替えませんでした。表は元のままです。`);
}

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
  { checksums, position, reference }: ShadowProgress & { reference: HotelReference },
): Promise<void> {
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

type Difference = { key: string; missing: boolean; surplus: boolean; rows: number };

/** The first row, by table and key, in which live tables differ from those of a schema; null when there is none. */
export async function firstDifference(
  client: Queryable,
  schema: string,
  tables: readonly string[],
): Promise<RowFault | null> {
  for (const table of tables) {
    const { primaryKey } = await shapeOf(client, table);
    const columns = primaryKey.slice('PRIMARY KEY ('.length, -1);
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
