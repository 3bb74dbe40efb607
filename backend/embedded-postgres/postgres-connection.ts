import pg from 'pg';
import { readPassword, SUPERUSER } from './postgres-cluster.js';

const APPLICATION = 'hotel';
const CONNECT_TIMEOUT_MS = 3_000;

/** The address of one of the server's databases for the superuser. */
export function superuserUrl(port: number, home: string, database = 'postgres'): string {
  return address(SUPERUSER, readPassword(home), port, database);
}

/** Makes sure that the product's own user and database exist, and answers with their address. */
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

/** Whether the server on a port is the one of this home: it lets our password in and names our cluster. */
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
  client.on('error', () => {}); // A lost connection shows up as the query's error.
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
