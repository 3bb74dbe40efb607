// `node prepare.mjs PROGRAM …` installs the packages of the lockfile, builds what changed, and runs the program in this
// process, which receives the signals. It is the first to run in a new clone and therefore needs no package.
import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { endWithNpm } from './end-with-npm.mjs';

const CAUSES = {
  'ENOSPC|no space left': 'ディスクの空き容量が足りません。空きを作ってから、もう一度実行してください。',
  'EACCES|EPERM|EROFS': 'ファイルに書き込めません。フォルダーの権限(所有者)を確認してください。',
  'ENOTFOUND|EAI_AGAIN|ECONNRE|ETIMEDOUT': 'パッケージの配布元に接続できません。接続を確認してください。',
};
const SERVER = ['backend', 'migrations', '.swcrc', 'nest-cli.json', 'package-lock.json', 'tsconfig.json'];
const UI = ['frontend', 'backend/domain', 'backend/wire', 'package-lock.json', 'tsconfig.json'];
const VITE = ['node_modules/vite/bin/vite.js', 'build', '--config', 'frontend/vite.config.ts'];
const INSTALLED = 'node_modules/.package-lock.json'; // Written by npm at the end of an install.
const SHRINKWRAP = 'npm-shrinkwrap.json'; // Read by npm instead of the lockfile.
const LOCK = '.cache/prepare.lock';

const read = (path) => (fs.existsSync(path) ? fs.readFileSync(path, 'utf8') : '');
const packagesIn = (lockfile) => JSON.parse(read(lockfile) || '{"packages":{}}').packages;

/** Builds the server into `dist/backend` unless it was built from these sources. */
export const buildServer = () =>
  build('サーバーのビルド', 'dist/backend', SERVER, ['backend/cli/build-server.mjs']);

/** Builds the screens into `dist/ui` unless they were built from these sources. */
export const buildUi = () => build('画面のビルド', 'dist/ui', UI, VITE);

function build(title, output, sources, args) {
  return locked(async () => {
    const hash = createHash('sha256').update(process.version);
    const add = (path) => {
      if (!fs.statSync(path).isDirectory()) hash.update(`\0${path}\0`).update(fs.readFileSync(path));
      else for (const name of fs.readdirSync(path).sort()) add(join(path, name));
    };
    sources.forEach(add);
    const stamp = hash.digest('hex');
    if (read(`${output}/.stamp`) === stamp) return;
    await run(title, args); // Empties the output folder first, with the stamp in it.
    fs.writeFileSync(`${output}/.stamp`, stamp);
  });
}

async function install(withDev) {
  if (isInstalled(withDev)) return;
  const npm = process.env.npm_execpath ?? '';
  if (!/npm-cli\.c?js$/.test(npm)) throw new Error('npm から実行してください(npm start、npm test など)。');
  const installed = Object.values(packagesIn(INSTALLED));
  const isComplete = installed.length > 0; // Then npm installs the difference only.
  if (!isComplete && fs.existsSync('node_modules')) {
    console.log('不完全な node_modules を削除して入れ直します。');
  }
  const kinds = withDev || installed.some(({ dev }) => dev) ? '--include=dev' : '--omit=dev';
  const command = isComplete ? ['install', '--no-save', kinds] : ['ci', kinds];
  const settings = ['--include=optional', '--location=project', '--no-dry-run'];
  writeShrinkwrap(npm);
  const installing = run('パッケージのインストール(初回は 1 分ほど)', [npm, ...command, ...settings]);
  await installing.finally(() => fs.rmSync(SHRINKWRAP));
  if (!isInstalled(withDev)) throw new Error('node_modules を削除して、もう一度実行してください。');
}

function isInstalled(withDev) {
  const installed = packagesIn(INSTALLED);
  return Object.entries(packagesIn('package-lock.json')).every(([path, entry]) => {
    const { version, dev, optional, os, cpu, libc } = entry;
    if (path === '' || (dev && !withDev)) return true;
    if (installed[path]) return installed[path].version === version && fs.existsSync(path);
    return optional && !(os?.includes(process.platform) && cpu?.includes(process.arch) && !libc);
  });
}

/**
 * Copies the lockfile with the addresses of packages at the configured registry. The lockfile names no registry, for which
 * npm would read all versions of each package first: half of the time and of the download.
 */
function writeShrinkwrap(npm) {
  const registry = execFileSync(process.execPath, [npm, 'config', 'get', 'registry'], { encoding: 'utf8' });
  const lockfile = JSON.parse(read('package-lock.json'));
  for (const [path, entry] of Object.entries(lockfile.packages)) {
    if (path === '') continue;
    const name = entry.name ?? path.split('node_modules/').at(-1);
    const file = `${name.split('/').at(-1)}-${entry.version}.tgz`;
    entry.resolved ??= new URL(`${name}/-/${file}`, registry.trim().replace(/\/?$/, '/')).href;
  }
  fs.writeFileSync(SHRINKWRAP, JSON.stringify(lockfile));
}

/** Runs a Node program; its output is shown only when it fails. */
async function run(title, args) {
  const started = Date.now();
  const elapsed = () => `${((Date.now() - started) / 1000).toFixed(1)} 秒`;
  console.log(`${title}…`);
  const progress = setInterval(() => console.log(`  … ${elapsed()}`), 10_000);
  try {
    await promisify(execFile)(process.execPath, args, { maxBuffer: Number.POSITIVE_INFINITY });
  } catch ({ stdout, stderr, signal, code }) {
    throw new Error(`${stdout}${stderr}\n${title}に失敗しました(${signal ?? code})。`);
  } finally {
    clearInterval(progress);
  }
  console.log(`  完了 (${elapsed()})`);
}

/** Runs under the lock of node_modules and dist; the lock of a killed process is ignored. */
async function locked(work) {
  for (let turn = 0; isRunning(Number(read(LOCK))); turn++) {
    if (turn === 0) console.log(`別の準備処理(${LOCK})が終わるのを待っています…`);
    await pause(200);
  }
  fs.mkdirSync('.cache', { recursive: true });
  fs.writeFileSync(LOCK, String(process.pid));
  return work().finally(() => fs.rmSync(LOCK, { force: true }));
}

function isRunning(pid) {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch ({ code }) {
    return code === 'EPERM';
  }
}

async function main() {
  process.argv.splice(1, 1); // The program sees only its own arguments.
  const [, program] = process.argv;
  const isTest = program.startsWith('tests/');
  process.chdir(fileURLToPath(new URL('../..', import.meta.url)));
  endWithNpm();
  try {
    const [major, minor] = process.versions.node.split('.').map(Number);
    if (major < 20 || (major === 20 && minor < 19)) {
      throw new Error(`Node.js 20.19 以降が必要です(現在は ${process.versions.node})。`);
    }
    await locked(() => install(isTest));
    await buildServer();
    if (isTest || program.endsWith('/start.js')) await buildUi();
  } catch ({ message }) {
    const causes = Object.keys(CAUSES).filter((cause) => new RegExp(cause, 'i').test(message));
    console.error(message, ...causes.map((cause) => `\n${CAUSES[cause]}`));
    process.exit(1);
  }
  await import(pathToFileURL(resolve(program)).href);
}

// Not awaited: a program that imports this module waits until it is evaluated.
if (fs.realpathSync(process.argv[1] ?? '.') === fileURLToPath(import.meta.url)) void main();
