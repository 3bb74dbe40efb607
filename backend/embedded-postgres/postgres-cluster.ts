import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { giveTo, type PostgresAccount } from './data-folder.js';
import { explainPostgresOutput, LaunchError } from './launch-error.js';

const SUPERUSER = 'postgres';
const APPLICATION = 'hotel';
const CONNECT_TIMEOUT_MS = 3_000;

/** Only what PostgreSQL needs: the caller's PG* variables would change its behaviour. */
export const postgresEnvironment = {
  PATH: process.env.PATH,
  LC_ALL: 'C',
  ...(process.env.SystemRoot ? { SystemRoot: process.env.SystemRoot } : {}),
};

/** Creates a cluster and its password inside a home; `durable` false skips the flush to disk. */
export async function createCluster(
  programs: string,
  home: string,
  account: PostgresAccount,
  durable: boolean,
): Promise<void> {
  const passwordFile = join(home, 'password');
  writeFileSync(passwordFile, randomBytes(24).toString('hex'), { mode: 0o600 });
  giveTo(account, passwordFile);
  const options = [
    `--pgdata=${join(home, 'cluster')}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    ...(durable ? [] : ['--no-sync']),
  ];
  try {
    await promisify(execFile)(join(programs, 'initdb'), options, {
      ...account,
      cwd: home,
      env: postgresEnvironment,
    });
  } catch (error) {
    const output = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
    throw new LaunchError(explainPostgresOutput(output), { cause: error });
  }
}

function readPassword(home: string): string {
  return readFileSync(join(home, 'password'), 'utf8').trim();
}

/** The address of one of the server's databases for the superuser. */
export function superuserUrl(port: number, home: string, database = 'postgres'): string {
  return address(SUPERUSER, readPassword(home), port, database);
}

/** Creates the product's own user and database if needed; returns their address. */
export async function openApplicationDatabase(port: number, home: string): Promise<string> {
  const password = readPassword(home);
  await withClient(superuserUrl(port, home), async (client) => {
    const roles = await client.query('select 1 from pg_roles where rolname = $1', [APPLICATION]);
    if (roles.rowCount === 0) await client.query(`create role ${APPLICATION} login password '${password}'`);
    const databases = await client.query('select 1 from pg_database where datname = $1', [APPLICATION]);
    if (databases.rowCount === 0) await client.query(`create database ${APPLICATION} owner ${APPLICATION}`);
  });
  return address(APPLICATION, password, port, APPLICATION);
}

/** Whether the server on a port is the one of this home: it accepts our password and names our cluster. */
export async function answers(port: number, home: string): Promise<boolean> {
  try {
    return await withClient(superuserUrl(port, home), async (client) => {
      const { rows } = await client.query<{ folder: string }>(
        `select current_setting('data_directory') as folder`,
      );
      return rows[0]?.folder.startsWith(home) ?? false;
    });
  } catch {
    return false;
  }
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  client.on('error', () => {}); // A lost connection rejects the query.
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end();
  }
}

function address(user: string, password: string, port: number, database: string): string {
  return `postgresql://${user}:${password}@127.0.0.1:${port}/${database}?sslmode=disable`;
}
