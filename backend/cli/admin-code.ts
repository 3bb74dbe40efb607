import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { AppModule } from '../app.module.js';
import { LaunchError } from '../embedded-postgres/launch-error.js';
import { AdminCodes } from '../identity/identity.module.js';
import { migrateToLatest } from '../platform/migrate.js';
import { runCommand, withDatabase } from './command.js';

const USAGE = '使い方: npm run admin-code -- ログイン名 [氏名]';

runCommand(async () => {
  const [loginName, name = loginName, ...more] = process.argv.slice(2);
  if (loginName === undefined || name === undefined || more.length > 0) throw new LaunchError(USAGE);
  await withDatabase(async (databaseUrl, config) => {
    if (config.migrate) await migrateToLatest(databaseUrl);
    const app = await NestFactory.createApplicationContext(AppModule.with(config, databaseUrl), {
      logger: ['error', 'warn'],
    });
    const made = app.get(AdminCodes).make(loginName, name);
    const { code, expires_at } = await made.finally(() => app.close());
    const end = new Date(expires_at).toLocaleString('ja-JP', { timeZone: config.hotelTimezone });
    console.log(`ワンタイムコード: ${code}`);
    console.log(`${end} まで一度だけ使えます。ログイン画面で入力し、パスワードを決めてください。`);
  });
});
