import 'reflect-metadata';
import { RebuildError } from '../event-store/rebuild/rebuild-error.js';
import { ConfigError, readConfig } from '../platform/config/config.js';
import { MigrationError, migrateToLatest } from '../platform/migrate.js';
import { LaunchError } from './launch-error.js';
import { useDatabase } from './use-database.js';
import { verifyHotel } from './verify-checks.js';

async function run(): Promise<void> {
  const config = readConfig(process.env);
  const database = await useDatabase(config, console.log);
  try {
    await migrateToLatest(database.url);
    const { evidenceDir } = config;
    const isGood = await verifyHotel({ databaseUrl: database.url, evidenceDir, restoredTo: null });
    if (!isGood) process.exitCode = 1;
  } finally {
    await database.close();
  }
}

run().catch((error: unknown) => {
  const readable = [ConfigError, LaunchError, MigrationError, RebuildError].some(
    (kind) => error instanceof kind,
  );
  console.error(readable ? (error as Error).message : error);
  process.exitCode = 1;
});
