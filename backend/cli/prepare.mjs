// `node prepare.mjs PROGRAM …` installs the packages of the lockfile, builds what changed, and runs the program in this
// process, which receives the signals. It is the first to run in a new clone and therefore needs no package.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { endWithNpm } from './end-with-npm.mjs';

const SERVER = ['backend', 'migrations', '.swcrc', 'nest-cli.json', 'package-lock.json', 'tsconfig.json'];
const UI = ['frontend', 'backend/domain', 'backend/wire', 'package-lock.json', 'tsconfig.json'];
const VITE = ['node_modules/vite/bin/vite.js', 'build', '--config', 'frontend/vite.config.ts', '-l', 'warn'];
const LOCK = '.cache/prepare.lock'; // Of node_modules and dist; left behind by a killed process, it does not count.
const SHRINKWRAP = 'npm-shrinkwrap.json'; // Read by npm instead of the lockfile.

const read = (path) => (fs.existsSync(path) ? fs.readFileSync(path, 'utf8') : '');
const packagesIn = (lockfile) => JSON.parse(read(lockfile) || '{"packages":{}}').packages;

/** Builds the server into `dist/backend` unless it was built from these sources. */
export const buildServer = () =>
  locked(() => build('サーバーのビルド', 'dist/backend', SERVER, ['backend/cli/build-server.mjs']));

/** Builds the screens into `dist/ui` unless they were built from these sources. */
export const buildUi = () => locked(() => build('画面のビルド', 'dist/ui', UI, VITE));

function build(title, output, sources, args) {
  const hash = createHash('sha256').update(process.version);
  const add = (path) => {
    if (!fs.statSync(path).isDirectory()) hash.update(`\0${path}\0`).update(fs.readFileSync(path));
    else for (const name of fs.readdirSync(path).sort()) add(join(path, name));
  };
  sources.forEach(add);
  const stamp = hash.digest('hex');
  if (read(`${output}/.stamp`) === stamp) return;
  run(title, args); // Empties the output folder first, with the stamp in it.
  fs.writeFileSync(`${output}/.stamp`, stamp);
}

function install(withDev) {
  const installed = packagesIn('node_modules/.package-lock.json'); // Written by npm at the end of an install.
  const isThere = ([path, { version, dev, optional }]) => {
    if (path === '' || (dev && !withDev)) return true;
    return installed[path] ? installed[path].version === version && fs.existsSync(path) : optional;
  };
  if (Object.entries(packagesIn('package-lock.json')).every(isThere)) return;
  const isComplete = Object.keys(installed).length > 0; // Then npm installs the difference only.
  if (!isComplete && fs.existsSync('node_modules')) {
    console.log('不完全な node_modules を削除して入れ直します。');
  }
  const npm = process.env.npm_execpath;
  if (!npm) throw new Error('npm から実行してください(npm start、npm test など)。');
  const command = isComplete ? ['install', '--no-save'] : ['ci'];
  const kinds = withDev || Object.values(installed).some(({ dev }) => dev) ? '--include=dev' : '--omit=dev';
  writeShrinkwrap(execFileSync(process.execPath, [npm, 'config', 'get', 'registry'], { encoding: 'utf8' }));
  try {
    run('パッケージのインストール(初回は 1 分ほど)', [
      npm,
      ...command,
      kinds,
      '--include=optional',
      '--loglevel=error',
    ]);
  } finally {
    fs.rmSync(SHRINKWRAP);
  }
}

/** Writes the lockfile with addresses: without them npm would read all versions of each package first. */
function writeShrinkwrap(registry) {
  const lockfile = JSON.parse(read('package-lock.json'));
  for (const [path, entry] of Object.entries(lockfile.packages)) {
    const name = entry.name ?? path.split('node_modules/').at(-1);
    const file = `${name}/-/${name.split('/').at(-1)}-${entry.version}.tgz`;
    if (path !== '') entry.resolved ??= `${registry.trim().replace(/\/$/, '')}/${file}`;
  }
  fs.writeFileSync(SHRINKWRAP, JSON.stringify(lockfile));
}

/** Runs under the lock: commands that are started at the same time prepare one after another. */
function locked(work) {
  const own = `${LOCK}.${process.pid}`;
  fs.mkdirSync('.cache', { recursive: true });
  fs.writeFileSync(own, String(process.pid));
  try {
    for (let turn = 0; !isLinked(own, LOCK); turn++) {
      if (!isRunning(Number(read(LOCK)))) fs.rmSync(LOCK, { force: true });
      else if (turn === 0) console.log(`別の準備処理(${LOCK})が終わるのを待っています…`);
      else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
    }
    work();
  } finally {
    if (read(LOCK) === String(process.pid)) fs.rmSync(LOCK);
    fs.rmSync(own);
  }
}

/** Links a file with its content at once, unless the other name is taken. */
function isLinked(file, name) {
  try {
    fs.linkSync(file, name);
    return true;
  } catch {
    return false;
  }
}

function isRunning(pid) {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch ({ code }) {
    return code === 'EPERM';
  }
}

function run(title, args) {
  console.log(`${title}…`);
  const { status, signal, error } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (status !== 0) throw new Error(`${title}に失敗しました(${error?.message ?? signal ?? status})。`);
}

if (fs.realpathSync(process.argv[1] ?? '.') === fileURLToPath(import.meta.url)) {
  process.argv.splice(1, 1); // The program sees only its own arguments.
  const [, program] = process.argv;
  const isTest = program.startsWith('tests/');
  process.chdir(fileURLToPath(new URL('../..', import.meta.url)));
  endWithNpm();
  try {
    const [major, minor] = process.versions.node.split('.').map(Number);
    if (major * 100 + minor < 2019)
      throw new Error(`Node.js 20.19 以降が必要です(現在は v${process.versions.node})。`);
    locked(() => install(isTest));
    buildServer();
    if (isTest || program.endsWith('/start.js')) buildUi();
  } catch ({ message }) {
    console.error(message);
    process.exit(1);
  }
  // Not awaited: a program that imports this module waits until it is evaluated.
  void import(pathToFileURL(resolve(program)).href);
}
