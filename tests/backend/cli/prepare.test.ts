import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';

const here = { os: [process.platform], cpu: [process.arch] };
const elsewhere = { os: ['plan9'], cpu: ['pdp11'] };
const LOCKED = {
  '': {},
  'node_modules/vite': { version: '1.0.0' },
  'node_modules/tests': { version: '2.0.0', dev: true },
  'node_modules/vite/node_modules/@scope/part': { version: '4.0.0' },
  'node_modules/native': { version: '3.0.0', optional: true, ...here },
  'node_modules/foreign': { version: '3.0.0', optional: true, ...elsewhere },
};
/** A build: recreates its folder with the server's programs. */
const buildOf = (folder: string) => `
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
rmSync('${folder}', { recursive: true, force: true });
mkdirSync('${folder}/cli', { recursive: true });
for (const name of ['start', 'verify'])
  writeFileSync('${folder}/cli/' + name + '.js', 'console.log("ran", ...process.argv.slice(2))');`;
/** A fake npm: logs its arguments and installs the lockfile, or fails with the given error. */
const NPM = `
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
const args = process.argv.slice(2);
if (args.join(' ') === 'config get registry') {
  console.log('https://packages.example/npm');
  process.exit();
}
const { NPM_FAILS } = process.env;
if (NPM_FAILS) throw new Error(NPM_FAILS);
writeFileSync('npm.log', args.slice(0, -3).join(' '));
if (args[0] === 'ci') rmSync('node_modules', { recursive: true, force: true });
const { packages } = JSON.parse(readFileSync('npm-shrinkwrap.json', 'utf8'));
delete packages['node_modules/foreign'];
if (args.includes('--omit=dev')) delete packages['node_modules/tests'];
for (const path of Object.keys(packages)) mkdirSync(path || '.', { recursive: true });
mkdirSync('node_modules/vite/bin', { recursive: true });
writeFileSync('node_modules/vite/bin/vite.js', ${JSON.stringify(buildOf('dist/ui'))});
writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages }));`;

const START = 'dist/backend/cli/start.js';
const VERIFY = 'dist/backend/cli/verify.js';
const TESTS = 'tests/run.mjs';
const PACKAGES = 'パッケージのインストール(初回は 1 分ほど)…';
const SERVER = 'サーバーのビルド…';
const SCREENS = '画面のビルド…';
const RAN = 'ran one two';

const project = mkdtempSync(join(tmpdir(), 'hotel-prepare-test-'));
const at = (path: string) => join(project, path);

function write(path: string, content: string) {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), content);
}

afterAll(() => rmSync(project, { recursive: true }));

/** A new clone of a small project, without packages and builds. */
function clone() {
  rmSync(project, { recursive: true });
  for (const file of ['prepare.mjs', 'end-with-npm.mjs']) {
    write(`backend/cli/${file}`, '');
    copyFileSync(`backend/cli/${file}`, at(`backend/cli/${file}`));
  }
  write('backend/cli/build-server.mjs', buildOf('dist/backend'));
  write('npm/npm-cli.js', NPM);
  write('package.json', '{ "type": "module" }');
  write('package-lock.json', JSON.stringify({ packages: LOCKED }));
  for (const file of ['tsconfig.json', '.swcrc', 'nest-cli.json']) write(file, '{}');
  for (const folder of ['migrations', 'backend/domain', 'backend/wire', 'frontend'])
    write(`${folder}/source.ts`, folder);
  write(
    TESTS,
    `import '../backend/cli/prepare.mjs';
    console.log('ran', ...process.argv.slice(2));`,
  );
}

