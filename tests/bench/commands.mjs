// `npm run bench -- commands [--gate]`: how long a newcomer waits, measured in a clone of the last commit, and how much there
// is to read; with `--gate` the whole of `npm test` as well. Written into `.docs/proof/commands`.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { figure, machine, table, today, writeReport } from '../support/report-files.mjs';

const ROUNDS = 3;
const READY = /で起動しました/;

/** Measures every command, shows and writes the medians beside their aims. */
export async function measureCommands({ withGate }) {
  const folder = mkdtempSync(join(tmpdir(), 'hotel-commands-'));
  const clone = join(folder, 'clone');
  const rows = [];
  const measure = async (what, aim, command, prepare = () => {}) => {
    const runs = [];
    // The first round warms up: the cache of npm, of the disk and of Jest.
    for (let round = 0; round <= ROUNDS; round++) {
      prepare();
      runs.push(await secondsOf(clone, command));
      console.log(`${what}: ${figure(runs.at(-1))} 秒`);
    }
    rows.push({ what, aim, unit: 's', runs: runs.slice(1) });
  };
  try {
    await measure('`npm start` in a fresh clone, packages in the cache of npm', 75, ['start'], () => {
      remove(clone);
      execFileSync('git', ['clone', '--quiet', '.', clone]);
    });
    await measure('`npm start` again', 3, ['start']);
    await secondsOf(clone, ['test', '--', 'types']);
    for (const file of ['tests/domain/dates.test.ts', 'tests/backend/health/screen-errors.test.ts'])
      await measure(`\`npm run test:unit -- ${file}\``, 5, ['run', 'test:unit', '--', file]);
    if (withGate) await measure('`npm test`, packages there', 360, ['test']);
    rows.push(
      { what: 'packages that running needs', unit: 'packages', runs: [packagesOf(({ dev }) => !dev)] },
      { what: 'packages in all', unit: 'packages', runs: [packagesOf(() => true)] },
      { what: 'README.md', aim: 10, unit: 'KB', runs: [statSync('README.md').size / 1_000] },
      { what: 'tests', aim: 32_000, unit: 'lines', runs: [linesOfTests()] },
    );
  } finally {
    remove(clone);
    rmSync(folder, { recursive: true });
  }
  const page = pageOf(rows);
  writeReport('commands', { page, data: { taken: today(), machine: machine(), rows } });
  console.log(page);
}

// The files of its PostgreSQL may lie outside.
function remove(clone) {
  const postgres = join(clone, '.data/postgres');
  if (existsSync(postgres)) rmSync(realpathSync(postgres), { recursive: true });
  rmSync(clone, { recursive: true, force: true });
}

/** How long an npm command takes to its end, a server until it serves; fails when the command does. */
async function secondsOf(clone, command) {
  const isServer = command[0] === 'start';
  const env = { ...process.env, PORT: String(await freePort()) };
  for (const name of Object.keys(env)) if (/^npm_|^TEST_/.test(name)) delete env[name];
  const started = performance.now();
  const npm = spawn('npm', command, { cwd: clone, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
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

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  await new Promise((done) => server.close(done));
  return port;
}

function packagesOf(isCounted) {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const isForHere = ({ os, cpu }) =>
    (os ?? [process.platform]).includes(process.platform) && (cpu ?? [process.arch]).includes(process.arch);
  return Object.entries(packages).filter(([path, entry]) => path && isForHere(entry) && isCounted(entry))
    .length;
}

function linesOfTests() {
  const files = execFileSync('git', ['ls-files', 'tests'], { encoding: 'utf8' }).trim().split('\n');
  const sources = files.filter(
    (file) => /\.[cm]?[jt]sx?$/.test(file) && !file.startsWith('tests/bench/peers/'),
  );
  return sources.reduce((lines, file) => lines + readFileSync(file, 'utf8').split('\n').length - 1, 0);
}

function pageOf(rows) {
  return [
    '# Commands',
    '',
    'Written by `npm run bench -- commands [--gate]`: medians of three runs after one that warms up, in brackets the least and the',
    'greatest, in a clone of its own.',
    '',
    `${today()}: ${machine()}`,
    '',
    table(
      ['', 'median', 'aim', ''],
      rows.map(({ what, aim, unit, runs }) => {
        const sorted = [...runs].sort((a, b) => a - b);
        const middle = sorted[Math.floor(sorted.length / 2)];
        const spread = runs.length > 1 ? ` (${figure(sorted[0])} – ${figure(sorted.at(-1))})` : '';
        const verdict = aim === undefined ? '' : middle <= aim ? 'met' : '**not met**';
        return [
          what,
          `${figure(middle)} ${unit}${spread}`,
          aim === undefined ? '' : `≤ ${figure(aim)} ${unit}`,
          verdict,
        ];
      }),
    ),
    '',
  ].join('\n');
}
