import { renewReadModels } from '../event-store/read-model-form.js';
import { readConfig } from '../platform/config.js';
import { migrateToLatest } from '../platform/migrate.js';
import { grantServing } from '../platform/serving-role.js';
import { eventStoreParts, READ_MODELS } from '../streams.js';
import { rebuildLines } from './rebuild-lines.js';
import { runProgram } from './run-program.js';
import { useDatabase } from './use-database.js';

runProgram(async () => {
  const config = readConfig(process.env);
  const database = await useDatabase(config, console.log);
  try {
    await migrateToLatest(database.url);
    // Before the read models are renewed: nodes of the last version go on meanwhile, and the new tables take the grants over.
    if (config.databaseAppRole !== null) await grantServing(database.url, config.databaseAppRole);
    await renewReadModels(database.url, eventStoreParts(), READ_MODELS, rebuildLines());
    console.log('データベースはこのバージョンになっています。');
  } finally {
    await database.close();
  }
});
