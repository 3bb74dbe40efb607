import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '#tests/support/eventually.js';

const LOCKED = {
  '': {},
  'node_modules/vite': { version: '1.0.0' },
  'node_modules/tests': { version: '2.0.0', dev: true },
  'node_modules/vite/node_modules/@scope/part': { version: '4.0.0' },
  'node_modules/foreign': { version: '3.0.0', optional: true },
};
/** The built program: it ends at once, or reads another of its files when its input ends. */
const PROGRAM = `
console.log("ran", ...process.argv.slice(2));
if (process.argv[2] === 'stay')
  process.stdin.resume().once('end', async () => console.log((await import('../late.js')).source));`;
/** A build: fills the folder that it is told with the server's programs. */
const buildOf = (kind: string, inside: string) => `
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
const folder = process.argv.at(-1);
const inside = folder + '${inside}';
appendFileSync('builds.log', '${kind} ');
rmSync(folder, { recursive: true, force: true });
mkdirSync(inside + '/cli', { recursive: true });
const source = readFileSync('backend/domain/source.ts', 'utf8');
writeFileSync(inside + '/late.js', 'export const source = ' + JSON.stringify(source));
for (const name of ['start', 'verify'])
  writeFileSync(inside + '/cli/' + name + '.js', \`${PROGRAM}\`);`;
/** A fake npm: logs its arguments and installs the lockfile without what is optional, or fails with the given error. */
const NPM = `
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
const args = process.argv.slice(2);
if (args[0] === 'config') {
  console.log('https://packages.example/npm/');
  process.exit();
}
if (process.env.NPM_FAILS) throw new Error(process.env.NPM_FAILS);
writeFileSync('npm.log', args.slice(0, -1).join(' '));
if (args[0] === 'ci') rmSync('node_modules', { recursive: true, force: true });
const { packages } = JSON.parse(readFileSync('npm-shrinkwrap.json', 'utf8'));
delete packages['node_modules/foreign'];
if (args.includes('--omit=dev')) delete packages['node_modules/tests'];
for (const path of Object.keys(packages)) mkdirSync(path || '.', { recursive: true });
mkdirSync('node_modules/vite/bin', { recursive: true });
writeFileSync('node_modules/vite/bin/vite.js', ${JSON.stringify(buildOf('ui', ''))});
writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages }));`;

const START = 'dist/backend/cli/start.js';
const VERIFY = 'dist/backend/cli/verify.js';
const TESTS = 'tests/run.mjs';
const PACKAGES = 'パッケージのインストール(初回は 1 分ほど)…';
const DELETED = '不完全な node_modules を削除して入れ直します。';
const SERVER = 'サーバーのビルド…';
const SCREENS = '画面のビルド…';
const RAN = 'ran one two';

const folder = mkdtempSync(join(tmpdir(), 'hotel-prepare-test-'));
/** The project of a test, and one that is copied for it, with packages of development and builds. */
const project = join(folder, 'project');
const prepared = join(folder, 'prepared');
const at = (path: string) => join(project, path);

function write(path: string, content: string) {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), content);
}

afterAll(() => rmSync(folder, { recursive: true }));

/** A new clone of a small project, without packages and builds. */
function clone() {
  rmSync(project, { recursive: true, force: true });
  for (const file of ['prepare.mjs', 'build.mjs', 'end-with-npm.mjs']) {
    write(`backend/tools/cli/${file}`, '');
    copyFileSync(`backend/tools/cli/${file}`, at(`backend/tools/cli/${file}`));
  }
  write('backend/tools/cli/build-server.mjs', buildOf('server', '/backend'));
  write('npm/npm-cli.js', NPM);
  write('package.json', '{ "type": "module" }');
  write('package-lock.json', JSON.stringify({ packages: LOCKED }));
  for (const file of ['tsconfig.json', '.swcrc', 'nest-cli.json']) write(file, '{}');
  for (const folder of ['migrations', 'backend/domain', 'backend/wire', 'frontend'])
    write(`${folder}/source.ts`, folder);
  write(
    TESTS,
    `import '../backend/tools/cli/prepare.mjs';
    console.log('ran', ...process.argv.slice(2));`,
  );
}

