import fs from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  FileMigrationProvider,
  Kysely,
  type Migration,
  type MigrationProvider,
  type MigrationResultSet,
  Migrator,
  PostgresDialect,
  type PostgresPoolClient,
  sql,
} from 'kysely';
import pg from 'pg';
import { ADVISORY_LOCKS } from './advisory-locks.js';
import { type LongRunningClient, withLongRunningClient, withSessionSettings } from './database.js';
import { logger } from './logger.js';
import { clientType } from './primary-client.js';
import { detailOf, messageOf } from './thrown.js';

const WAIT_MS = 60_000;
const POLL_MS = 500;
const OLDEST_SERVER = 150_000;
const NEWER = 'このデータベースはより新しいバージョンで使われています。新しいバージョンで起動してください。';

const UNRECORDED =
  'データベースに、行われたはずの移行の記録がありません。記録が消されていないか確かめてください。';
/** PostgreSQL's codes for what is to be made and is there already: column, table, function, object. */
const ALREADY_THERE = ['42701', '42P07', '42723', '42710'];

/** A database that cannot be migrated to this version; the message is shown as it is. */
export class MigrationError extends Error {}

/**
 * Keeps writers out from the first migration on, before it locks any other table: an append locks the head first as well, so
 * that the two never wait for each other. Readers go on.
 */
const KEEP_WRITERS_OUT = sql`
  do $$ begin
    if to_regclass('public.log_head') is not null then lock table public.log_head in exclusive mode; end if;
  end $$`;

const files = new FileMigrationProvider({
  fs,
  // On Windows, import() takes a file only as a URL.
  path: { join: (...parts) => pathToFileURL(join(...parts)).href },
  migrationFolder: fileURLToPath(new URL('../../migrations/', import.meta.url)),
});

/** The migrations of this version, by name. */
const numberedFiles: MigrationProvider = {
  async getMigrations() {
    const entries = Object.entries(await files.getMigrations());
    const lockingFirst = ({ up }: Migration): Migration => ({
      up: async (db) => {
        await KEEP_WRITERS_OUT.execute(db);
        await up(db);
      },
    });
    return Object.fromEntries(entries.map(([name, migration]) => [name, lockingFirst(migration)]));
  },
};

/** The names of this version's migrations, oldest first. */
export async function knownMigrations(): Promise<string[]> {
  return Object.keys(await numberedFiles.getMigrations()).sort();
}

function throwIfFailed({ error, results }: MigrationResultSet): void {
  if (!error) return;
  const failed = results?.find(({ status }) => status === 'Error')?.migrationName;
  const reason = messageOf(error);
  if (/previously executed migration .* is missing/.test(reason)) throw new MigrationError(NEWER);
  const isThere = ALREADY_THERE.includes(detailOf(error, 'code') ?? '');
  const unrecorded = /to be at index \d+ but (\S+) was found/.exec(reason)?.[1] ?? (isThere && failed);
  if (unrecorded) throw new MigrationError(`${UNRECORDED} (${unrecorded})`, { cause: error });
  throw new MigrationError(`データベースの移行${failed ? ` ${failed} ` : ''}に失敗しました: ${reason}`, {
    cause: error,
  });
}

/** Runs the migrations that a database has not seen yet; nodes that start together wait for each other. */
export async function migrateToLatest(databaseUrl: string): Promise<void> {
  const url = withSessionSettings(databaseUrl);
  const pool = new pg.Pool({ Client: clientType(url), connectionString: url, max: 1 });
  pool.on('error', () => {}); // A lost idle connection rejects the next query.
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    await requireSupportedServer(db);
    throwIfFailed(await new Migrator({ db, provider: numberedFiles }).migrateToLatest());
  } finally {
    await db.destroy();
  }
}

/** Runs migrations inside the transaction of a connection, up to one of them or to the last. */
export async function migrateWithin(client: LongRunningClient, upTo: string | null): Promise<void> {
  // The caller's connection: it is neither closed nor given a transaction here.
  const query = client.query.bind(client) as PostgresPoolClient['query'];
  const pool = { connect: async () => ({ query, release: () => {} }), end: async () => {} };
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const migrator = new Migrator({ db, provider: numberedFiles, disableTransactions: true });
  throwIfFailed(await (upTo === null ? migrator.migrateToLatest() : migrator.migrateTo(upTo)));
}

