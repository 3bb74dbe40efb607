import 'reflect-metadata';
import { join, relative, sep } from 'node:path';
import { BackupError } from '../backup/backup-error.js';
import { type BackupProgress, type TakenBackup, takeBackup } from '../backup/take-backup.js';
import { ConfigError, readConfig } from '../platform/config.js';
import { productVersion } from '../platform/product-version.js';
import { readFolder, typedPath } from './folder-arguments.js';
import { LaunchError } from './launch-error.js';
import { progressLine } from './progress-line.js';
import { useDatabase } from './use-database.js';

const USAGE = '使い方: npm run backup -- フォルダー [--keys 鍵のフォルダー]';

function readArguments() {
  const { folder, values } = readFolder(USAGE, { keys: { type: 'string' } });
  const keysFolder = typeof values.keys === 'string' ? typedPath(values.keys) : null;
  const isInside = keysFolder !== null && !relative(folder, keysFolder).startsWith(`..${sep}`);
  if (isInside)
    throw new LaunchError('--keys にはバックアップのフォルダーの外にあるフォルダーを指定してください。');
  return { folder, keysFolder };
}

function told(): BackupProgress {
  let line: ReturnType<typeof progressLine> | null = null;
  return (_table, rows, total) => {
    if (total === null) return;
    line ??= progressLine('バックアップ中');
    line(rows, total);
  };
}

function report(folder: string, { position, head_hash, keysFolder, eventsMissing }: TakenBackup): void {
  console.log(`位置 ${position.toLocaleString('ja-JP')} までのバックアップを ${folder} に作りました。`);
  console.log(`ハッシュ: ${head_hash}`);
  if (eventsMissing !== 0) {
    console.log('注意: ログの件数が先頭行の記録と一致しません。npm run verify で確かめてください。');
  }
  if (keysFolder !== join(folder, 'keys')) {
    console.log(`鍵と個人情報は ${keysFolder} にあります。ログとは別に保管してください。`);
    return;
  }
  console.log(
    `注意: 鍵と個人情報が同じフォルダーの ${keysFolder} にあります。別の場所へ移すか、--keys で分けてください。`,
  );
}

async function run(): Promise<void> {
  const { folder, keysFolder } = readArguments();
  const config = readConfig(process.env);
  const database = await useDatabase(config, console.log);
  try {
    const order = { folder, keysFolder, productVersion: productVersion() };
    report(folder, await takeBackup(database.url, order, told()));
  } finally {
    await database.close();
  }
}

run().catch((error: unknown) => {
  const readable = [ConfigError, LaunchError, BackupError].some((kind) => error instanceof kind);
  console.error(readable ? (error as Error).message : error);
  process.exitCode = 1;
});
