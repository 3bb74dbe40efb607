import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { findFreePort } from '#backend/tools/embedded-postgres/free-port.js';
import { eventually } from '#tests/support/eventually.js';
import { postmasterPid, removeDataFolder } from '#tests/support/launched-postgres.js';
import { LONG_MS } from '#tests/support/limits.js';

// It compiles the product, and starts it with a PostgreSQL of its own.
jest.setTimeout(LONG_MS);

/** Compiling, PostgreSQL and the server, on a busy machine. */
const START = { within: 90_000 };
const COPIED = [
  'backend',
  'frontend',
  'migrations',
  '.swcrc',
  'nest-cli.json',
  'package.json',
  'tsconfig.json',
];

/** A copy of the project: `npm run dev` compiles into its own `dist`, and the tests edit its sources. */
let project: string;
let dataDir: string;
let dev: { process: ChildProcess; port: number; output: () => string };

const inProject = (path: string) => join(project, path);

beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'hotel-dev-test-'));
  for (const path of COPIED) cpSync(path, inProject(path), { recursive: true });
  symlinkSync(join(process.cwd(), 'node_modules'), inProject('node_modules'));
  dataDir = join(project, '.data');
});

afterEach(async () => {
  const { exitCode, pid = 0 } = dev.process;
  if (exitCode === null && !dev.process.stdout?.closed) process.kill(-pid, 'SIGKILL');
  if (postmasterPid(dataDir)) await removeDataFolder(dataDir);
});

afterAll(async () => {
  await removeDataFolder(dataDir);
  rmSync(project, { recursive: true, force: true });
});

/** Runs `npm run dev` of the copy; with `throughShell` below a shell and a stand-in for npm, which is the process returned. */
async function startDev({ throughShell = false } = {}) {
  const port = await findFreePort();
  const env = { ...process.env, DATABASE_URL: '', DATA_DIR: dataDir, PORT: String(port), SAMPLE_DATA: '0' };
  const command = [process.execPath, inProject('backend/tools/cli/dev.mjs')];
  const npm = `
    const shell = require('node:child_process').spawn('sh', ['-c', '"$NODE" "$PROGRAM"; :'], { stdio: 'inherit' });`;
  const started = spawn(process.execPath, throughShell ? ['--eval', npm] : command.slice(1), {
    cwd: project,
    detached: true, // The leader of a group, which can be killed as a whole.
    env: throughShell
      ? { ...env, npm_lifecycle_event: 'dev', NODE: command[0], PROGRAM: command[1] }
      : { ...env, npm_lifecycle_event: '' },
  });
  let output = '';
  for (const stream of [started.stdout, started.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  dev = { process: started, port, output: () => output };
}

const statusOf = (path: string) =>
  fetch(`http://127.0.0.1:${dev.port}${path}`).then(
    ({ status }) => status,
    () => null,
  );

/** Runs `npm run db` with a statement. */
const askDatabase = async (statement: string) =>
  (
    await promisify(execFile)(process.execPath, ['backend/tools/cli/db.mjs', statement], {
      env: { ...process.env, DATABASE_URL: '', DATA_DIR: dataDir },
    })
  ).stdout;

/** Everything has ended: the program, and the last holder of its output, in any order. */
const hasEnded = () =>
  eventually(
    'dev ends',
    () => {
      const { exitCode, signalCode, stdout } = dev.process;
      return { exitCode, signalCode, isClosed: stdout?.closed === true };
    },
    ({ exitCode, signalCode, isClosed }) => isClosed && (exitCode ?? signalCode) !== null,
    START,
  );

const expectNothingLeft = () =>
  expect({ postgres: postmasterPid(dataDir), output: dev.output() }).toMatchObject({ postgres: null });

describe('npm run dev', () => {
  it('prints one address once it answers, keeps refused connections and backtraces out of sight, opens the database, ends on SIGTERM', async () => {
    await startDev();
    await eventually(
      'the address is printed',
      async () => {
        await statusOf('/api/rooms'); // As a tab does that is still open.
        return dev.output();
      },
      (output) => output.includes('開発用の画面'),
      START,
    );
    expect(await statusOf('/health/ready')).toBe(200);
    expect(await fetch(`http://127.0.0.1:${dev.port}/`).then((page) => page.text())).toContain(
      '/@vite/client',
    );

    const source = inProject('backend/health/health.controller.ts');
    const code = readFileSync(source, 'utf8');
    writeFileSync(source, `${code}\nexport function broken( { return 1; }\n`);
    await eventually('the mistake is shown', dev.output, (output) => output.includes('return 1;'));
    expect(dev.output()).toContain('health.controller.ts');
    expect(dev.output()).not.toMatch(/<unknown>|[Bb]acktrace|Caused by/);
    expect(await statusOf('/health/ready')).toBe(200);

    writeFileSync(source, code.replace("'health/ready'", "'health/ready-again'"));
    await eventually(
      'the change is served',
      () => statusOf('/health/ready-again'),
      (status) => status === 200,
      START,
    );
    expect(dev.output()).not.toMatch(/ECONNREFUSED|ECONNRESET|proxy error|deprecated|not built/);
    expect(dev.output().match(/https?:\/\/[\w.:]+/g)).toEqual([`http://127.0.0.1:${dev.port}`]);
    writeFileSync(source, code);

    expect(await askDatabase('select count(*) from event_log')).toContain("│ '0'");

    dev.process.kill('SIGTERM');
    await hasEnded();
    await eventually(
      'the exit code',
      () => dev.process.exitCode,
      (code) => code === 0,
    );
    expectNothingLeft();
  });

  it.each<[string, () => unknown]>([
    ['Ctrl+C', () => dev.process.kill('SIGINT')],
    ['the terminal', () => dev.process.kill('SIGHUP')],
    ['the end of its input', () => dev.process.stdin?.end()],
  ])('leaves no PostgreSQL behind when %s ends it while it starts', async (_, end) => {
    await startDev();
    await eventually('PostgreSQL runs', () => postmasterPid(dataDir), Boolean, START);
    end();
    await hasEnded();
    expectNothingLeft();
  });

  it('leaves no PostgreSQL behind when npm is killed', async () => {
    await startDev({ throughShell: true });
    await eventually('PostgreSQL runs', () => postmasterPid(dataDir), Boolean, START);
    dev.process.kill('SIGKILL');
    await hasEnded();
    expectNothingLeft();
  });
});
