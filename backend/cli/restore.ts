import 'reflect-metadata';
import { type CheckedBackup, type KeysChoice, openBackup } from '../backup/backup-folder.js';
import { type RestoreProgress, restoreBackup } from '../backup/restore-backup.js';
import { LaunchError } from '../embedded-postgres/launch-error.js';
import { renewReadModels } from '../event-store/rebuild/rebuild.js';
import { eventStoreParts, READ_MODELS } from '../streams.js';
import { absolutePath, readArguments, runCommand, withDatabase } from './command.js';
import { progressLine, rebuildProgress } from './progress.js';
import { verifyHotel } from './verify-hotel.js';

const USAGE = '使い方: npm run restore -- フォルダー [--keys 鍵のフォルダー | --without-keys]';
const WITHOUT_KEYS =
  '注意: 鍵なしで復元しました。npm run restore-keys -- 鍵のフォルダー で鍵を戻すまで、氏名などは 削除済み と表示され、パスワードと取込ファイルの記録はありません。';

function readChoice(): { folder: string; keys: KeysChoice } {
  const { path, values } = readArguments(USAGE, {
    keys: { type: 'string' },
    'without-keys': { type: 'boolean', default: false },
  });
  const folder = absolutePath(path);
  if (values.keys === undefined) return { folder, keys: values['without-keys'] ? 'none' : null };
  if (values['without-keys']) throw new LaunchError(USAGE);
  return { folder, keys: absolutePath(values.keys) };
}

function tableProgress(): RestoreProgress {
  let current = { table: '', print: progressLine('') };
  return (table, rows, total) => {
    if (current.table !== table) current = { table, print: progressLine(`復元中 ${table}`) };
    current.print(rows, total);
  };
}

async function restore(databaseUrl: string, backup: CheckedBackup, evidenceDir: string): Promise<void> {
  const { position } = backup.log.manifest;
  await restoreBackup(databaseUrl, backup, tableProgress());
  console.log(`位置 ${position.toLocaleString('ja-JP')} までのログを復元しました。表を作り直しています…`);
  await renewReadModels(databaseUrl, eventStoreParts(), READ_MODELS, rebuildProgress());
  const isGood = await verifyHotel({
    ...{ databaseUrl, evidenceDir, checkpointCopyDir: null, restoredTo: position },
  });
  if (!backup.keys) console.log(WITHOUT_KEYS);
  console.log(isGood ? '復元が終わりました。すべて正常です。' : '復元しましたが、上の点が正しくありません。');
  if (!isGood) process.exitCode = 1;
}

runCommand(async () => {
  const { folder, keys } = readChoice();
  console.log('バックアップのファイルを確かめています…');
  const backup = await openBackup(folder, keys);
  await withDatabase((databaseUrl, { evidenceDir }) => restore(databaseUrl, backup, evidenceDir));
});