/** Returns whether a database has seen every migration of this version; throws for one that a newer version has migrated. */
async function isMigrated(client: pg.Client): Promise<boolean> {
  const { rows: tables } = await client.query<{ found: string | null }>(
    `select to_regclass('public.kysely_migration') as found`,
  );
  if (tables[0]?.found == null) return false;
  const { rows } = await client.query<{ name: string }>('select name from public.kysely_migration');
  const wanted = new Set(await knownMigrations());
  if (rows.some(({ name }) => !wanted.has(name))) throw new MigrationError(NEWER);
  return rows.length === wanted.size;
}

async function requireSupportedServer(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ number: string; name: string; encoding: string }>`
    select current_setting('server_version_num') as number, current_setting('server_version') as name,
           current_setting('server_encoding') as encoding`.execute(db);
  const [server] = rows;
  if (!server || Number(server.number) < OLDEST_SERVER)
    throw new MigrationError(`PostgreSQL 15 以降が必要です(接続先は ${server?.name ?? '不明'})。`);
  if (server.encoding !== 'UTF8') {
    throw new MigrationError(
      `データベースの文字コードが UTF-8 ではありません(${server.encoding})。createdb --encoding=UTF8 --template=template0 で作り直してください。`,
    );
  }
}

/** Waits, up to a limit, until a job has migrated a database to this version and its read models to this form. */
export async function waitForMigration(databaseUrl: string, form: number, waitMs = WAIT_MS): Promise<void> {
  const deadline = Date.now() + waitMs;
  for (let attempt = 1; !(await isUpToDate(databaseUrl, form)); attempt++) {
    if (Date.now() > deadline) {
      throw new MigrationError(
        'データベースがこのバージョンになっていません。npm run migrate を実行してから起動してください。',
      );
    }
    if (attempt === 1) logger.info({}, 'waiting until the database is brought to this version');
    await pause(POLL_MS);
  }
}

function isUpToDate(databaseUrl: string, form: number): Promise<boolean> {
  return withLongRunningClient(databaseUrl, async (client) => {
    if (!(await isMigrated(client))) return false;
    const { rows } = await client.query<{ form: number }>('select form from read_model_form');
    return rows[0]?.form === form;
  });
}

const SERVING_ROLE = `
  select rolsuper or pg_has_role(r.oid, c.relowner, 'member') as owns,
         pg_has_role(current_user, c.relowner, 'member') as "mayGrant"
  from pg_roles r, pg_class c where r.rolname = $1 and c.oid = 'public.event_log'::regclass`;

/** The minimum for serving: the log can be read and appended to; rights and migrations stay with the owner. */
const grantsTo = (role: string): string => `
  grant usage on schema public to ${role};
  grant select, insert, update, delete on all tables in schema public to ${role};
  grant usage, select on all sequences in schema public to ${role};
  revoke update, delete, truncate on event_log from ${role};
  revoke insert, delete, truncate on log_head from ${role};
  revoke insert, update, delete, truncate on kysely_migration, kysely_migration_lock, read_model_form from ${role};
  grant usage, create on schema rehearsal, rehearsal_seen to ${role};
  grant execute on function remove_left_shadows(), analyze_import_rows() to ${role}`;

/** Lets a role that owns nothing serve the hotel of a migrated database; called by the owner. */
export function grantServing(databaseUrl: string, role: string): Promise<void> {
  return withLongRunningClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ owns: boolean; mayGrant: boolean }>(SERVING_ROLE, [role]);
    const [found] = rows;
    if (!found) throw new MigrationError(`DATABASE_APP_ROLE=${role} というロールがありません。`);
    if (found.owns) {
      throw new MigrationError(
        `DATABASE_APP_ROLE=${role} は表の所有者です。所有者でもスーパーユーザーでもないロールを指定してください。`,
      );
    }
    if (!found.mayGrant) {
      throw new MigrationError(
        '移行は表の所有者にだけできます。DATABASE_URL に所有者のユーザーを指定してください。',
      );
    }
    const grants = grantsTo(pg.escapeIdentifier(role));
    await client.query(
      `begin; select pg_advisory_xact_lock(${ADVISORY_LOCKS.servingGrants}); ${grants}; commit`,
    );
  });
}
