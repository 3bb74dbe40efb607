import 'reflect-metadata';
import { CheckpointService } from '../evidence/evidence.module.js';
import { ConfigError, readConfig } from '../platform/config.js';
import { RefusedError } from '../platform/errors.js';
import { MigrationError, migrateToLatest } from '../platform/migrate.js';
import { LaunchError } from './launch-error.js';
import { useDatabase } from './use-database.js';

async function run(): Promise<void> {
  const config = readConfig(process.env);
  const database = await useDatabase(config, console.log);
  try {
    await migrateToLatest(database.url);
    const settings = { folder: config.evidenceDir, everyMinutes: config.checkpointMinutes };
    const { position, hash, created_at } = await new CheckpointService(database.url, settings).make();
    console.log(
      `位置 ${position.toLocaleString('ja-JP')} のチェックポイントがあります(署名 ${created_at})。`,
    );
    console.log(`ハッシュ: ${hash}`);
    console.log(`フォルダー: ${config.evidenceDir}`);
  } finally {
    await database.close();
  }
}

run().catch((error: unknown) => {
  const readable = [ConfigError, LaunchError, MigrationError, RefusedError].some(
    (kind) => error instanceof kind,
  );
  console.error(readable ? (error as Error).message : error);
  process.exitCode = 1;
});
