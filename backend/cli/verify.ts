import 'reflect-metadata';
import { migrateToLatest } from '../platform/migrate.js';
import { runCommand, withDatabase } from './command.js';
import { verifyHotel } from './verify-hotel.js';

runCommand(() =>
  withDatabase(async (databaseUrl, config) => {
    await migrateToLatest(databaseUrl);
    const isGood = await verifyHotel({ ...config, databaseUrl, restoredTo: null });
    if (!isGood) process.exitCode = 1;
  }),
);
