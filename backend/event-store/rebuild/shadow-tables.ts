import { type Queryable, queryRow } from '../../platform/database.js';
import type { ChainPlace } from '../hash-chain.js';
import type { ReadModels } from './rebuild-context.js';

/** How far shadow tables have come in the log, and the checksum that each table must have there. */
export type ShadowProgress = ChainPlace & { checksums: Map<string, bigint> };

const PRIMARY_KEY = `select pg_get_constraintdef(oid) as definition from pg_constraint where conrelid = $1::regclass and contype = 'p'`;
const STORAGE = `select array_to_string(reloptions, ', ') as options from pg_class where oid = $1::regclass`;
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

/** Creates empty tables like the live ones, with nothing but their primary keys, so that they fill quickly. */
export async function createShadows(
  client: Queryable,
  schema: string,
  { form, tables }: ReadModels,
  progress: ShadowProgress,
): Promise<void> {
  await client.query(`drop schema if exists ${schema} cascade; create schema ${schema}`);
  for (const table of tables) {
    await client.query(
      `create table ${schema}.${table} (like public.${table} including all excluding indexes)`,
    );
    const values = [`public.${table}`];
    const { definition } = await queryRow<{ definition: string }>(client, { text: PRIMARY_KEY, values });
    await client.query(`alter table ${schema}.${table} add ${definition}`);
    const { options } = await queryRow<{ options: string | null }>(client, { text: STORAGE, values });
    if (options) await client.query(`alter table ${schema}.${table} set (${options})`);
  }
  await client.query(
    `create table ${schema}.progress (log_id uuid, form integer, position bigint, hash bytea, checksums jsonb);
     insert into ${schema}.progress select log_id, ${form} from public.log_head`,
  );
  await saveProgress(client, schema, progress);
}

/** How far shadow tables had come that were left behind; null when there are none of this form and this log. */
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
