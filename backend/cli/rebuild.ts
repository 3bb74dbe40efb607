import { rebuild } from '../event-store/rebuild/rebuild.js';
import { readConfig } from '../platform/config.js';
import { migrateToLatest } from '../platform/migrate.js';
import { eventStoreParts, READ_MODELS } from '../streams.js';
import { rebuildLines } from './rebuild-lines.js';
import { runProgram } from './run-program.js';
import { useDatabase } from './use-database.js';

runProgram(async () => {
  const config = readConfig(process.env);
  const database = await useDatabase(config, console.log);
  try {
    await migrateToLatest(database.url);
    const position = await rebuild(database.url, eventStoreParts(), READ_MODELS, rebuildLines());
    console.log(`再構築が終わりました。位置 ${position} までのログと一致しています。`);
  } finally {
    await database.close();
  }
});
