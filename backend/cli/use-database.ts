import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openApplicationDatabase } from '../embedded-postgres/postgres-connection.js';
import { locatePostgresHome } from '../embedded-postgres/postgres-home.js';
import { readPostmaster } from '../embedded-postgres/postmaster-file.js';
import type { Config } from '../platform/config.js';
import { openDatabase } from './open-database.js';

type UsedDatabase = { url: string; close: () => Promise<void> };

/** The embedded database of a server that is running on the data folder, null when none is. */
async function besideRunningServer(config: Config): Promise<UsedDatabase | null> {
  if (config.databaseUrl !== null || !existsSync(config.dataDir)) return null;
  const found = locatePostgresHome(config.dataDir);
  const running = found.isNew ? null : readPostmaster(join(found.home, 'cluster'));
  if (!running) return null;
  return { url: await openApplicationDatabase(running.port, found.home), close: async () => {} };
}

/** The hotel's database, for a command: beside a running server its own, else opened for this run. */
export async function useDatabase(config: Config, say: (line: string) => void): Promise<UsedDatabase> {
  return (await besideRunningServer(config)) ?? (await openDatabase(config, say));
}
