import { rebuild } from '../event-store/rebuild/rebuild.js';
import { migrateToLatest } from '../platform/migrate.js';
import { eventStoreParts, READ_MODELS } from '../streams.js';
import { runCommand, withDatabase } from './command.js';
import { rebuildProgress } from './progress.js';

runCommand(() =>
  withDatabase(async (databaseUrl) => {
    await migrateToLatest(databaseUrl);
    const position = await rebuild(databaseUrl, eventStoreParts(), READ_MODELS, rebuildProgress());
    console.log(`再構築が終わりました。位置 ${position} までのログと一致しています。`);
  }),
);
