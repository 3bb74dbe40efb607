import { rebuild } from '../event-store/rebuild/rebuild.js';
import { RebuildError } from '../event-store/rebuild/rebuild-error.js';
import { ConfigError, readConfig } from '../platform/config/config.js';
import { MigrationError, migrateToLatest } from '../platform/migrate.js';
import { eventStoreParts, READ_MODELS } from '../streams.js';
import { LaunchError } from './launch-error.js';
import { rebuildLines } from './rebuild-lines.js';
import { useDatabase } from './use-database.js';

async function run(): Promise<void> {
  const config = readConfig(process.env);
  const database = await useDatabase(config, console.log);
  try {
    await migrateToLatest(database.url);
    const position = await rebuild(database.url, eventStoreParts(), READ_MODELS, rebuildLines());
    console.log(`再構築が終わりました。位置 ${position} までのログと一致しています。`);
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
