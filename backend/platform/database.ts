import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Database } from './database.types.js';
import { logger } from './logger.js';
import { clientType, isReadOnly, socketOf } from './primary-client.js';
import { traceStatement } from './tracing/traced-statements.js';

const DATE = 1082;
const BIGINT = 20;

// A DATE is a calendar date, not an instant; positions stay far below 2^53.
pg.types.setTypeParser(DATE, (text) => text);
pg.types.setTypeParser(BIGINT, Number);

const POOL_SIZE = 8;
/** The server cancels longer statements; if it does not respond either, the connection is closed a little later. */
const STATEMENT_MS = 30_000;
const RESPONSE_GRACE_MS = 5_000;
/**
 * Settings of each session, which come before those of its role, its database and the server: the product reads and writes
 * the same in whatever PostgreSQL it is given.
 * - search_path: a schema that somebody puts before `public` must not stand in for the product's tables.
 * - row_security: a policy that would hide rows makes the query fail; a booking left out without a word is worse.
 * - DateStyle to transform_null_equals: how values are written, and what `= null` means. In another DateStyle a day is not
 *   found by its text, with fewer digits a clock is years ahead.
 * - default_transaction_…: a write is one statement that takes the head's lock, and repeats itself only for what can happen
 *   to it there. Whether sessions may write is the operator's to say.
 * - synchronous_commit: what is acknowledged is on the disk, and on the standbys that are waited for.
 * - gin_fuzzy_search_limit: a search finds all there is.
 * - jit: statements are priced far above what they cost, as the writer's is without sequential scans; where PostgreSQL has
 *   LLVM it would compile them, which takes far longer than to execute them.
 * - idle_session_timeout: connections that listen are idle by nature.
 * - tcp: the server notices within 15 s that a client is cut off, and gives up its locks.
 */
const SESSION_SETTINGS = {
  search_path: 'public,pg_temp',
  row_security: 'off',
  DateStyle: 'ISO,YMD',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  bytea_output: 'hex',
  extra_float_digits: '1',
  quote_all_identifiers: 'off',
  standard_conforming_strings: 'on',
  array_nulls: 'on',
  transform_null_equals: 'off',
  default_transaction_isolation: 'read committed',
  default_transaction_deferrable: 'off',
  synchronous_commit: 'on',
  gin_fuzzy_search_limit: '0',
  jit: 'off',
  idle_session_timeout: '0',
  tcp_keepalives_idle: '5',
  tcp_keepalives_interval: '3',
  tcp_keepalives_count: '3',
  tcp_user_timeout: '12000',
};

/** Names of the settings that each session has, whatever its role, its database and the server say. */
export const FIXED_SETTINGS: readonly string[] = Object.keys(SESSION_SETTINGS);

/** Returns a database URL whose sessions have these settings, behind those that it names itself. */
export function withSessionSettings(databaseUrl: string): string {
  const [, address, query] = /^([^?]*)\??(.*)$/s.exec(databaseUrl) ?? [];
  const parameters = new URLSearchParams(query);
  const options = Object.entries(SESSION_SETTINGS).map(
    ([name, value]) => `-c ${name}=${value.replaceAll(' ', '\\ ')}`,
  );
  parameters.set('options', [parameters.get('options') ?? [], options].flat().join(' '));
  return `${address}?${parameters}`;
}

export type HotelDatabase = Kysely<Database>;

/** The pool behind it. */
export type QueryPool = pg.Pool;

/** A pool whose queries are cancelled after `statementMs`. */
export function openPool(databaseUrl: string, statementMs = STATEMENT_MS): pg.Pool {
  const url = withSessionSettings(databaseUrl);
  const pool = new pg.Pool({
    Client: clientType(url),
    connectionString: url,
    max: POOL_SIZE,
    connectionTimeoutMillis: 10_000,
    statement_timeout: statementMs,
    query_timeout: statementMs + RESPONSE_GRACE_MS,
    // Reads of one snapshot, and uploads: none holds the writer's lock.
    idle_in_transaction_session_timeout: statementMs,
  });
  // Without these handlers a terminated connection ends the process.
  pool.on('error', (error) => logger.warn({ error: error.message }, 'idle database connection lost'));
  pool.on('connect', (client) => {
    closeWhenUseless(client);
    client.on('error', (error) => logger.warn({ error: error.message }, 'database connection lost'));
  });
  return pool;
}

