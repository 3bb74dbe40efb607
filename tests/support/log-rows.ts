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

/** The states of all rows of a read model, by id. */
export async function storedStates<State>(url: string, table: string): Promise<State[]> {
  const rows = await rawQuery(url, `select state from ${table} order by id`);
  return rows.map(({ state }) => JSON.parse(state ?? ''));
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

/** Changes the log as someone with the rights of the owner, while its guard is switched off and the rights are granted. */
export async function tamper(url: string, statement: string): Promise<void> {
  await rawQuery(
    url,
    `alter table event_log disable trigger all; grant all on event_log to current_user; ${statement};
     alter table event_log enable trigger all;
     revoke update, delete, truncate on event_log from current_user`,
  );
}

/** Every row of every table as text, bytes in hexadecimal: what a dump of the database holds. */
export async function dumpOf(url: string): Promise<string> {
  const tables = await rawQuery(
    url,
    `select format('%I.%I', n.nspname, c.relname) as name
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'm', 'p') and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')`,
  );
  const dumps: string[] = [];
  for (const { name } of tables) {
    const rows = await rawQuery(url, `select row_to_json(t)::text as row from ${name} t`);
    dumps.push(`${name}`, ...rows.map(({ row }) => row ?? ''));
  }
  return dumps.join('\n');
}

/** Returns the words that are found in a text in any spelling that would give them away. */
export function wordsIn(text: string, words: readonly string[]): string[] {
  const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '').slice(0, -1);
  const spellings = (word: string): string[] => [
    word,
    JSON.stringify(word).slice(1, -1),
    encodeURIComponent(word),
    Buffer.from(word).toString('hex'),
    base64(Buffer.from(word)),
    [...word].map((char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
  ];
  return words.filter((word) => spellings(word).some((spelling) => text.includes(spelling)));
}
