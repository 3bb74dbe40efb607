import 'reflect-metadata';
import { BackupError } from '../backup/backup-error.js';
import { type CheckedBackup, type KeysChoice, openBackup } from '../backup/open-backup.js';
import { type RestoreProgress, restoreBackup } from '../backup/restore-backup.js';
import { renewReadModels } from '../event-store/read-model-form.js';
import { RebuildError } from '../event-store/rebuild/rebuild-error.js';
import { ConfigError, readConfig } from '../platform/config.js';
import { MigrationError } from '../platform/migrate.js';
import { eventStoreParts, READ_MODELS } from '../streams.js';
import { readFolder, typedPath } from './folder-arguments.js';
import { LaunchError } from './launch-error.js';
import { progressLine } from './progress-line.js';
import { rebuildLines } from './rebuild-lines.js';
import { useDatabase } from './use-database.js';
import { verifyHotel } from './verify-checks.js';

const USAGE = '使い方: npm run restore -- フォルダー [--keys 鍵のフォルダー | --without-keys]';
const WITHOUT_KEYS =
  '注意: 鍵なしで復元しました。npm run restore-keys -- 鍵のフォルダー で鍵を戻すまで、氏名などは 削除済み と表示され、パスワードと取込ファイルの記録はありません。';

function readArguments(): { folder: string; keys: KeysChoice } {
  const { folder, values } = readFolder(USAGE, {
    keys: { type: 'string' },
    'without-keys': { type: 'boolean', default: false },
  });
  const isWithout = values['without-keys'] === true;
  if (typeof values.keys !== 'string') return { folder, keys: isWithout ? 'none' : null };
  if (isWithout) throw new LaunchError(USAGE);
  return { folder, keys: typedPath(values.keys) };
}

function told(): RestoreProgress {
  let line: { table: string; tell: ReturnType<typeof progressLine> } | null = null;
  return (table, rows, total) => {
    if (line?.table !== table) line = { table, tell: progressLine(`復元中 ${table}`) };
    line.tell(rows, total);
  };
}

async function restore(databaseUrl: string, backup: CheckedBackup, evidenceDir: string): Promise<void> {
  const { position } = backup.log.manifest;
  await restoreBackup(databaseUrl, backup, told());
  console.log(`位置 ${position.toLocaleString('ja-JP')} までのログを復元しました。表を作り直しています…`);
  await renewReadModels(databaseUrl, eventStoreParts(), READ_MODELS, rebuildLines());
  const isGood = await verifyHotel({ databaseUrl, evidenceDir, restoredTo: position });
  if (!backup.keys) console.log(WITHOUT_KEYS);
  console.log(isGood ? '復元が終わりました。すべて正常です。' : '復元しましたが、上の点が正しくありません。');
  if (!isGood) process.exitCode = 1;
}

async function run(): Promise<void> {
  const { folder, keys } = readArguments();
  const config = readConfig(process.env);
  console.log('バックアップのファイルを確かめています…');
  const backup = await openBackup(folder, keys);
  const database = await useDatabase(config, console.log);
  try {
    await restore(database.url, backup, config.evidenceDir);
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
