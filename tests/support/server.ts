import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readConfig } from '#backend/platform/config.js';
import { withChosenClock } from './clock/chosen-clock.mjs';
import { copyOfFilled, createTestDatabase, type TestDatabase } from './database.js';
import { eventually } from './eventually.js';
import { temporaryFolder } from './temporary-file.js';

const project = fileURLToPath(new URL('../../', import.meta.url));
/** A start may load the sample hotel, or run beside a fault. */
const START_MS = 120_000;

/** The product as a server; as a process of its own it can be watched and killed. */
export type TestServer = {
  url: string;
  databaseUrl: string;
  /** The process that it runs in: its own, or the test's. */
  pid: number;
  /** All that a process of its own has written, whether that still runs, and its memory. */
  output(): string;
  isAlive(): boolean;
  residentMiB(): number;
  stop(): Promise<void>;
};

export type TestServerOptions = {
  /** Load the sample hotel; without it the log starts empty. */
  sampleData?: boolean;
  /** An existing database, which is dropped at the end. */
  database?: TestDatabase;
  /** An existing database, for a second server or a restart; it is left in place at the end. */
  databaseUrl?: string;
  /** Further settings, as in the environment of the product. */
  env?: Record<string, string>;
  /** Run the built product as a process of its own: always so outside Jest. */
  ownProcess?: boolean;
};

