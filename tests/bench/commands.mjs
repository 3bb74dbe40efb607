// `npm run bench -- commands`: how long a newcomer waits, and how much there is to install and to read. `-- commands start
// file` measures only these two of them. Written into `.docs/proof/commands`, where what is not measured this time stays.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../../dist/backend/tools/embedded-postgres/free-port.js';
import { figure, today, updateTable } from '../support/report-files.mjs';
import { median, spreadOf } from './report.mjs';

const ROUNDS = Number(process.env.ROUNDS ?? 3);
const READY = /で起動しました/;

const testFile = (file) => ({
  what: `\`npm run test:unit -- ${file}\``,
  aim: 5,
  command: ['run', 'test:unit', '--', file],
});

/** Measurements, by the word that asks for them; aims in seconds. */
const COMMANDS = {
  first: {
    what: '`npm start` in a fresh clone, nothing in the cache of npm',
    aim: 75,
  },
  start: {
    what: '`npm start` again',
    aim: 3,
  },
  file: testFile('tests/domain/dates.test.ts'),
  'database-file': testFile('tests/backend/health/screen-errors.test.ts'),
  gate: {
    what: '`npm test`, packages there',
    aim: 240,
  },
};

/** Measures what was asked for, all of it if nothing was, and writes the medians beside their aims. */
export async function measureCommands(words) {
  const asked = words.map((word) => word.replace(/^--/, ''));
  const unknown = asked.find((name) => !(name in COMMANDS));
  if (unknown) throw new Error(`${unknown} is none of ${Object.keys(COMMANDS).join(', ')}.`);
  const names = Object.keys(COMMANDS).filter((name) => asked.length === 0 || asked.includes(name));
  const folder = mkdtempSync(join(tmpdir(), 'hotel-commands-'));
  const clone = join(folder, 'clone');
  const measured = {};
  const run = async (name, command, settings) => {
    const seconds = await secondsOf(clone, command, settings);
    console.log(`${COMMANDS[name].what}: ${figure(seconds)} 秒`);
    measured[name] = [...(measured[name] ?? []), seconds];
  };
  // What is warm has been run once before.
  const runWarm = async (name, command) => {
    await secondsOf(clone, command);
    for (let round = 0; round < ROUNDS; round++) await run(name, command);
  };
  try {
    for (let round = 0; round < (names.includes('first') ? ROUNDS : 0); round++) {
      cloneInto(clone);
      await run('first', ['start'], { npm_config_cache: join(folder, `cache-${round}`) });
    }
    if (!existsSync(clone)) cloneInto(clone);
    if (names.includes('start')) await runWarm('start', ['start']);
    const tests = names.filter((name) => name.endsWith('file') || name === 'gate');
    if (tests.length > 0) await secondsOf(clone, ['test', '--', 'types']); // Installs what tests need.
    for (const name of tests.filter((name) => name !== 'gate')) await runWarm(name, COMMANDS[name].command);
    for (let round = 0; round < (names.includes('gate') ? ROUNDS : 0); round++) await run('gate', ['test']);
  } finally {
    remove(clone);
    rmSync(folder, { recursive: true });
    record(measured); // Also when a command failed: what was measured before it stands.
  }
}

function record(measured) {
  const timed = Object.entries(measured).map(([name, runs]) => {
    const { what, aim } = COMMANDS[name];
    const verdict = median(runs) > aim ? '**not met**' : 'met';
    return [what, `${figure(median(runs))} s${spreadOf(runs)}`, `≤ ${aim} s`, verdict, today()];
  });
  updateTable('commands', [...timed, ...sizes()]);
}

function cloneInto(clone) {
  remove(clone);
  execFileSync('git', ['clone', '--quiet', '.', clone]);
}

// The files of its PostgreSQL may lie outside.
function remove(clone) {
  const postgres = join(clone, '.data/postgres');
  if (existsSync(postgres)) rmSync(realpathSync(postgres), { recursive: true });
  rmSync(clone, { recursive: true, force: true });
}

/** Times an npm command to its end, a server until it serves, in seconds; fails when the command does. */
async function secondsOf(clone, command, settings = {}) {
  const isServer = command[0] === 'start';
  const env = { ...process.env, PORT: String(await findFreePort()) };
  for (const name of Object.keys(env)) if (/^npm_|^TEST_/.test(name)) delete env[name];
  const started = performance.now();
  const npm = spawn('npm', command, {
    cwd: clone,
    env: { ...env, ...settings },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(npm, 'exit');
  let output = '';
  const ready = new Promise((done) => {
    for (const stream of [npm.stdout, npm.stderr])
      stream.on('data', (chunk) => {
        output += chunk;
        if (isServer && READY.test(output)) done();
      });
  });
  await Promise.race([ready, exited]);
  const seconds = (performance.now() - started) / 1_000;
  if (isServer && npm.exitCode === null) process.kill(-npm.pid, 'SIGINT');
  const [code] = await exited;
  if (isServer ? !READY.test(output) : code !== 0) throw new Error(`npm ${command.join(' ')}\n${output}`);
  return seconds;
}

/** Measures what there is to install and to read. */
const sizes = () => [
  ['packages that running needs', `${packagesOf(({ dev }) => !dev)} packages`, '', '', today()],
  ['packages in all', `${packagesOf(() => true)} packages`, '', '', today()],
  ['tests', `${figure(linesOfTests())} lines`, '', '', today()],
];

function packagesOf(isCounted) {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const isForHere = ({ os, cpu }) =>
    (os ?? [process.platform]).includes(process.platform) && (cpu ?? [process.arch]).includes(process.arch);
  return Object.entries(packages).filter(([path, entry]) => path && isForHere(entry) && isCounted(entry))
    .length;
}

function linesOfTests() {
  const files = execFileSync('git', ['ls-files', 'tests'], { encoding: 'utf8' }).trim().split('\n');
  const sources = files.filter((file) => /\.[cm]?[jt]sx?$/.test(file) && existsSync(file));
  return sources.reduce((lines, file) => lines + readFileSync(file, 'utf8').split('\n').length - 1, 0);
}
