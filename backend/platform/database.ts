import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Database } from './database-schema.js';
import { logger } from './logger.js';

const DATE = 1082;
const BIGINT = 20;
const POOL_SIZE = 8;

// A DATE is a calendar date, not an instant; positions stay far below 2^53.
pg.types.setTypeParser(DATE, (text) => text);
pg.types.setTypeParser(BIGINT, Number);

export type HotelDatabase = Kysely<Database>;

/** The pool for queries. */
export function openPool(databaseUrl: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: POOL_SIZE,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 30_000,
  });
  // Without these handlers a connection that the server ends takes the whole process with it.
  pool.on('error', (error) => logger.warn({ error: error.message }, 'idle database connection lost'));
  pool.on('connect', (client) => {
    client.on('error', (error) => logger.warn({ error: error.message }, 'database connection lost'));
  });
  return pool;
}

/** The pool as Kysely; destroying it ends the pool. */
export function kyselyOn(pool: pg.Pool): HotelDatabase {
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
}

/** A connection of one's own, for the writer and for LISTEN; once it is open, `onLost` is called when it ends. */
export async function openClient(databaseUrl: string, onLost: (error: Error) => void): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 60_000,
    lock_timeout: 20_000,
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
  });
  let isOpen = false;
  const lost = (error: Error): void => {
    if (isOpen) onLost(error);
    isOpen = false;
  };
  client.on('error', lost);
  client.on('end', () => lost(new Error('connection ended')));
  await client.connect();
  isOpen = true;
  return client;
}

/** What a statement can be run on. */
export type Queryable = { query: (query: string | pg.QueryConfig) => Promise<pg.QueryResult> };