/** Starts the real product on a free port and a fresh database, ready for requests. */
export async function startTestServer({
  sampleData = false,
  databaseUrl,
  database: given,
  env = {},
  ownProcess = !process.env.JEST_WORKER_ID,
}: TestServerOptions = {}): Promise<TestServer> {
  const create = sampleData ? createSampleDatabase : createTestDatabase;
  const database = databaseUrl ? { url: databaseUrl, drop: async () => {} } : (given ?? (await create()));
  const evidenceDir = evidenceFolderOf(database.url);
  const settings = {
    PORT: '0',
    DATABASE_URL: database.url,
    SAMPLE_DATA: sampleData ? '1' : '0',
    EVIDENCE_DIR: evidenceDir,
    ...QUIET,
    ...env,
  };
  try {
    const server = ownProcess ? await spawnServer(settings) : await startHere(settings);
    const pid = server.process.pid ?? process.pid;
    return {
      url: server.url,
      databaseUrl: database.url,
      pid,
      output: server.output,
      isAlive: () => server.process.exitCode === null && server.process.signalCode === null,
      residentMiB: () =>
        Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024,
      async stop() {
        await server.close();
        await database.drop();
        if (!databaseUrl) rmSync(evidenceDir, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await database.drop();
    throw error;
  }
}

/** Nothing happens by itself, and requests are not logged. */
const QUIET = { CHECKPOINT_MINUTES: '0', ROOM_MONTHS_AHEAD: '0', LOG_REQUESTS: '0' };

/** Servers on one database share the evidence as well. */
export function evidenceFolderOf(databaseUrl: string): string {
  return join(tmpdir(), `hotel-evidence-${new URL(databaseUrl).pathname.slice(1)}`);
}

async function startHere(settings: Record<string, string> & { DATABASE_URL: string }) {
  const { startServer } = await import('#backend/main.js');
  const server = await startServer({ ...readConfig(settings), databaseUrl: settings.DATABASE_URL });
  const process = { pid: undefined, exitCode: null, signalCode: null };
  return { ...server, process, output: () => '' };
}

/** A database with the sample hotel, which is loaded once in a run. */
export function createSampleDatabase(): Promise<TestDatabase> {
  return copyOfFilled('hotel_sample', async (DATABASE_URL) => {
    const evidence = temporaryFolder();
    const settings = { PORT: '0', DATABASE_URL, SAMPLE_DATA: '1', EVIDENCE_DIR: evidence.pathOf('evidence') };
    await (await spawnServer(settings)).close();
    evidence.remove();
  });
}

export type ServerProcess = {
  url: string;
  process: ChildProcess;
  /** All that it has written so far. */
  output(): string;
  /** Asks it to end in order, and waits. */
  close(): Promise<void>;
};

/** Runs the built product as `npm start` does, and waits until it is ready; another build when its folder is named. */
export async function spawnServer(
  env: Record<string, string>,
  folder = project,
  programs = OWN_PROGRAMS,
): Promise<ServerProcess> {
  const launched = launchIn(folder, env, 'start', programs);
  const look = async () => {
    const url = launched.output().match(/http:\/\/\S+/)?.[0];
    return { url, hasEnded: launched.process.exitCode !== null, isReady: url && (await isReady(url)) };
  };
  const ready = await eventually(
    'the server is ready',
    look,
    (seen) => seen.hasEnded || seen.isReady || false,
    {
      within: START_MS,
    },
  ).catch(() => null);
  if (ready?.isReady && ready.url) return { ...launched, url: ready.url };
  await launched.close();
  throw new Error(`the server did not become ready:\n${launched.output()}`);
}

/**
 * Runs the built product, or another of its commands, without waiting for anything but its end; with a data folder of its
 * own unless the settings name one, since the project's own may be in use.
 */
export function launch(env: Record<string, string>, program = 'start', ...args: string[]): Launched {
  return launchIn(project, env, program, OWN_PROGRAMS, ...args);
}

/** The Node that programs run on, and where they are in the project's folder. */
type Programs = { node: string; cli: string };

const OWN_PROGRAMS: Programs = { node: process.execPath, cli: 'dist/backend/cli' };

type Launched = Omit<ServerProcess, 'url'> & { ended: Promise<number | null> };

/** The same of the build in a folder, which may be that of an older version. */
export function launchIn(
  folder: string,
  env: Record<string, string>,
  program = 'start',
  { node, cli } = OWN_PROGRAMS,
  ...args: string[]
): Launched {
  const dataDir = join(tmpdir(), `hotel-launched-${randomUUID()}`);
  // Of old, each command was a program of its own.
  const isOne = existsSync(join(folder, cli, 'commands.js'));
  const command = program === 'start' || !isOne ? [`${program}.js`] : ['commands.js', program];
  // A PostgreSQL that the product brings itself has the machine's time.
  const clock = env.DATABASE_URL ? withChosenClock : [];
  const [file, ...words] = command;
  const child = spawn(node, [...clock, `${cli}/${file}`, ...words, ...args], {
    cwd: folder,
    env: { ...withoutSettings(process.env), ...QUIET, DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const keep = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const ended = new Promise<number | null>((done) => child.once('close', done));
  child.once('close', () => rmSync(dataDir, { recursive: true, force: true }));
  return {
    process: child,
    ended,
    output: () => output,
    async close() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Runs one of the commands to its end; what it wrote, line by line. */
export async function runCommand(
  program: string,
  env: Record<string, string>,
  ...args: string[]
): Promise<{ code: number | null; lines: string[] }> {
  const started = launch(env, program, ...args);
  const code = await started.ended;
  return { code, lines: started.output().trim().split('\n') };
}

// What the developer's shell sets for the product must not reach the tests.
const SETTINGS = (
  'PORT HOST DATA_DIR HOTEL_TIMEZONE SAMPLE_DATA CSV_DROP_DIR EVIDENCE_DIR CHECKPOINT_MINUTES GUEST_RETENTION_YEARS IMPORT_RETENTION_DAYS ' +
  'CHECKPOINT_COPY_DIR AUTH_MODE APP_ORIGIN SESSION_SECRET SESSION_SECRET_FILE ALLOWED_HOSTS REQUESTS_PER_MINUTE DATABASE_URL ' +
  'DATABASE_PASSWORD DATABASE_PASSWORD_FILE DATABASE_APP_ROLE MIGRATE DRAIN_SECONDS ROOM_MONTHS_AHEAD LOG_REQUESTS DECIDE_FROM_MEMORY'
).split(' ');
const withoutSettings = (env: NodeJS.ProcessEnv) =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !SETTINGS.includes(name)));

async function isReady(url: string): Promise<boolean> {
  const response = await fetch(new URL('/health/ready', url)).catch(() => null);
  return response?.ok ?? false;
}
