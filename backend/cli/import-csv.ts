import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { basename } from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { ImportSummary } from '@wire/csv-imports.js';
import { AppModule } from '../app.module.js';
import { LaunchError } from '../embedded-postgres/launch-error.js';
import { importResults } from '../imports/import-report.query.js';
import { ImportIntake, ImportRunner } from '../imports/imports.module.js';
import { LARGEST_FILE_BYTES, shownFileName, TOO_LARGE } from '../platform/incoming-file.js';
import { migrateToLatest } from '../platform/migrate.js';
import { DATABASE } from '../platform/platform.module.js';
import { absolutePath, readArguments, runCommand, withDatabase } from './command.js';

const USAGE = '使い方: npm run import-csv -- ファイル [--dry-run]';
const PROGRESS_EVERY_MS = 1_000;

function countsLine({ rows, ...counts }: ImportSummary): string {
  return (
    `${rows} 行: 新規 ${counts.new}、変更 ${counts.changed}、取消 ${counts.cancelled}、変更なし ${counts.unchanged}、` +
    `旧版 ${counts.superseded}、失敗 ${counts.failed}`
  );
}

async function importFile(app: INestApplicationContext, path: string, dryRun: boolean): Promise<void> {
  if (statSync(path).size > LARGEST_FILE_BYTES) throw TOO_LARGE;
  const runner = app.get(ImportRunner);
  const write = { staffId: null, terminal: 'コマンド', requestId: randomUUID() };
  const order = { path, name: shownFileName(basename(path)), dryRun, write, idempotencyKey: null };
  const id = await app.get(ImportIntake).take(order);
  await runner.start();
  let summary = await runner.finished(id, 0);
  while (summary.status === 'running') {
    summary = await runner.finished(id, PROGRESS_EVERY_MS);
    console.log(`取り込み中: ${summary.done} / ${summary.rows} 行`);
  }
  console.log(dryRun ? '試しに取り込みました。何も変更していません。' : '取り込みました。');
  console.log(countsLine(summary));
  for (const { line, reason, detail } of await importResults(app.get(DATABASE), id, { outcome: 'failed' })) {
    console.log(`  ${line} 行目: ${[reason, detail].filter(Boolean).join(' ')}`);
  }
}

runCommand(async () => {
  const { path, values } = readArguments(USAGE, { 'dry-run': { type: 'boolean', default: false } });
  const file = absolutePath(path);
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) {
    throw new LaunchError(`ファイル ${path} がありません。`);
  }
  await withDatabase(async (databaseUrl, config) => {
    await migrateToLatest(databaseUrl);
    const app = await NestFactory.createApplicationContext(AppModule.with(config, databaseUrl), {
      logger: ['error', 'warn'],
    });
    await importFile(app, file, values['dry-run']).finally(() => app.close());
  });
});