/** The pool as Kysely; destroying it ends the pool. */
export function kyselyOn(pool: pg.Pool): HotelDatabase {
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
}

/**
 * Destroys a connection on which a query timed out without a response, since nothing after it would be answered, and one to
 * a standby.
 */
function closeWhenUseless(client: pg.ClientBase): void {
  const query = client.query.bind(client) as (...query: unknown[]) => unknown;
  client.query = ((...parameters: unknown[]) => {
    const result = query(...parameters);
    traceStatement(parameters[0], result);
    if (result instanceof Promise) {
      result.catch((error: Error) => {
        const isUnanswered = error.message === 'Query read timeout';
        if (isUnanswered || isReadOnly(error)) socketOf(client).destroy(error);
      });
    }
    return result;
  }) as typeof client.query;
}

type ClientOptions = {
  /** Runs before the client is returned. */
  prepare?: (client: pg.Client) => Promise<unknown>;
  /** True if queries are sent without waiting for the previous result. */
  pipeline?: boolean;
  /** Longest wait of a transaction for its client before the server ends it, in ms. */
  idleInTransactionMs?: number;
};

function newClient(databaseUrl: string, options: pg.ClientConfig): pg.Client {
  const url = withSessionSettings(databaseUrl);
  return new (clientType(url))({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    ...options,
  });
}

/**
 * A dedicated connection, for the writer and for LISTEN. `onLost` is called once when it is lost after it was returned; a
 * loss before that rejects.
 */
export async function openClient(
  databaseUrl: string,
  onLost: (error: Error) => void,
  { prepare, pipeline = false, idleInTransactionMs = 60_000 }: ClientOptions = {},
): Promise<pg.Client> {
  const client = newClient(databaseUrl, {
    pipeline,
    statement_timeout: STATEMENT_MS,
    query_timeout: STATEMENT_MS + RESPONSE_GRACE_MS,
    lock_timeout: 20_000,
    idle_in_transaction_session_timeout: idleInTransactionMs,
  });
  closeWhenUseless(client);
  const state: { isOpen: boolean; lost: Error | null } = { isOpen: false, lost: null };
  const lose = (error: Error): void => {
    if (state.isOpen && !state.lost) onLost(error);
    state.lost ??= error;
  };
  client.on('error', lose);
  client.on('end', () => lose(new Error('connection ended')));
  await client.connect();
  await prepare?.(client);
  if (state.lost) throw state.lost;
  state.isOpen = true;
  return client;
}

export type LongRunningClient = pg.Client;

/** A connection without time limits; a lost connection rejects the next query. */
export async function openLongRunningClient(
  databaseUrl: string,
  { pipeline = false }: Pick<ClientOptions, 'pipeline'> = {},
): Promise<pg.Client> {
  const client = newClient(databaseUrl, { pipeline });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Works on such a connection and ends it afterwards. */
export async function withLongRunningClient<Result>(
  databaseUrl: string,
  work: (client: LongRunningClient) => Promise<Result>,
): Promise<Result> {
  const client = await openLongRunningClient(databaseUrl);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Anything that runs statements. */
export type Queryable = {
  query: {
    (query: string | pg.QueryConfig): Promise<pg.QueryResult>;
    /** With the type of its rows. */
    <Row extends pg.QueryResultRow>(query: string | pg.QueryConfig): Promise<pg.QueryResult<Row>>;
  };
};

/** The only row of a query's answer. */
export async function queryRow<Row extends pg.QueryResultRow>(
  client: Queryable,
  query: string | pg.QueryConfig,
): Promise<Row> {
  const { rows } = await client.query<Row>(query);
  const [row] = rows;
  if (!row) throw new Error('the query returned no row');
  return row;
}

/** A connection that queues concurrent queries. */
function serialized(client: Queryable): Queryable {
  let last: Promise<unknown> = Promise.resolve();
  return {
    query<Row extends pg.QueryResultRow>(query: string | pg.QueryConfig) {
      const answer = last.then(() => client.query<Row>(query));
      last = answer.catch(() => undefined);
      return answer;
    },
  };
}

/** Reads on one connection in one read-only snapshot. */
export async function onSnapshot<Result>(
  pool: QueryPool,
  read: (client: Queryable) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  const queries = serialized(client);
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
