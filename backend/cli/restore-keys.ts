import 'reflect-metadata';
import { BackupError } from '../backup/backup-error.js';
import { openPart } from '../backup/open-backup.js';
import { type RestoredKeys, restoreKeys } from '../backup/restore-keys.js';
import { rebuild } from '../event-store/rebuild/rebuild.js';
import { RebuildError } from '../event-store/rebuild/rebuild-error.js';
import { ConfigError, readConfig } from '../platform/config.js';
import { MigrationError, migrateToLatest } from '../platform/migrate.js';
import { eventStoreParts, READ_MODELS } from '../streams.js';
import { readFolder } from './folder-arguments.js';
import { LaunchError } from './launch-error.js';
import { rebuildLines } from './rebuild-lines.js';
import { useDatabase } from './use-database.js';

const USAGE = '使い方: npm run restore-keys -- 鍵のフォルダー';

function report({ restored, erased, replaced, others }: RestoredKeys): void {
  console.log(`鍵を ${restored} 件戻しました。`);
  if (erased > 0) console.log(`その後に削除された ${erased} 件は、削除されたままです。`);
  if (replaced > 0) console.log(`すでに鍵がある ${replaced} 件は、そのままにしました。`);
  if (!others) console.log('注意: 取込ファイルの記録は、その後の取り込みか削除があるため戻していません。');
}

async function run(): Promise<void> {
  const { folder } = readFolder(USAGE, {});
  const config = readConfig(process.env);
  const part = await openPart(folder, 'keys');
  const database = await useDatabase(config, console.log);
  try {
    await migrateToLatest(database.url);
    report(await restoreKeys(database.url, part));
    await rebuild(database.url, eventStoreParts(), READ_MODELS, rebuildLines());
    console.log('表を作り直しました。起動中のサーバーがあれば、再起動してください。');
  } finally {
    await database.close();
  }
}

run().catch((error: unknown) => {
  const readable = [ConfigError, LaunchError, MigrationError, RebuildError, BackupError].some(
    (kind) => error instanceof kind,
  );
  console.error(readable ? (error as Error).message : error);
  process.exitCode = 1;
});
