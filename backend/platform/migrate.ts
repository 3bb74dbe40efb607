import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Kysely, type Migration, type MigrationProvider, Migrator, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { Queryable } from './database.js';

const OLDEST_SERVER = 150_000;
const NEWER = 'このデータベースはより新しいバージョンで使われています。新しいバージョンで起動してください。';
const migrationsFolder = new URL('../../migrations/', import.meta.url);

/** A database that cannot be brought to this version; the message is fit to be shown. */
export class MigrationError extends Error {}

/** The migrations of this version, by name. */
export const numberedFiles: MigrationProvider = {
  async getMigrations() {
    const files = (await readdir(fileURLToPath(migrationsFolder))).filter((file) =>
      /^\d+[\w.-]*(?<!\.d)\.(ts|js)$/.test(file),
    );
    const loaded = files.map(
      async (file) => [file.replace(/\.\w+$/, ''), await importMigration(file)] as const,
    );
    return Object.fromEntries(await Promise.all(loaded));
  },
};

function importMigration(file: string): Promise<Migration> {
  return import(new URL(file, migrationsFolder).href);
}

/** Runs the migrations that a database has not seen yet; nodes that start together wait for each other. */
export async function migrateToLatest(databaseUrl: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  pool.on('error', () => {}); // A lost idle connection shows up as the next query's error.
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    await requireSupportedServer(db);
    const { error, results } = await new Migrator({ db, provider: numberedFiles }).migrateToLatest();
    if (!error) return;
    const failed = results?.find((result) => result.status === 'Error')?.migrationName;
    const reason = error instanceof Error ? error.message : String(error);
    if (/previously executed migration .* is missing/.test(reason)) {
      throw new MigrationError(NEWER);
    }
    throw new MigrationError(`データベースの移行${failed ? ` ${failed} ` : ''}に失敗しました: ${reason}`, {
      cause: error,
    });
  } finally {
    await db.destroy();
  }
}

/** Whether a database has seen every migration of this version; throws for one that a newer version has migrated. */
export async function isMigrated(client: Queryable): Promise<boolean> {
  const { rows: tables } = await client.query(`select to_regclass('public.kysely_migration') as found`);
  if (tables[0].found === null) return false;
  const { rows } = await client.query('select name from public.kysely_migration');
  const wanted = new Set(Object.keys(await numberedFiles.getMigrations()));
  if (rows.some(({ name }) => !wanted.has(name))) throw new MigrationError(NEWER);
  return rows.length === wanted.size;
}

async function requireSupportedServer(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ number: string; name: string }>`
    select current_setting('server_version_num') as number, current_setting('server_version') as name`.execute(
    db,
  );
  const [version] = rows;
  if (version && Number(version.number) >= OLDEST_SERVER) return;
  throw new MigrationError(`PostgreSQL 15 以降が必要です(接続先は ${version?.name ?? '不明'})。`);
}
