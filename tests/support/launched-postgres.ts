import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { eventually } from './eventually.js';

export type LaunchedPostgres = {
  url: string;
  superuserUrl: string;
  launcher: ChildProcess;
  /** Ends the launcher in order, with its database. */
  stop(): Promise<void>;
  /** kill -9 on the launcher alone. */
  killLauncher(): Promise<void>;
};

const launchers: { dataDir: string; end: (signal: NodeJS.Signals) => Promise<void> }[] = [];

const script = `
  const { startEmbeddedPostgres } = await import(process.argv[1]);
  try {
    const server = await startEmbeddedPostgres({ dataDir: process.argv[2], say: console.error });
    console.log(JSON.stringify({ url: server.url, superuserUrl: server.superuserUrl }));
    process.on('SIGTERM', () => server.stop().then(() => process.exit(0)));
    setInterval(() => {}, 1_000_000);
  } catch (error) {
    console.log(JSON.stringify({ refused: error.message }));
    process.exitCode = 1;
  }
`;

/** Starts the embedded PostgreSQL from a process of its own, which can be killed. */
export async function launchPostgres(dataDir: string): Promise<LaunchedPostgres> {
  const module = pathToFileURL(
    join(process.cwd(), 'dist/backend/tools/embedded-postgres/embedded-postgres.js'),
  ).href;
  const launcher = spawn(process.execPath, ['--input-type=module', '--eval', script, module, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((done) => launcher.once('close', () => done()));
  const end = (signal: NodeJS.Signals) => {
    launcher.kill(signal); // Nothing happens when it has ended already.
    return ended;
  };
  launchers.push({ dataDir, end });
  const line = await new Promise<string>((done, failed) => {
    launcher.stdout.once('data', (chunk) => done(String(chunk)));
    launcher.once('close', () => failed(new Error('the launcher ended without a word')));
  });
  const { refused, ...urls } = JSON.parse(line);
  if (refused) throw new Error(refused);
  return { ...urls, launcher, stop: () => end('SIGTERM'), killLauncher: () => end('SIGKILL') };
}

/** A data folder that does not exist yet. */
export function newDataFolder(): string {
  return join(tmpdir(), `hotel-launch-test-${randomBytes(6).toString('hex')}`);
}

/** Removes a data folder, whoever launched it and whatever server still runs in it. */
export async function removeDataFolder(dataDir: string): Promise<void> {
  for (const launcher of launchers) if (launcher.dataDir === dataDir) await launcher.end('SIGKILL');
  const link = join(dataDir, 'postgres');
  if (existsSync(link)) {
    const folder = realpathSync(link);
    // A server that was just coming up as its launcher was killed writes its process number only now.
    for (let attempt = 1; existsSync(folder); attempt += 1) {
      const pid = postmasterPid(dataDir);
      if (pid !== null) await killAndWait(pid);
      try {
        rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
      } catch (error) {
        if (attempt === 5) throw error;
      }
    }
  }
  rmSync(dataDir, { recursive: true, force: true });
}

/** The process number in postmaster.pid, or null without that file. */
export function postmasterPid(dataDir: string): number | null {
  const file = join(dataDir, 'postgres/cluster/postmaster.pid');
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : null;
}

/** kill -9, or another signal, and wait until the process is gone. */
export async function killAndWait(pid: number, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  const isThere = (sent: NodeJS.Signals | 0) => {
    try {
      return process.kill(pid, sent);
    } catch {
      return false; // No such process any more.
    }
  };
  isThere(signal);
  await eventually(`process ${pid} is gone`, () => !isThere(0));
}

/** Runs one statement and returns its rows. */
export async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}
