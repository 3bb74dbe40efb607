// `commands.js NAME …` is what `npm run NAME -- …` runs, but for `npm start`.
import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { createWriteStream, existsSync, statSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { basename, join, relative, resolve, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { countText } from '@domain/calendar/stay-text.js';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { ImportSummary } from '@wire/csv-imports.js';
import { AppModule } from '../../app.module.js';
import { BackupError } from '../../backup/backup-error.js';
import { type CheckedBackup, openBackup, openPart } from '../../backup/backup-folder.js';
import { restoreBackup, restoreKeys } from '../../backup/restore-backup.js';
import { recordStored, takeBackup } from '../../backup/take-backup.js';
import { EventStore } from '../../event-store/event-store.js';
import { rebuild, renewReadModels } from '../../event-store/rebuild/rebuild.js';
import { RebuildError } from '../../event-store/rebuild/rebuild-context.js';
import { knownEnds } from '../../evidence/checkpoint-chain.js';
import { CheckpointService } from '../../evidence/evidence.module.js';
import { OneTimeCodes } from '../../identity/identity.module.js';
import { importResults } from '../../imports/import-report.query.js';
import { ImportIntake, ImportRunner } from '../../imports/imports.module.js';
import { exportFiles } from '../../move-in/export-files.js';
import { type Config, ConfigError, readConfig } from '../../platform/config.js';
import { withLongRunningClient } from '../../platform/database.js';
import { RefusedError, UnreadableEventError } from '../../platform/errors.js';
import { LARGEST_FILE_BYTES, shownFileName, TOO_LARGE } from '../../platform/incoming-file.js';
import { grantServing, MigrationError, migrateToLatest } from '../../platform/migrate.js';
import { DATABASE, LONG_RUNNING_DATABASE } from '../../platform/platform.module.js';
import { productVersion } from '../../platform/product-version.js';
import { messageOf } from '../../platform/thrown.js';
import { eventStoreParts, READ_MODELS } from '../../streams.js';
import { locatePostgresHome } from '../embedded-postgres/data-folder.js';
import { codeOf, LaunchError } from '../embedded-postgres/launch-error.js';
import { openApplicationDatabase, readPostmaster } from '../embedded-postgres/postgres-server.js';
import { openDatabase } from './open-database.js';
import { progressLine, rebuildProgress, tableProgress } from './progress.js';
import { verifyHotel } from './verify-hotel.js';

const [, , name = '', ...args] = process.argv;
const NOT_PERMITTED = '42501';
const WITH_READABLE_MESSAGE = [
  ConfigError,
  LaunchError,
  MigrationError,
  RebuildError,
  BackupError,
  RefusedError,
];
const WITHOUT_KEYS =
  '注意: 鍵なしで復元しました。npm run restore-keys -- 鍵のフォルダー で鍵を戻すまで、氏名などは 削除済み と表示され、パスワードと取込ファイルの記録はありません。';
const PROGRESS_EVERY_MS = 1_000;

const COMMANDS: Record<string, () => Promise<void>> = {
  migrate: () =>
    withMigrated(async (databaseUrl, { databaseAppRole }) => {
      // Before the rebuild: nodes of the last version go on serving, and the new tables inherit the grants.
      if (databaseAppRole !== null) await grantServing(databaseUrl, databaseAppRole);
      await renewReadModels(databaseUrl, eventStoreParts(), READ_MODELS, rebuildProgress());
      console.log('データベースはこのバージョンになっています。');
    }),

  rebuild: () =>
    withMigrated(async (databaseUrl) => {
      const position = await rebuild(databaseUrl, eventStoreParts(), READ_MODELS, rebuildProgress());
      console.log(`再構築が終わりました。位置 ${position} までのログと一致しています。`);
    }),

  verify: () =>
    withMigrated(async (databaseUrl, config) => {
      await requireEvidenceFolder(databaseUrl, config);
      const isGood = await verifyHotel({ ...config, databaseUrl, restoredTo: null });
      if (!isGood) process.exitCode = 1;
    }),

  checkpoint: () =>
    withMigrated(async (databaseUrl, config) => {
      const { position, created_at, hash } = await new CheckpointService(databaseUrl, config).make();
      console.log(`位置 ${countText(position)} のチェックポイントがあります(署名 ${created_at})。`);
      console.log(`ハッシュ: ${hash}`);
      console.log(`フォルダー: ${config.evidenceDir}`);
    }),

  async backup() {
    const { path, values } = readArguments('フォルダー [--keys 鍵のフォルダー] [--unstored]', {
      keys: { type: 'string' },
      unstored: { type: 'boolean', default: false },
    });
    const folder = absolutePath(path);
    const keysFolder = values.keys === undefined ? null : absolutePath(values.keys);
    if (keysFolder !== null && !relative(folder, keysFolder).startsWith(`..${sep}`)) {
      throw new LaunchError('--keys にはバックアップのフォルダーの外にあるフォルダーを指定してください。');
    }
    await withDatabase((databaseUrl) => backUp(databaseUrl, folder, keysFolder, values.unstored));
  },

  async 'backup-stored'() {
    const { path } = readArguments('フォルダー', {});
    await withDatabase((databaseUrl) => recordStored(databaseUrl, absolutePath(path)));
    console.log(`${path} は別の場所に保管済みとして記録しました。`);
  },

  async restore() {
    const usage = 'フォルダー [--keys 鍵のフォルダー | --without-keys]';
    const { path, values } = readArguments(usage, {
      keys: { type: 'string' },
      'without-keys': { type: 'boolean', default: false },
    });
    if (values.keys !== undefined && values['without-keys']) throw misused(usage);
    const keys = values.keys === undefined ? null : absolutePath(values.keys);
    console.log('バックアップのファイルを確かめています…');
    const backup = await openBackup(absolutePath(path), values['without-keys'] ? 'none' : keys);
    await withDatabase((databaseUrl, { evidenceDir }) => restore(databaseUrl, backup, evidenceDir));
  },

  async 'restore-keys'() {
    const keys = await openPart(absolutePath(readArguments('鍵のフォルダー', {}).path), 'keys');
    await withMigrated(async (databaseUrl) => {
      const { restored, erased, replaced, others } = await restoreKeys(databaseUrl, keys);
      console.log(`鍵を ${restored} 件戻しました。`);
      if (erased > 0) console.log(`その後に削除された ${erased} 件は、削除されたままです。`);
      if (replaced > 0) console.log(`すでに鍵がある ${replaced} 件は、そのままにしました。`);
      if (!others)
        console.log('注意: 取込ファイルの記録は、その後の取り込みか削除があるため戻していません。');
      await rebuild(databaseUrl, eventStoreParts(), READ_MODELS, rebuildProgress());
      console.log('表を作り直しました。起動中のサーバーがあれば、再起動してください。');
    });
  },

  async 'admin-code'() {
    const [loginName, staffName = loginName, ...more] = args;
    if (loginName === undefined || staffName === undefined || more.length > 0)
      throw misused('ログイン名 [氏名]');
    await withDatabase(async (databaseUrl, config) => {
      if (config.migrate) await migrateToLatest(databaseUrl);
      await withApp(databaseUrl, config, async (app) => {
        const { code, expires_at } = await app.get(OneTimeCodes).makeForAdmin(loginName, staffName);
        const end = new Date(expires_at).toLocaleString('ja-JP', { timeZone: config.hotelTimezone });
        console.log(`ワンタイムコード: ${code}`);
        console.log(`${end} まで一度だけ使えます。ログイン画面で入力し、パスワードを決めてください。`);
      });
    });
  },

  async export() {
    const { path } = readArguments('フォルダー', {});
    const folder = absolutePath(path);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if ((await readdir(folder)).length > 0) throw new LaunchError(`フォルダー ${path} は空ではありません。`);
    await withMigrated((databaseUrl, config) =>
      withApp(databaseUrl, config, async (app) => {
        const { reference } = await app.get(EventStore).current();
        for (const { name: file, text } of exportFiles(app.get(LONG_RUNNING_DATABASE), reference)) {
          await pipeline(text, createWriteStream(join(folder, file), { mode: 0o600 }));
          console.log(`${file} を書き出しました。`);
        }
      }),
    );
  },

  async 'import-csv'() {
    const options = { 'dry-run': { type: 'boolean', default: false } } as const;
    const { path, values } = readArguments('ファイル [--dry-run]', options);
    const file = absolutePath(path);
    if (!statSync(file, { throwIfNoEntry: false })?.isFile()) {
      throw new LaunchError(`ファイル ${path} がありません。`);
    }
    await withMigrated((databaseUrl, config) =>
      withApp(databaseUrl, config, (app) => importFile(app, file, values['dry-run'])),
    );
  },
};

/** Refuses to pass a verdict without the checkpoints that a log has: nobody has said where they are. */
async function requireEvidenceFolder(databaseUrl: string, config: Config): Promise<void> {
  if (config.databaseUrl === null || process.env.EVIDENCE_DIR) return;
  const ends = await withLongRunningClient(databaseUrl, knownEnds);
  if (ends.length === 0) return;
  throw new LaunchError(
    'このログには署名したチェックポイントがありますが、EVIDENCE_DIR がありません。サーバーと同じフォルダーを指定してください。',
  );
}

async function backUp(
  databaseUrl: string,
  folder: string,
  keysFolder: string | null,
  isUnstored: boolean,
): Promise<void> {
  const line = progressLine('バックアップ中');
  const order = { folder, keysFolder, productVersion: productVersion(), isUnstored };
  const backup = await takeBackup(databaseUrl, order, (_table, rows, total) => {
    if (total !== null) line(rows, total);
  });
  console.log(`位置 ${countText(backup.position)} までのバックアップを ${folder} に作りました。`);
  console.log(`ハッシュ: ${backup.head_hash}`);
  if (!backup.isRecorded) {
    console.log(
      '注意: バックアップはできましたが、日時をデータベースに記録できませんでした。監視では前回のものに見えます。',
    );
  }
  if (backup.eventsMissing !== 0) {
    console.log('注意: ログの件数が先頭行の記録と一致しません。npm run verify で確かめてください。');
  }
  console.log(
    keysFolder === null
      ? `注意: 鍵と個人情報が同じフォルダーの ${backup.keysFolder} にあります。別の場所へ移すか、--keys で分けてください。`
      : `鍵と個人情報は ${backup.keysFolder} にあります。ログとは別に保管してください。`,
  );
}

async function restore(databaseUrl: string, backup: CheckedBackup, evidenceDir: string): Promise<void> {
  const { position } = backup.log.manifest;
  await restoreBackup(databaseUrl, backup, tableProgress());
  console.log(`位置 ${countText(position)} までのログを復元しました。表を作り直しています…`);
  await renewReadModels(databaseUrl, eventStoreParts(), READ_MODELS, rebuildProgress());
  const isGood = await verifyHotel({
    ...{ databaseUrl, evidenceDir, checkpointCopyDir: null, restoredTo: position },
  });
  if (!backup.keys) console.log(WITHOUT_KEYS);
  console.log(isGood ? '復元が終わりました。すべて正常です。' : '復元しましたが、上の点が正しくありません。');
  if (!isGood) process.exitCode = 1;
}

async function importFile(app: INestApplicationContext, path: string, dryRun: boolean): Promise<void> {
  if (statSync(path).size > LARGEST_FILE_BYTES) throw TOO_LARGE;
  const runner = app.get(ImportRunner);
  const write = { staffId: null, terminal: 'コマンド', requestId: randomUUID() };
  const order = { path, name: shownFileName(basename(path)), dryRun, write, idempotencyKey: null };
  const id = await app.get(ImportIntake).take(order);
  await runner.start();
  let summary: ImportSummary;
  do {
    summary = await runner.finished(id, PROGRESS_EVERY_MS);
    console.log(`取り込み中: ${summary.done} / ${summary.rows} 行`);
  } while (summary.status === 'running');
  const { rows, changed, cancelled, unchanged, superseded, failed } = summary;
  console.log(dryRun ? '試しに取り込みました。何も変更していません。' : '取り込みました。');
  console.log(
    `${rows} 行: 新規 ${summary.new}、変更 ${changed}、取消 ${cancelled}、変更なし ${unchanged}、旧版 ${superseded}、失敗 ${failed}`,
  );
  for (const { line, reason, detail } of await importResults(app.get(DATABASE), id, { outcome: 'failed' })) {
    console.log(`  ${line} 行目: ${[reason, detail].filter(Boolean).join(' ')}`);
  }
}

/** Opens the hotel's database and closes it afterwards; a running server's database is shared with it. */
async function withDatabase(work: (databaseUrl: string, config: Config) => Promise<void>): Promise<void> {
  const config = readConfig(process.env);
  const shared = await databaseOfRunningServer(config);
  if (shared !== null) return work(shared, config);
  const database = await openDatabase(config, console.log);
  try {
    await work(database.url, config);
  } finally {
    await database.stop();
  }
}

async function databaseOfRunningServer(config: Config): Promise<string | null> {
  if (config.databaseUrl !== null || !existsSync(config.dataDir)) return null;
  const { isNew, home } = locatePostgresHome(config.dataDir);
  const server = isNew ? null : readPostmaster(home);
  return server && openApplicationDatabase(server.port, home);
}

/** The same, after the migrations of this version. */
function withMigrated(work: (databaseUrl: string, config: Config) => Promise<void>): Promise<void> {
  return withDatabase(async (databaseUrl, config) => {
    await migrateToLatest(databaseUrl);
    await work(databaseUrl, config);
  });
}

/** Runs work in the application, which serves nobody. */
async function withApp(
  databaseUrl: string,
  config: Config,
  work: (app: INestApplicationContext) => Promise<void>,
): Promise<void> {
  const app = await NestFactory.createApplicationContext(AppModule.with(config, databaseUrl), {
    logger: ['error', 'warn'],
  });
  await work(app).finally(() => app.close());
}

/** The one file or folder that the command is given, and its options; anything else is refused with the usage. */
function readArguments<Options extends NonNullable<ParseArgsConfig['options']>>(
  usage: string,
  options: Options,
) {
  try {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
    const [path, ...more] = positionals;
    if (path === undefined || more.length > 0) throw misused(usage);
    return { path, values };
  } catch (error) {
    throw misused(usage, error);
  }
}

const misused = (usage: string, cause?: unknown): LaunchError =>
  new LaunchError(`使い方: npm run ${name} -- ${usage}`, { cause });

/** The absolute form of a typed path, which is relative to where npm was called. */
const absolutePath = (path: string): string => resolve(process.env.INIT_CWD ?? process.cwd(), path);

/** A failure as one readable line where possible. */
function explain(error: unknown): unknown {
  if (error instanceof UnreadableEventError) return `${error.text} (${error.message})`;
  if (WITH_READABLE_MESSAGE.some((kind) => error instanceof kind)) return messageOf(error);
  if (codeOf(error) !== NOT_PERMITTED) return error;
  return 'この操作は表の所有者にだけ許されています。DATABASE_URL に所有者のユーザーを指定してください。';
}

async function run(): Promise<void> {
  const command = COMMANDS[name];
  if (!command) throw new LaunchError(`使い方: commands.js ${Object.keys(COMMANDS).join(' | ')}`);
  await command();
}

run().catch((error: unknown) => {
  console.error(explain(error));
  process.exitCode = 1;
});
