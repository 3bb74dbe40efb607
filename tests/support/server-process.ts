import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('../../', import.meta.url));
const START_TIMEOUT_MS = 600_000;
const POLL_MS = 50;

export type ServerProcess = {
  url: string;
  process: ChildProcess;
  /** All that it has written so far. */
  output(): string;
  /** Asks it to end in order, and waits. */
  close(): Promise<void>;
};

/** Runs the built product as `npm start` does, and waits until it is ready. */
export async function spawnServer(env: Record<string, string>): Promise<ServerProcess> {
  const launched = launch(env);
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline && launched.process.exitCode === null) {
    const url = launched.output().match(/http:\/\/\S+/)?.[0];
    if (url && (await isReady(url))) return { ...launched, url };
    await pause(POLL_MS);
  }
  await launched.close();
  throw new Error(`the server did not become ready:\n${launched.output()}`);
}

/** Runs the built product, or another of its commands, without waiting for anything but its end. */
export function launch(
  env: Record<string, string>,
  program = 'start',
  ...args: string[]
): Omit<ServerProcess, 'url'> & { ended: Promise<number | null> } {
  const child = spawn(process.execPath, [`dist/backend/launch/${program}.js`, ...args], {
    cwd: project,
    env: {
      ...withoutSettings(process.env),
      CHECKPOINT_MINUTES: '0',
      ROOM_MONTHS_AHEAD: '0',
      LOG_REQUESTS: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const keep = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const ended = new Promise<number | null>((done) => child.once('close', done));
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

// What the developer's shell sets for the product must not reach the tests.
function withoutSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const {
    PORT,
    HOST,
    DATA_DIR,
    DATABASE_URL,
    HOTEL_TIMEZONE,
    SAMPLE_DATA,
    AUTH_MODE,
    CSV_DROP_DIR,
    EVIDENCE_DIR,
    CHECKPOINT_MINUTES,
    GUEST_RETENTION_YEARS,
    APP_ORIGIN,
    SESSION_SECRET,
    SESSION_SECRET_FILE,
    ALLOWED_HOSTS,
    REQUESTS_PER_MINUTE,
    DATABASE_PASSWORD,
    DATABASE_PASSWORD_FILE,
    DATABASE_APP_ROLE,
    MIGRATE,
    DRAIN_SECONDS,
    ROOM_MONTHS_AHEAD,
    LOG_REQUESTS,
    ...rest
  } = env;
  return rest;
}

async function isReady(url: string): Promise<boolean> {
  const response = await fetch(new URL('/health/ready', url)).catch(() => null);
  return response?.ok ?? false;
}
