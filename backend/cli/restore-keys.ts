import { openPart } from '../backup/backup-folder.js';
import { type RestoredKeys, restoreKeys } from '../backup/restore-backup.js';
import { rebuild } from '../event-store/rebuild/rebuild.js';
import { migrateToLatest } from '../platform/migrate.js';
import { eventStoreParts, READ_MODELS } from '../streams.js';
import { absolutePath, readArguments, runCommand, withDatabase } from './command.js';
import { rebuildProgress } from './progress.js';

const USAGE = '使い方: npm run restore-keys -- 鍵のフォルダー';

function report({ restored, erased, replaced, others }: RestoredKeys): void {
  console.log(`鍵を ${restored} 件戻しました。`);
  if (erased > 0) console.log(`その後に削除された ${erased} 件は、削除されたままです。`);
  if (replaced > 0) console.log(`すでに鍵がある ${replaced} 件は、そのままにしました。`);
  if (!others) console.log('注意: 取込ファイルの記録は、その後の取り込みか削除があるため戻していません。');
}

runCommand(async () => {
  const { path } = readArguments(USAGE, {});
  const keys = await openPart(absolutePath(path), 'keys');
  await withDatabase(async (databaseUrl) => {
    await migrateToLatest(databaseUrl);
    report(await restoreKeys(databaseUrl, keys));
    await rebuild(databaseUrl, eventStoreParts(), READ_MODELS, rebuildProgress());
    console.log('表を作り直しました。起動中のサーバーがあれば、再起動してください。');
  });
});
