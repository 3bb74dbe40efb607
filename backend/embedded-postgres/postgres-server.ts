import { execFile, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { giveTo, type PostgresAccount } from './data-folder.js';
import { findFreePort } from './free-port.js';
import { explainPostgresOutput, LaunchError } from './launch-error.js';
import { answers, postgresEnvironment } from './postgres-cluster.js';
import { type Postmaster, readPostmaster, removeStalePostmasterFile } from './postgres-process.js';

export type ServerFiles = {
  programs: string;
  home: string;
  account: PostgresAccount;
  durable: boolean;
  connections: number;
};

const POLL_MS = 25;
const START_TIMEOUT_MS = 120_000;
const ATTACH_TIMEOUT_MS = 20_000;
// Caused by the last processes of a killed server or by another program on the port: worth a retry.
const TRANSIENT = /pre-existing shared memory block|Address already in use|lock file .* already exists/;
const ATTEMPTS = 20;

/** Starts the server of a home, or attaches to the one that an earlier, killed launch left running. */
export async function startOrAttach(files: ServerFiles, port?: number): Promise<Postmaster> {
  const cluster = join(files.home, 'cluster');
  const leftOver = readPostmaster(cluster);
  if (leftOver) {
    if (await answersWithin(leftOver, files.home, ATTACH_TIMEOUT_MS)) return leftOver;
    await stopServer(files);
  }
  for (let attempt = 1; ; attempt += 1) {
    removeStalePostmasterFile(cluster);
    const output = await start(files, port ?? (await findFreePort()));
    if (typeof output !== 'string') return output;
    if (attempt === ATTEMPTS || !TRANSIENT.test(output)) throw new LaunchError(explainPostgresOutput(output));
    await pause(POLL_MS * attempt);
  }
}

/** Stops the server and waits for it: in order first, at once when that takes too long. */
export async function stopServer({ programs, home, account }: ServerFiles): Promise<void> {
  const cluster = join(home, 'cluster');
  for (const mode of ['fast', 'immediate']) {
    if (readPostmaster(cluster) === null) return;
    const options = ['stop', '--pgdata', cluster, '--mode', mode, '--wait', '--timeout', '30', '--silent'];
    await promisify(execFile)(join(programs, 'pg_ctl'), options, {
      ...account,
      cwd: home,
      env: postgresEnvironment,
    }).catch(() => {}); // The loop checks whether the server still runs.
  }
  if (readPostmaster(cluster)) throw new LaunchError('PostgreSQL を停止できませんでした。');
}

/** The running server, or what it wrote before it ended. */
async function start(files: ServerFiles, port: number): Promise<Postmaster | string> {
  const log = join(files.home, 'server.log');
  const out = openSync(log, 'w', 0o600);
  giveTo(files.account, log);
  const child = spawn(join(files.programs, 'postgres'), serverOptions(files, port), {
    ...files.account,
    cwd: files.home,
    env: postgresEnvironment,
    detached: true, // Ctrl-C in the terminal is for the product, which then stops its database in order.
    stdio: ['ignore', out, out],
  });
  closeSync(out);
  let ended = false;
  child.once('exit', () => {
    ended = true;
  });
  child.once('error', () => {
    ended = true;
  });
  child.unref();
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!ended && Date.now() < deadline) {
    if (child.pid && (await answers(port, files.home))) return { pid: child.pid, port };
    await pause(POLL_MS);
  }
  if (!ended) await stopServer(files);
  return readFileSync(log, 'utf8');
}

function serverOptions({ home, durable, connections }: ServerFiles, port: number): string[] {
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
  return [
    '-D',
    join(home, 'cluster'),
    ...Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]),
  ];
}

async function answersWithin({ port }: Postmaster, home: string, timeout: number): Promise<boolean> {
  const deadline = Date.now() + timeout;
  do {
    if (await answers(port, home)) return true;
    await pause(POLL_MS);
  } while (Date.now() < deadline && readPostmaster(join(home, 'cluster')));
  return false;
}
