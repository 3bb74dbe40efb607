import { renewReadModels } from '../event-store/rebuild/rebuild.js';
import { grantServing, migrateToLatest } from '../platform/migrate.js';
import { eventStoreParts, READ_MODELS } from '../streams.js';
import { runCommand, withDatabase } from './command.js';
import { rebuildProgress } from './progress.js';

runCommand(() =>
  withDatabase(async (databaseUrl, { databaseAppRole }) => {
    await migrateToLatest(databaseUrl);
    // Before the rebuild: nodes of the last version go on serving, and the new tables inherit the grants.
    if (databaseAppRole !== null) await grantServing(databaseUrl, databaseAppRole);
    await renewReadModels(databaseUrl, eventStoreParts(), READ_MODELS, rebuildProgress());
    console.log('データベースはこのバージョンになっています。');
  }),
);
