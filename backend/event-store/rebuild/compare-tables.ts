import type { Queryable } from '../../platform/database.js';

/** A row of a read model that is not what the log gives; `key` is its primary key in words. */
export type RowFault = {
  table: string;
  key: string;
  kind: 'missing' | 'surplus' | 'different';
  rows: number;
};

const KEY = `
  select string_agg(quote_ident(a.attname), ', ' order by k.place) as columns
  from pg_index i cross join unnest(i.indkey) with ordinality k(number, place)
  join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
  where i.indrelid = $1::regclass and i.indisprimary`;

/** The first row, by table and key, in which live tables differ from those of a schema; null when there is none. */
export async function firstDifference(
  client: Queryable,
  schema: string,
  tables: readonly string[],
): Promise<RowFault | null> {
  for (const table of tables) {
    const { rows: keys } = await client.query({ text: KEY, values: [`public.${table}`] });
    const { rows } = await client.query(
      `select concat_ws(' ', ${keys[0].columns}) as key, l is null as missing, s is null as surplus,
              (count(*) over ())::int as rows
       from public.${table} l full join ${schema}.${table} s using (${keys[0].columns})
       where to_jsonb(l) is distinct from to_jsonb(s) order by ${keys[0].columns} limit 1`,
    );
    const [found] = rows;
    if (!found) continue;
    const kind = found.missing ? 'missing' : found.surplus ? 'surplus' : 'different';
    return { table, key: found.key, kind, rows: found.rows };
  }
  return null;
}
