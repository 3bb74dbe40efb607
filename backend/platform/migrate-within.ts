import { Kysely, type MigrationResultSet, Migrator, PostgresDialect } from 'kysely';
import { MigrationError, numberedFiles } from './migrate.js';
import type { PatientClient } from './patient-client.js';

/** The names of this version's migrations, oldest first. */
export async function knownMigrations(): Promise<string[]> {
  return Object.keys(await numberedFiles.getMigrations()).sort();
}

/** Kysely on a connection that belongs to somebody else, and is neither closed nor given a transaction by it. */
function kyselyWithin(client: PatientClient): Kysely<unknown> {
  const borrowed = { query: client.query.bind(client), release: () => undefined };
  const pool = { connect: async () => borrowed, end: async () => undefined };
  return new Kysely<unknown>({ dialect: new PostgresDialect({ pool: pool as never }) });
}

function requireDone({ error, results }: MigrationResultSet): void {
  if (!error) return;
  const failed = results?.find(({ status }) => status === 'Error')?.migrationName;
  throw new MigrationError(
    `データベースの移行${failed ? ` ${failed} ` : ''}に失敗しました: ${String(error)}`,
    {
      cause: error,
    },
  );
}

/** Runs migrations inside the transaction of a connection, up to one of them or to the last. */
export async function migrateWithin(client: PatientClient, upTo: string | null): Promise<void> {
  const migrator = new Migrator({
    db: kyselyWithin(client),
    provider: numberedFiles,
    disableTransactions: true,
  });
  requireDone(await (upTo === null ? migrator.migrateToLatest() : migrator.migrateTo(upTo)));
}
