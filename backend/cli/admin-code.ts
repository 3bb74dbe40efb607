import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { AppModule } from '../app.module.js';
import { AdminCodes } from '../identity/identity.module.js';
import { ConfigError, readConfig } from '../platform/config.js';
import { RefusedError } from '../platform/errors.js';
import { MigrationError, migrateToLatest } from '../platform/migrate.js';
import { LaunchError } from './launch-error.js';
import { useDatabase } from './use-database.js';

const USAGE = '使い方: npm run admin-code -- ログイン名 [氏名]';

async function run(): Promise<void> {
  const [loginName, name = loginName, ...more] = process.argv.slice(2);
  if (loginName === undefined || name === undefined || more.length > 0) throw new LaunchError(USAGE);
  const config = readConfig(process.env);
  const database = await useDatabase(config, console.log);
  try {
    if (config.migrate) await migrateToLatest(database.url);
    const app = await NestFactory.createApplicationContext(AppModule.with(config, database.url), {
      logger: ['error', 'warn'],
    });
    const made = app.get(AdminCodes).make(loginName, name);
    const { code, expires_at } = await made.finally(() => app.close());
    const end = new Date(expires_at).toLocaleString('ja-JP', { timeZone: config.hotelTimezone });
    console.log(`ワンタイムコード: ${code}`);
    console.log(`${end} まで一度だけ使えます。ログイン画面で入力し、パスワードを決めてください。`);
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