/** Runs a program of that project, optionally as if under another Node; returns its output and npm's arguments. */
function run(program: string, { node = process.versions.node, ...environment }: Record<string, string> = {}) {
  rmSync(at('npm.log'), { force: true });
  const pretend = `data:text/javascript,Object.defineProperty(process.versions,'node',{value:'${node}'})`;
  const args = ['--import', pretend, at('backend/cli/prepare.mjs'), program, 'one', 'two'];
  const env = { ...process.env, npm_execpath: at('npm/npm-cli.js'), npm_lifecycle_event: '', ...environment };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    env,
    encoding: 'utf8',
    timeout: 60_000,
  });
  const npm = existsSync(at('npm.log')) ? readFileSync(at('npm.log'), 'utf8') : null;
  const lines = stdout.split('\n').filter((line) => line !== '' && !/^ {2}(完了|…) /.test(line));
  return { status, npm, lines, error: stderr.trim() };
}

const lines = (program: string) => run(program).lines;

describe('a program', () => {
  beforeEach(clone);

  it('of a fresh clone runs once what it needs is installed and built, and then at once', () => {
    const first = run(START);
    expect(first).toMatchObject({ status: 0, lines: [PACKAGES, SERVER, SCREENS, RAN] });
    expect(first.npm).toBe('ci --omit=dev');
    expect(lines(START)).toEqual([RAN]);
  });

  it('that shows no screens needs none; one of tests needs the packages of development too', () => {
    expect(lines(VERIFY)).toEqual([PACKAGES, SERVER, RAN]);
    const tests = run(TESTS);
    expect(tests.lines).toEqual([PACKAGES, SCREENS, RAN]);
    expect(tests.npm).toBe('install --no-save --include=dev');
    for (const program of [START, TESTS]) expect(lines(program)).toEqual([RAN]);
  });

  it('is installed from the addresses of the registry that is set, which no file of the project keeps', () => {
    run(VERIFY);
    const { packages } = JSON.parse(readFileSync(at('node_modules/.package-lock.json'), 'utf8'));
    expect(packages['node_modules/vite'].resolved).toBe('https://packages.example/npm/vite/-/vite-1.0.0.tgz');
    expect(packages['node_modules/vite/node_modules/@scope/part'].resolved).toBe(
      'https://packages.example/npm/@scope/part/-/part-4.0.0.tgz',
    );
    expect(existsSync(at('npm-shrinkwrap.json'))).toBe(false);
    expect(readFileSync(at('package-lock.json'), 'utf8')).not.toContain('resolved');
  });

  it('says that it deletes a node_modules whose install did not come to its end', () => {
    mkdirSync(at('node_modules/vite'), { recursive: true });
    expect(run(VERIFY)).toMatchObject({
      npm: 'ci --omit=dev',
      lines: ['不完全な node_modules を削除して入れ直します。', PACKAGES, SERVER, RAN],
    });
  });

  /** The installed packages, but for one entry. */
  const changed = (path: string, entry?: object, alsoGone = 'node_modules/tests') =>
    JSON.stringify({
      packages: { ...LOCKED, 'node_modules/foreign': undefined, [alsoGone]: undefined, [path]: entry },
    });

  it.each([
    ['another version', 'node_modules/vite', { version: '0.9.0' }],
    ['a missing package', 'node_modules/vite', undefined],
    ['a missing package for this machine', 'node_modules/native', undefined],
  ])('installs only the difference after %s', (_, path, entry) => {
    run(VERIFY);
    write('node_modules/.package-lock.json', changed(path, entry));
    expect(run(VERIFY)).toMatchObject({ npm: 'install --no-save --omit=dev', lines: [PACKAGES, RAN] });
  });

  it('keeps the packages of development that are there', () => {
    run(TESTS);
    write('node_modules/.package-lock.json', changed('node_modules/vite', undefined, ''));
    expect(run(START).npm).toBe('install --no-save --include=dev');
  });

  it('installs a package anew whose folder was deleted', () => {
    run(VERIFY);
    rmSync(at('node_modules/native'), { recursive: true });
    expect(lines(VERIFY)).toEqual([PACKAGES, RAN]);
  });

  it.each([
    ['backend/domain/source.ts', [SERVER, SCREENS]],
    ['backend/main.ts', [SERVER]],
    ['migrations/0001.ts', [SERVER]],
    ['frontend/source.ts', [SCREENS]],
    ['nest-cli.json', [SERVER]],
    ['tsconfig.json', [SERVER, SCREENS]],
  ])('builds anew after a change of %s', (path, builds) => {
    run(START);
    write(path, 'changed');
    expect(lines(START)).toEqual([...builds, RAN]);
    expect(lines(START)).toEqual([RAN]);
  });

  it('replaces a build without its stamp', () => {
    run(START);
    spawnSync(process.execPath, ['backend/cli/build-server.mjs'], { cwd: project });
    expect(lines(START)).toEqual([SERVER, RAN]);
  });

  it.each([
    ['ENOSPC: no space left on device', 'ディスクの空き容量が足りません。'],
    ['EACCES: permission denied', 'ファイルに書き込めません。'],
    ['getaddrinfo EAI_AGAIN', 'パッケージの配布元に接続できません。'],
  ])('does not run when npm fails with %s, and says why', (failure, cause) => {
    const { status, lines, error } = run(START, { NPM_FAILS: failure });
    expect({ status, lines }).toEqual({ status: 1, lines: [PACKAGES] });
    for (const part of [failure, 'パッケージのインストール(初回は 1 分ほど)に失敗しました(1)。', cause])
      expect(error).toContain(part);
  });

  it('waits for another preparation, but not for one that was killed', () => {
    run(START);
    const dead = spawnSync(process.execPath, ['--version']).pid;
    write('.cache/prepare.lock', String(dead));
    expect(lines(START)).toEqual([RAN]);
    const done = `setTimeout(() => require('node:fs').rmSync('.cache/prepare.lock'), 1000)`;
    const other = spawn(process.execPath, ['--eval', done], { cwd: project, stdio: 'ignore' });
    write('.cache/prepare.lock', String(other.pid));
    expect(lines(START)).toEqual(['別の準備処理(.cache/prepare.lock)が終わるのを待っています…', RAN]);
  });

  it('must be run by npm when there is something to install', () => {
    expect(run(START, { npm_execpath: '' })).toMatchObject({
      status: 1,
      error: 'npm から実行してください(npm start、npm test など)。',
    });
  });
});

