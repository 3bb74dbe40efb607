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

/** Builds the server into `dist/backend` unless it was built from these sources. */
export const buildServer = () =>
  build('サーバーのビルド', 'dist/backend', SERVER, ['backend/cli/build-server.mjs']);

/** Builds the screens into `dist/ui` unless they were built from these sources. */
export const buildUi = () => build('画面のビルド', 'dist/ui', UI, VITE);

function build(title, output, sources, args) {
  const hash = createHash('sha256').update(process.version);
  const add = (path) => {
    if (!fs.statSync(path).isDirectory()) hash.update(`\0${path}\0`).update(fs.readFileSync(path));
    else for (const name of fs.readdirSync(path).sort()) add(join(path, name));
  };
  sources.forEach(add);
  const stamp = hash.digest('hex');
  locked(() => {
    if (read(`${output}/.stamp`) === stamp) return;
    run(title, args); // Empties the output folder first, with the stamp in it.
    fs.writeFileSync(`${output}/.stamp`, stamp);
  });
}

function install(withDev) {
  const lockfile = JSON.parse(read('package-lock.json'));
  // Written by npm at the end of an install; where it is, npm installs the difference only.
  const installed = JSON.parse(read('node_modules/.package-lock.json') || '{}').packages ?? {};
  const isThere = ([path, { version, dev, optional }]) => {
    if (path === '' || (dev && !withDev)) return true;
    return installed[path] ? installed[path].version === version && fs.existsSync(path) : optional;
  };
  if (Object.entries(lockfile.packages).every(isThere)) return;
  const isComplete = Object.keys(installed).length > 0;
  if (!isComplete && fs.existsSync('node_modules'))
    console.log('不完全な node_modules を削除して入れ直します。');
  const npm = process.env.npm_execpath;
  if (!npm) throw new Error('npm から実行してください(npm start、npm test など)。');
  const registry = execFileSync(process.execPath, [npm, 'config', 'get', 'registry'], { encoding: 'utf8' });
  // Without addresses npm would read all versions of each package first.
  for (const [path, entry] of Object.entries(lockfile.packages)) {
    const name = entry.name ?? path.split('node_modules/').at(-1);
    const file = `${name}/-/${name.split('/').at(-1)}-${entry.version}.tgz`;
    if (path !== '') entry.resolved ??= `${registry.trim().replace(/\/$/, '')}/${file}`;
  }
  const command = isComplete ? ['install', '--no-save'] : ['ci'];
  const kinds = withDev || Object.values(installed).some(({ dev }) => dev) ? '--include=dev' : '--omit=dev';
  const options = [kinds, '--include=optional', '--loglevel=error'];
  fs.writeFileSync(SHRINKWRAP, JSON.stringify(lockfile));
  try {
    run('パッケージのインストール(初回は 1 分ほど)', [npm, ...command, ...options]);
  } finally {
    fs.rmSync(SHRINKWRAP);
  }
}

/** Runs under the lock: commands that are started at the same time prepare one after another. */
function locked(work) {
  const own = `${LOCK}.${process.pid}`;
  fs.mkdirSync('.cache', { recursive: true });
  fs.writeFileSync(own, String(process.pid));
  try {
    // Linked, so that it is never there without its content.
    for (let turn = 0; failure(() => fs.linkSync(own, LOCK)) === 'EEXIST'; turn++) {
      if (failure(() => process.kill(Number(read(LOCK)), 0)) === 'ESRCH') fs.rmSync(LOCK, { force: true });
      else if (turn === 0) console.log(`別の準備処理(${LOCK})が終わるのを待っています…`);
      else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
    }
    work();
  } finally {
    if (read(LOCK) === String(process.pid)) fs.rmSync(LOCK);
    fs.rmSync(own);
  }
}

/** The code with which something fails; null when it does not. */
function failure(action) {
  try {
    action();
    return null;
  } catch ({ code }) {
    return code;
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
