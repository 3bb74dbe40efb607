import 'reflect-metadata';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { NestFactory } from '@nestjs/core';
import { AppModule } from '../app.module.js';
import { LaunchError } from '../embedded-postgres/launch-error.js';
import { EventStore } from '../event-store/event-store.js';
import { exportFiles } from '../move-in/export-files.js';
import { migrateToLatest } from '../platform/migrate.js';
import { LONG_RUNNING_DATABASE } from '../platform/platform.module.js';
import { absolutePath, readArguments, runCommand, withDatabase } from './command.js';

const USAGE = '使い方: npm run export -- フォルダー';

runCommand(async () => {
  const { path } = readArguments(USAGE, {});
  const folder = absolutePath(path);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new LaunchError(`フォルダー ${path} は空ではありません。`);
  await withDatabase(async (databaseUrl, config) => {
    await migrateToLatest(databaseUrl);
    const app = await NestFactory.createApplicationContext(AppModule.with(config, databaseUrl), {
      logger: ['error', 'warn'],
    });
    try {
      const { reference } = await app.get(EventStore).current();
      for (const { name, text } of exportFiles(app.get(LONG_RUNNING_DATABASE), reference)) {
        await pipeline(text, createWriteStream(join(folder, name), { mode: 0o600 }));
        console.log(`${name} を書き出しました。`);
      }
    } finally {
      await app.close();
    }
  });
});