describe('every command', () => {
  beforeAll(clone);

  it.each(['20.18.3', '18.20.4', '16.0.0'])('refuses Node %s with one line', (node) => {
    expect(run(VERIFY, { node })).toEqual({
      status: 1,
      npm: null,
      lines: [],
      error: `Node.js 20.19 以降が必要です(現在は ${node})。`,
    });
  });

  it.each(['20.19.0', '22.12.0', '24.1.0'])('accepts Node %s', (node) => {
    expect(run(VERIFY, { node }).lines).toContain(RAN);
  });
  // npm runs a shell, and the shell the command; a fake npm does the same. The shell's parent is only known from /proc.
  it.each(existsSync('/proc/self/stat') ? ['npm', 'the shell'] : ['the shell'])(
    'ends in order when %s is killed',
    async (killed) => {
      const module = pathToFileURL('backend/cli/end-with-npm.mjs').href;
      const command = `
      const { endWithNpm } = await import('${module}');
      endWithNpm();
      process.on('SIGTERM', () => { console.log('ended in order'); process.exit(); });
      setInterval(() => {}, 1_000_000);
      console.log(process.ppid);`;
      const npm = `
      const shell = '"$NODE" --input-type=module --eval "$COMMAND"; :';
      require('node:child_process').spawn('sh', ['-c', shell], { stdio: 'inherit' });`;
      const env = { ...process.env, npm_lifecycle_event: 'start', NODE: process.execPath, COMMAND: command };
      const started = spawn(process.execPath, ['--eval', npm], { env, stdio: ['ignore', 'pipe', 'inherit'] });
      let output = '';
      started.stdout.on('data', (chunk) => {
        output += chunk;
      });
      await once(started.stdout, 'data');
      process.kill(killed === 'npm' ? (started.pid ?? 0) : Number.parseInt(output, 10), 'SIGKILL');
      await once(started.stdout, 'close');
      expect(output).toContain('ended in order');
    },
  );
});
