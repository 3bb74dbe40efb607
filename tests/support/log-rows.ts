import pg from 'pg';

/** A row of the log with every value as the text that PostgreSQL sends. */
export type RawRow = Record<
  | 'position'
  | 'stream'
  | 'version'
  | 'type'
  | 'schema_version'
  | 'payload'
  | 'recorded_at'
  | 'hash'
  | 'transaction',
  string
> & { staff_id: string | null; terminal: string | null; request_id: string | null };

const asText = { getTypeParser: () => (value: string) => value };

/** Runs statements on a connection of their own, as the owner of the database; rows hold plain text. */
export async function rawQuery(url: string, statement: string): Promise<Record<string, string | null>[]> {
  const client = new pg.Client({ connectionString: url, types: asText as unknown as pg.CustomTypesConfig });
  await client.connect();
  try {
    const result = await client.query(`set timezone = 'UTC'; ${statement}`);
    return [result].flat().at(-1)?.rows ?? [];
  } finally {
    await client.end();
  }
}

/** Terminates every connection of ours to the database, and answers with a row for each; the server's own workers stay. */
export function cutConnections(url: string): Promise<Record<string, string | null>[]> {
  return rawQuery(
    url,
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`,
  );
}

/** The whole log, in order, with the number of the transaction that wrote each row. */
export async function rawLog(url: string): Promise<RawRow[]> {
  const rows = await rawQuery(url, 'select *, xmin::text as transaction from event_log order by position');
  return rows as RawRow[];
}

/** What someone with the rights of the owner does to the log when its guard is switched off. */
export async function tamper(url: string, statement: string): Promise<void> {
  await rawQuery(
    url,
    `alter table event_log disable trigger all; grant all on event_log to current_user; ${statement};
     alter table event_log enable trigger all`,
  );
}