/** Runs a program of that project, optionally as if under another Node; returns its output and npm's arguments. */
function run(program: string, { node = process.versions.node, ...environment }: Record<string, string> = {}) {
  rmSync(at('npm.log'), { force: true });
  const pretend = `data:text/javascript,Object.defineProperty(process.versions,'node',{value:'${node}'})`;
  const args = ['--import', pretend, at('backend/tools/cli/prepare.mjs'), program, 'one', 'two'];
  const env = { ...process.env, npm_execpath: at('npm/npm-cli.js'), npm_lifecycle_event: '', ...environment };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
  const npm = existsSync(at('npm.log')) ? readFileSync(at('npm.log'), 'utf8') : null;
  return { status, npm, lines: stdout.trim().split('\n'), error: stderr.trim() };
}

const serverBuilds = () => readdirSync(at('dist')).filter((name) => name.startsWith('server-'));
const lines = (program: string) => run(program).lines;

describe('a program of a new clone', () => {
  beforeEach(clone);

  it('that shows no screens is installed and built without them', () => {
    expect(run(VERIFY)).toMatchObject({
      npm: 'ci --omit=dev --include=optional',
      lines: [PACKAGES, SERVER, RAN],
    });
  });

  it('runs once what it needs is installed and built, and then at once', () => {
    const first = run(START);
    expect(first).toMatchObject({
      status: 0,
      npm: 'ci --omit=dev --include=optional',
      lines: [PACKAGES, SERVER, SCREENS, RAN],
    });
    expect(lines(START)).toEqual([RAN]);
    expect(run(TESTS)).toMatchObject({
      npm: 'install --no-save --include=dev --include=optional',
      lines: [PACKAGES, RAN],
    });
    for (const program of [START, TESTS]) expect(lines(program)).toEqual([RAN]);
  });

  it('is prepared by one of two commands that are started at once', async () => {
    const started = [START, TESTS].map((program) => {
      const env = { ...process.env, npm_execpath: at('npm/npm-cli.js'), npm_lifecycle_event: '' };
      const command = spawn(process.execPath, [at('backend/tools/cli/prepare.mjs'), program], { env });
      return once(command, 'close');
    });
    expect((await Promise.all(started)).map(([status]) => status)).toEqual([0, 0]);
    expect(readFileSync(at('builds.log'), 'utf8')).toBe('server ui ');
  });
});

