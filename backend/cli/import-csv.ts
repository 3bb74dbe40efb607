import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { ImportSummary } from '@wire/csv-imports.js';
import { AppModule } from '../app.module.js';
import { shownFileName } from '../imports/file-name.js';
import { importResults } from '../imports/import-report.query.js';
import { ImportIntake, ImportRunner } from '../imports/imports.module.js';
import { LARGEST_FILE_BYTES, TOO_LARGE } from '../imports/upload.interceptor.js';
import { ConfigError, readConfig } from '../platform/config.js';
import { RefusedError } from '../platform/errors.js';
import { MigrationError, migrateToLatest } from '../platform/migrate.js';
import { DATABASE } from '../platform/platform.module.js';
import { LaunchError } from './launch-error.js';
import { useDatabase } from './use-database.js';

const USAGE = '使い方: npm run import-csv -- ファイル [--dry-run]';
const BETWEEN_LINES_MS = 1_000;

type Wanted = { path: string; dryRun: boolean };

/** What was asked for; a relative path is meant from where npm was called. */
function readArguments(): Wanted {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { 'dry-run': { type: 'boolean', default: false } },
    });
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) throw new LaunchError(USAGE);
    const path = resolve(process.env.INIT_CWD ?? process.cwd(), file);
    if (!existsSync(path) || !statSync(path).isFile()) {
      throw new LaunchError(`ファイル ${file} がありません。`);
    }
    return { path, dryRun: values['dry-run'] };
  } catch (error) {
    throw error instanceof LaunchError ? error : new LaunchError(USAGE, { cause: error });
  }
}

function countsLine({ rows, ...counts }: ImportSummary): string {
  return (
    `${rows} 行: 新規 ${counts.new}、変更 ${counts.changed}、取消 ${counts.cancelled}、変更なし ${counts.unchanged}、` +
    `旧版 ${counts.superseded}、失敗 ${counts.failed}`
  );
}

async function takeIn(app: INestApplicationContext, { path, dryRun }: Wanted): Promise<void> {
  if (statSync(path).size > LARGEST_FILE_BYTES) throw TOO_LARGE;
  const runner = app.get(ImportRunner);
  const write = { staffId: null, terminal: 'コマンド', requestId: randomUUID() };
  const file = { path, name: shownFileName(basename(path)) };
  const id = await app.get(ImportIntake).take(file, { dryRun, write, idempotencyKey: null });
  await runner.start();
  let summary = await runner.finished(id, 0);
  while (summary.status === 'running') {
    summary = await runner.finished(id, BETWEEN_LINES_MS);
    console.log(`取り込み中: ${summary.done} / ${summary.rows} 行`);
  }
  console.log(dryRun ? '試しに取り込みました。何も変更していません。' : '取り込みました。');
  console.log(countsLine(summary));
  for (const { line, reason, detail } of await importResults(app.get(DATABASE), id, { outcome: 'failed' })) {
    console.log(`  ${line} 行目: ${[reason, detail].filter(Boolean).join(' ')}`);
  }
}

async function run(): Promise<void> {
  const wanted = readArguments();
  const config = readConfig(process.env);
  const database = await useDatabase(config, console.log);
  try {
    await migrateToLatest(database.url);
    const app = await NestFactory.createApplicationContext(AppModule.with(config, database.url), {
      logger: ['error', 'warn'],
    });
    await takeIn(app, wanted).finally(() => app.close());
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
