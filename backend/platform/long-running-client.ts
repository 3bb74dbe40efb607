import pg from 'pg';
import './value-types.js';

/** A connection without time limits; a lost connection rejects the next query. */
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
