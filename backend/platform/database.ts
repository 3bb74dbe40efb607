import type { Socket } from 'node:net';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { isSilence } from './connection-error.js';
import type { Database } from './database-schema.js';
import { logger } from './logger.js';
import './value-types.js';

const POOL_SIZE = 8;
/** The server ends what takes too long; when it does not even say so, the connection is given up a little later. */
const STATEMENT_MS = 30_000;
const SAYING_SO_MS = 5_000;

export type HotelDatabase = Kysely<Database>;

/** The pool behind it, for those who watch it. */
export type QueryPool = pg.Pool;

/** The pool for queries that take no longer than this. */
export function openPool(databaseUrl: string, statementMs = STATEMENT_MS): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: POOL_SIZE,
    connectionTimeoutMillis: 10_000,
    statement_timeout: statementMs,
    query_timeout: statementMs + SAYING_SO_MS,
  });
  // Without these handlers a connection that the server ends takes the whole process with it.
  pool.on('error', (error) => logger.warn({ error: error.message }, 'idle database connection lost'));
  pool.on('connect', (client) => {
    giveUpWhenSilent(client);
    client.on('error', (error) => logger.warn({ error: error.message }, 'database connection lost'));
  });
  return pool;
}

/** The pool as Kysely; destroying it ends the pool. */
export function kyselyOn(pool: pg.Pool): HotelDatabase {
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
}

/**
 * The socket of a connection. pg tells of it nowhere: its option `stream` makes one for each, but is not told for which
 * client of a pool, and under TLS it is not the one that is written to.
 */
export function socketOf(client: pg.ClientBase): Socket {
  return (client as unknown as { connection: { stream: Socket } }).connection.stream;
}

/** Breaks a connection on which a query was not answered in time: nothing more will be, nor may it be asked anything. */
function giveUpWhenSilent(client: pg.ClientBase): void {
  const ask = client.query.bind(client) as (...query: unknown[]) => unknown;
  client.query = ((...query: unknown[]) => {
    const answer = ask(...query);
    if (answer instanceof Promise) {
      answer.catch((error: Error) => {
        if (isSilence(error)) socketOf(client).destroy(error);
      });
    }
    return answer;
  }) as typeof client.query;
}

type ClientOptions = {
  /** Done with it before it is handed over. */
  prepare?: (client: pg.Client) => Promise<unknown>;
  /** Whether queries are sent without waiting for the answer to the one before. */
  pipeline?: boolean;
};

/**
 * A connection of one's own, for the writer and for LISTEN. `onLost` is called once when it ends later; one that ends
 * before it is handed over is an error here.
 */
export async function openClient(
  databaseUrl: string,
  onLost: (error: Error) => void,
  { prepare, pipeline = false }: ClientOptions = {},
): Promise<pg.Client> {
  const client = new pg.Client({
    pipeline,
    connectionString: databaseUrl,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    statement_timeout: STATEMENT_MS,
    query_timeout: STATEMENT_MS + SAYING_SO_MS,
    lock_timeout: 20_000,
    idle_in_transaction_session_timeout: 60_000,
  });
  giveUpWhenSilent(client);
  const connection = { isOpen: false, lost: null as Error | null };
  const lose = (error: Error): void => {
    if (connection.isOpen && !connection.lost) onLost(error);
    connection.lost ??= error;
  };
  client.on('error', lose);
  client.on('end', () => lose(new Error('connection ended')));
  await client.connect();
  await prepare?.(client);
  if (connection.lost) throw connection.lost;
  connection.isOpen = true;
  return client;
}

/** What a statement can be run on. */
export type Queryable = { query: (query: string | pg.QueryConfig) => Promise<pg.QueryResult> };

/** A connection that takes any number of queries at once and runs them one after another. */
function inTurn(client: Queryable): Queryable {
  let last: Promise<unknown> = Promise.resolve();
  return {
    query(query) {
      const answer = last.then(() => client.query(query));
      last = answer.catch(() => undefined);
      return answer;
    },
  };
}

/** Reads on one connection, everything as of one moment, and writes nothing. */
export async function onSnapshot<Result>(
  pool: QueryPool,
  read: (client: Queryable) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  const queries = inTurn(client);
  try {
    await queries.query('begin isolation level repeatable read read only');
    return await read(queries);
  } finally {
    await queries.query('rollback').then(
      () => client.release(),
      (error: Error) => client.release(error),
    );
  }
}
