import 'reflect-metadata';
import { readConfig } from '../platform/config.js';
import { migrateToLatest } from '../platform/migrate.js';
import { runProgram } from './run-program.js';
import { useDatabase } from './use-database.js';
import { verifyHotel } from './verify-checks.js';

runProgram(async () => {
  const config = readConfig(process.env);
  const database = await useDatabase(config, console.log);
  try {
    await migrateToLatest(database.url);
    const { evidenceDir } = config;
    const isGood = await verifyHotel({ databaseUrl: database.url, evidenceDir, restoredTo: null });
    if (!isGood) process.exitCode = 1;
  } finally {
    await database.close();
  }
});
