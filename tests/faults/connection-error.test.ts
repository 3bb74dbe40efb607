import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { isConnectionError, isTimeout } from '../../backend/platform/connection-error.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { type GatedPort, openGate } from '../support/gated-port.js';

let database: TestDatabase;
let gate: GatedPort;

beforeAll(async () => {
  database = await createTestDatabase();
  gate = await openGate(database.url);
});

afterAll(async () => {
  await gate.close();
  await database.drop();
});

/** What a promise is rejected with. */
const errorOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

async function connect(url: string, config: pg.ClientConfig = {}): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, ...config });
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** What a statement fails with while something is done to its connection. */
async function brokenBy(
  break_: (client: pg.Client) => Promise<unknown> | unknown,
  statement = 'select pg_sleep(60)',
) {
  const client = await connect(gate.url);
  const failed = errorOf(client.query(statement));
  await break_(client);
  const error = await failed;
  await client.end();
  return error;
}

const terminate = (pid: number | null) => async (client: pg.Client) => {
  const other = await connect(database.url);
  await other.query('select pg_terminate_backend($1)', [
    pid ?? (client as unknown as { processID: number }).processID,
  ]);
  await other.end();
};

async function inTransaction(settings: string, statement: string): Promise<unknown> {
  const [holder, waiter] = [await connect(database.url), await connect(database.url)];
  await holder.query('begin; select from log_head for update');
  await waiter.query(`begin; ${settings}`);
  const error = await errorOf(waiter.query(statement));
  await Promise.all([holder.end(), waiter.end()]);
  return error;
}

test.each<[string, () => Promise<unknown>]>([
  ['a port where nobody listens', () => errorOf(connect('postgresql://a:b@127.0.0.1:1/c'))],
  ['a host that has no address', () => errorOf(connect('postgresql://a:b@hotel.invalid/c'))],
  [
    'a server that does not answer',
    async () => {
      gate.hold();
      const error = await errorOf(connect(gate.url, { connectionTimeoutMillis: 50 }));
      gate.release();
      return error;
    },
  ],
  [
    'a server that does not answer a pool',
    async () => {
      gate.hold();
      const pool = new pg.Pool({ connectionString: gate.url, connectionTimeoutMillis: 50 });
      const error = await errorOf(pool.query('select 1'));
      gate.release();
      await pool.end();
      return error;
    },
  ],
  [
    'a pool with no connection to spare',
    async () => {
      const pool = new pg.Pool({ connectionString: database.url, max: 1, connectionTimeoutMillis: 500 });
      const taken = await pool.connect();
      const error = await errorOf(pool.query('select 1'));
      taken.release();
      await pool.end();
      return error;
    },
  ],
  ['a connection that breaks', () => brokenBy(() => gate.cut())],
  ['a connection that an administrator ends', () => brokenBy(terminate(null))],
  [
    'a connection that broke before',
    async () => {
      const client = await connect(gate.url);
      const ended = new Promise((done) => client.once('end', done));
      gate.cut();
      await ended;
      return errorOf(client.query('select 1'));
    },
  ],
  [
    'a database that is no more',
    () => errorOf(connect(Object.assign(new URL(database.url), { pathname: 'nowhere' }).href)),
  ],
  [
    'a password that is no longer right',
    () => errorOf(connect(Object.assign(new URL(database.url), { password: 'wrong' }).href)),
  ],
])('the connection or the server is to blame for %s', async (_, provoke) => {
  expect(isConnectionError(await provoke())).toBe(true);
});

test.each([
  ['a lock that is not to be had', "set local lock_timeout = '10ms'", 'select from log_head for update'],
  ['a statement that takes too long', "set local statement_timeout = '10ms'", 'select pg_sleep(60)'],
])('a statement is to blame for %s, which may be tried again', async (_, patience, statement) => {
  const error = await inTransaction(patience, statement);
  expect([isConnectionError(error), isTimeout(error)]).toEqual([false, true]);
});

test.each([
  ['a statement that is wrong', 'select nonsense'],
  ['a row that exists already', 'insert into log_head default values'],
  ['a row that is not allowed', "insert into encryption_keys values ('a', '')"],
  ['a change that is refused', 'truncate event_log'],
])('a statement is to blame for %s', async (_, statement) => {
  const client = await connect(database.url);
  const error = await errorOf(client.query(statement));
  await client.end();
  expect(error).toBeInstanceOf(pg.DatabaseError);
  expect(isConnectionError(error)).toBe(false);
});

test.each([
  [new TypeError('x is undefined')],
  [new Error('connection between two facts')],
  ['ECONNREFUSED'],
  [null],
])('the product itself is to blame for %p', (error) => {
  expect(isConnectionError(error)).toBe(false);
});