describe('a program', () => {
  beforeAll(() => {
    clone();
    for (const program of [START, TESTS]) expect(lines(program)).toContain(RAN);
    cpSync(project, prepared, { recursive: true, verbatimSymlinks: true });
  });
  beforeEach(() => {
    rmSync(project, { recursive: true, force: true });
    cpSync(prepared, project, { recursive: true, verbatimSymlinks: true });
  });

  it('does not wait for a command that was killed while it prepared', () => {
    write('.cache/prepare.lock', String(2 ** 31 - 2));
    expect(lines(START)).toEqual([RAN]);
  });

  it('is installed from the addresses of the registry that is set, which no file of the project keeps', () => {
    const { packages } = JSON.parse(readFileSync(at('node_modules/.package-lock.json'), 'utf8'));
    expect(packages['node_modules/vite'].resolved).toBe('https://packages.example/npm/vite/-/vite-1.0.0.tgz');
    expect(packages['node_modules/vite/node_modules/@scope/part'].resolved).toBe(
      'https://packages.example/npm/@scope/part/-/part-4.0.0.tgz',
    );
    expect(existsSync(at('npm-shrinkwrap.json'))).toBe(false);
    expect(readFileSync(at('package-lock.json'), 'utf8')).not.toContain('resolved');
  });

  it('keeps the packages of development that are there when another is missing', () => {
    rmSync(at('node_modules/vite/node_modules'), { recursive: true });
    expect(run(START)).toMatchObject({
      npm: 'install --no-save --include=dev --include=optional',
      lines: [PACKAGES, RAN],
    });
  });

  it.each([
    ['another version', { ...LOCKED, 'node_modules/vite': { version: '0.9.0' } }],
    ['a missing package', { ...LOCKED, 'node_modules/vite': undefined }],
  ])('installs only the difference after %s', (_, packages) => {
    write('node_modules/.package-lock.json', JSON.stringify({ packages }));
    expect(run(VERIFY)).toMatchObject({ npm: expect.stringMatching(/^install/), lines: [PACKAGES, RAN] });
  });

  it.each([
    ['backend/domain/source.ts', [SERVER, SCREENS]],
    ['migrations/0001.ts', [SERVER]],
    ['frontend/source.ts', [SCREENS]],
    ['nest-cli.json', [SERVER]],
  ])('is built anew after a change of %s', (path, builds) => {
    write(path, 'changed');
    expect(lines(START)).toEqual([...builds, RAN]);
  });

  it('is built anew after a build that was killed, of which nothing is left', () => {
    const unfinished = 'dist/server-0123456789ab.unfinished/backend/cli/start.js';
    write(unfinished, '');
    write('migrations/0001.ts', 'changed');
    expect(lines(START)).toEqual([SERVER, RAN]);
    expect(existsSync(at(unfinished))).toBe(false);
  });

  it('goes back to an earlier build of the same sources without building it again', () => {
    const before = readFileSync(at('migrations/source.ts'), 'utf8');
    write('migrations/source.ts', 'changed');
    expect(lines(START)).toEqual([SERVER, RAN]);
    write('migrations/source.ts', before);
    expect(lines(START)).toEqual([RAN]);
  });

  it('takes the place of a build that an older version made in the folder itself', () => {
    rmSync(at('dist'), { recursive: true });
    write('dist/backend/cli/start.js', 'console.log("old")');
    write('dist/ui/index.html', 'old');
    expect(lines(START)).toEqual([SERVER, SCREENS, RAN]);
  });

  it('that runs keeps the files of its version while newer ones are built, and no longer', async () => {
    const environment = { ...process.env, npm_execpath: at('npm/npm-cli.js'), npm_lifecycle_event: '' };
    const running = spawn(process.execPath, [at('backend/tools/cli/prepare.mjs'), START, 'stay'], {
      env: environment,
    });
    const ended = once(running, 'close');
    let output = '';
    running.stdout.on('data', (chunk) => {
      output += chunk;
    });
    await eventually('it runs', () => output);
    const [own = ''] = serverBuilds();
    for (let version = 1; version <= 4; version += 1) {
      write('backend/domain/source.ts', `version ${version}`);
      expect(lines(START)).toEqual([SERVER, SCREENS, RAN]);
    }
    expect(serverBuilds()).toHaveLength(4);
    expect(serverBuilds()).toContain(own);
    running.stdin.end();
    await ended;
    expect(output).toBe('ran stay\nbackend/domain\n');
    write('backend/domain/source.ts', 'version 5');
    expect(lines(START)).toEqual([SERVER, SCREENS, RAN]);
    expect(serverBuilds()).toHaveLength(3);
    expect(serverBuilds()).not.toContain(own);
  });

  it('is not built anew after `npm run build`, which builds whether or not something changed', () => {
    for (let time = 0; time < 2; time += 1) {
      const { stdout } = spawnSync(process.execPath, ['backend/tools/cli/build.mjs'], { cwd: project });
      expect(String(stdout).trim().split('\n')).toEqual([SERVER, SCREENS]);
    }
    expect(lines(START)).toEqual([RAN]);
  });

  it('says that it deletes a node_modules whose install did not come to its end; does not run when npm fails', () => {
    rmSync(at('node_modules/.package-lock.json'));
    const failed = run(START, { NPM_FAILS: 'ENOSPC: no space left on device' });
    expect(failed).toMatchObject({ status: 1, lines: [DELETED, PACKAGES] });
    expect(failed.error).toMatch(
      /ENOSPC: no space left on device[\s\S]*パッケージのインストール.*に失敗しました/,
    );
    expect(run(VERIFY)).toMatchObject({
      npm: 'ci --omit=dev --include=optional',
      lines: [DELETED, PACKAGES, RAN],
    });
  });

  it.each(['20.18.3', '16.20.0'])('does not run under Node %s, and says so in one line', (node) => {
    const error = `Node.js 20.19 以降が必要です(現在は v${node})。`;
    expect(run(VERIFY, { node })).toEqual({ status: 1, npm: null, lines: [''], error });
  });

  it.each(['20.19.0', '24.1.0'])('runs under Node %s', (node) => {
    expect(run(VERIFY, { node }).lines).toContain(RAN);
  });
});

describe('a command', () => {
  // npm runs a shell, and the shell the command; a fake npm does the same. The shell's parent is only known from /proc.
  it.each(existsSync('/proc/self/stat') ? ['npm', 'the shell'] : ['the shell'])(
    'ends in order when %s is killed',
    async (killed) => {
      const module = pathToFileURL('backend/tools/cli/end-with-npm.mjs').href;
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
      await eventually('it runs', () => output);
      process.kill(killed === 'npm' ? (started.pid ?? 0) : Number.parseInt(output, 10), 'SIGKILL');
      await eventually(
        'its end',
        () => output,
        (seen) => seen.includes('ended in order'),
      );
    },
  );
});
