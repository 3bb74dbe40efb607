import { join, relative, sep } from 'node:path';
import { type TakenBackup, takeBackup } from '../backup/take-backup.js';
import { LaunchError } from '../embedded-postgres/launch-error.js';
import { productVersion } from '../platform/product-version.js';
import { absolutePath, readArguments, runCommand, withDatabase } from './command.js';
import { progressLine } from './progress.js';

const USAGE = '使い方: npm run backup -- フォルダー [--keys 鍵のフォルダー]';

function readFolders() {
  const { path, values } = readArguments(USAGE, { keys: { type: 'string' } });
  const folder = absolutePath(path);
  const keysFolder = values.keys === undefined ? null : absolutePath(values.keys);
  if (keysFolder !== null && !relative(folder, keysFolder).startsWith(`..${sep}`)) {
    throw new LaunchError('--keys にはバックアップのフォルダーの外にあるフォルダーを指定してください。');
  }
  return { folder, keysFolder };
}

function report(folder: string, { position, head_hash, keysFolder, eventsMissing }: TakenBackup): void {
  console.log(`位置 ${position.toLocaleString('ja-JP')} までのバックアップを ${folder} に作りました。`);
  console.log(`ハッシュ: ${head_hash}`);
  if (eventsMissing !== 0) {
    console.log('注意: ログの件数が先頭行の記録と一致しません。npm run verify で確かめてください。');
  }
  console.log(
    keysFolder === join(folder, 'keys')
      ? `注意: 鍵と個人情報が同じフォルダーの ${keysFolder} にあります。別の場所へ移すか、--keys で分けてください。`
      : `鍵と個人情報は ${keysFolder} にあります。ログとは別に保管してください。`,
  );
}

runCommand(async () => {
  const folders = readFolders();
  await withDatabase(async (databaseUrl) => {
    let line: ReturnType<typeof progressLine> | null = null;
    const order = { ...folders, productVersion: productVersion() };
    const backup = await takeBackup(databaseUrl, order, (_table, rows, total) => {
      if (total === null) return;
      line ??= progressLine('バックアップ中');
      line(rows, total);
    });
    report(folders.folder, backup);
  });
});
