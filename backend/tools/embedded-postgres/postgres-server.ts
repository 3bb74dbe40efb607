import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync, readlinkSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { giveTo, type PostgresAccount } from './data-folder.js';
import { isAlive, readText } from './folder-lock.js';
import { findFreePort } from './free-port.js';
import { codeOf, explainPostgresOutput, LaunchError } from './launch-error.js';

const SUPERUSER = 'postgres';
const APPLICATION = 'hotel';
const CONNECT_TIMEOUT_MS = 3_000;
const POLL_MS = 25;
const START_TIMEOUT_S = 120;
const STOP_TIMEOUT_S = 30;
const ATTACH_TIMEOUT_MS = 20_000;
// Caused by the last processes of a killed server or by another program on the port: worth a retry.
const TRANSIENT = /pre-existing shared memory block|Address already in use|lock file .* already exists/;
const ATTEMPTS = 20;

/** The home of a server: its cluster, its password and its log, and the programs and account that it runs with. */
export type ServerFiles = { programs: string; home: string; account: PostgresAccount; durable: boolean };

const clusterOf = (home: string): string => join(home, 'cluster');

/** Runs one of PostgreSQL's programs; the caller's PG* variables would change its behaviour. */
function run({ programs, home, account }: ServerFiles, program: string, ...options: string[]) {
  const { PATH, SystemRoot } = process.env;
  const env = { PATH, LC_ALL: 'C', ...(SystemRoot ? { SystemRoot } : {}) };
  return promisify(execFile)(join(programs, program), options, { ...account, cwd: home, env });
}

/** Creates a cluster and its password inside a home; `durable` false skips the flush to disk. */
export async function createCluster(files: ServerFiles): Promise<void> {
  const passwordFile = join(files.home, 'password');
  writeFileSync(passwordFile, randomBytes(24).toString('hex'), { mode: 0o600 });
  giveTo(files.account, passwordFile);
  const options = [
    `--pgdata=${clusterOf(files.home)}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    ...(files.durable ? [] : ['--no-sync']),
  ];
  try {
    await run(files, 'initdb', ...options);
  } catch (error) {
    const output = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
    throw new LaunchError(explainPostgresOutput(output), { cause: error });
  }
}

/** Starts the server of a home, or attaches to the one that an earlier, killed launch left running. */
export async function startOrAttach(
  files: ServerFiles,
  connections: number,
  port?: number,
): Promise<Postmaster> {
  const leftOver = readPostmaster(files.home);
  if (leftOver) {
    if (await answersWithin(leftOver, files.home, ATTACH_TIMEOUT_MS)) return leftOver;
    await stopServer(files);
  }
  for (let attempt = 1; ; attempt += 1) {
    const output = await start(files, serverOptions(files, connections, port ?? (await findFreePort())));
    const server = output === null ? readPostmaster(files.home) : null;
    if (server) return server;
    if (attempt === ATTEMPTS || !TRANSIENT.test(output ?? ''))
      throw new LaunchError(explainPostgresOutput(output ?? ''));
    await pause(POLL_MS * attempt);
  }
}

/** Starts the server and waits until it is ready; returns what it wrote if it failed. */
async function start(files: ServerFiles, options: string): Promise<string | null> {
  const cluster = clusterOf(files.home);
  // PostgreSQL does so itself unless another program now has the number, as happens after a reboot or in a new container.
  if (readPostmaster(files.home) === null) rmSync(join(cluster, 'postmaster.pid'), { force: true });
  const log = join(files.home, 'server.log');
  writeFileSync(log, '', { mode: 0o600 });
  giveTo(files.account, log);
  const wait = ['--wait', '--timeout', String(START_TIMEOUT_S), '--silent'];
  try {
    await run(files, 'pg_ctl', 'start', '--pgdata', cluster, '--log', log, '--options', options, ...wait);
    return null;
  } catch {
    await stopServer(files);
    return readFileSync(log, 'utf8');
  }
}

function serverOptions({ durable }: ServerFiles, connections: number, port: number): string {
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: connections,
    shared_buffers: '128MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_error_statement: 'panic', // Statements hold guests' names and phone numbers.
    log_error_verbosity: 'terse',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  return Object.entries(settings)
    .map(([key, value]) => `-c ${key}=${value}`)
    .join(' ');
}

/** Stops the server and waits for it: in order first, at once when that takes too long. */
export async function stopServer(files: ServerFiles): Promise<void> {
  for (const mode of ['fast', 'immediate']) {
    if (readPostmaster(files.home) === null) return;
    const wait = ['--mode', mode, '--wait', '--timeout', String(STOP_TIMEOUT_S), '--silent'];
    // The loop checks whether the server still runs.
    await run(files, 'pg_ctl', 'stop', '--pgdata', clusterOf(files.home), ...wait).catch(() => {});
  }
  if (readPostmaster(files.home)) throw new LaunchError('PostgreSQL を停止できませんでした。');
}

/** A running server. */
export type Postmaster = { pid: number; port: number };

/** The server that postmaster.pid names, if it is running; otherwise null. */
export function readPostmaster(home: string): Postmaster | null {
  const cluster = clusterOf(home);
  const lines = readText(join(cluster, 'postmaster.pid')).split('\n');
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  return pid > 0 && isAlive(pid) && worksIn(pid, cluster, lines[1]) ? { pid, port } : null;
}

// A server works in its own cluster, also after the folder was moved; a copied folder's file names the original's.
function worksIn(pid: number, cluster: string, folderInFile: string | undefined): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster);
  } catch (error) {
    // Refused for another user's process; otherwise there is no /proc.
    return codeOf(error) !== 'EACCES' && folderInFile === cluster;
  }
}

function readPassword(home: string): string {
  return readFileSync(join(home, 'password'), 'utf8').trim();
}

/** The address of the server for the superuser. */
export function superuserUrl(port: number, home: string): string {
  return address(SUPERUSER, readPassword(home), port, 'postgres');
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

async function answersWithin({ port }: Postmaster, home: string, timeout: number): Promise<boolean> {
  const deadline = Date.now() + timeout;
  do {
    if (await answers(port, home)) return true;
    await pause(POLL_MS);
  } while (Date.now() < deadline && readPostmaster(home));
  return false;
}

/** Returns whether the server on a port is the one of this home: it accepts our password and names our cluster. */
async function answers(port: number, home: string): Promise<boolean> {
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
