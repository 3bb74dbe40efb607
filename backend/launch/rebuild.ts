import { RebuildError, rebuild } from '../event-store/rebuild.js';
import { ConfigError, readConfig } from '../platform/config.js';
import { MigrationError, migrateToLatest } from '../platform/migrate.js';
import { eventStoreParts, PROJECTED_TABLES } from '../streams.js';
import { LaunchError } from './launch-error.js';
import { useDatabase } from './use-database.js';

function progressLine(started: number): (done: number, head: number) => void {
  return (done, head) => {
    const rate = done / ((performance.now() - started) / 1000);
    const left = Math.ceil((head - done) / rate);
    console.log(`再構築中: ${done} / ${head} 件 (毎秒 ${Math.round(rate)} 件、残り約 ${left} 秒)`);
  };
}

async function run(): Promise<void> {
  const config = readConfig(process.env);
  const database = await useDatabase(config, console.log);
  try {
    await migrateToLatest(database.url);
    const started = performance.now();
    const position = await rebuild(database.url, eventStoreParts(), PROJECTED_TABLES, progressLine(started));
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
