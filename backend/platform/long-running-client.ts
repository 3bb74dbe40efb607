import pg from 'pg';
import './value-types.js';

/** A connection for a command that takes as long as it takes; that it is lost shows up as the next query's error. */
export async function openLongRunningClient(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

export type LongRunningClient = pg.Client;
