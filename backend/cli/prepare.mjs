// `node prepare.mjs PROGRAM …` installs the packages of the lockfile, builds what changed, and runs the program in this
// process, so that signals reach it. It may be the first thing that runs in a clone: it needs no package.
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
const SOURCES = {
  'dist/backend': ['backend', 'migrations', '.swcrc', 'nest-cli.json', 'package-lock.json', 'tsconfig.json'],
  'dist/ui': ['frontend', 'backend/domain', 'backend/wire', 'package-lock.json', 'tsconfig.json'],
};
const VITE = ['node_modules/vite/bin/vite.js', 'build', '--config', 'frontend/vite.config.ts'];
const INSTALLED = 'node_modules/.package-lock.json'; // Written by npm when it has come to its end.
const SHRINKWRAP = 'npm-shrinkwrap.json'; // Read by npm in place of the lockfile.
const LOCK = '.cache/prepare.lock';

const read = (path) => (fs.existsSync(path) ? fs.readFileSync(path, 'utf8') : '');
const packagesIn = (lockfile) => Object.entries(JSON.parse(read(lockfile) || '{"packages":{}}').packages);

async function install(withDev) {
  if (isInstalled(withDev)) return;
  const npm = process.env.npm_execpath ?? '';
  if (!/npm-cli\.c?js$/.test(npm)) throw new Error('npm から実行してください(npm start、npm test など)。');
  const installed = packagesIn(INSTALLED);
  const isPart = installed.length === 0; // An install that came to its end is only completed.
  if (isPart && fs.existsSync('node_modules')) console.log('不完全な node_modules を削除して入れ直します。');
  const kinds = withDev || installed.some(([, { dev }]) => dev) ? '--include=dev' : '--omit=dev';
  const command = isPart ? ['ci', kinds] : ['install', '--no-save', kinds];
  const settings = ['--include=optional', '--location=project', '--no-dry-run'];
  nameAddresses(npm);
  await step('パッケージのインストール(初回は 1 分ほど)', [npm, ...command, ...settings]).finally(() =>
    fs.rmSync(SHRINKWRAP),
  );
  if (!isInstalled(withDev)) throw new Error('node_modules を削除して、もう一度実行してください。');
}

/**
 * The lockfile names no registry, for which npm would first read all versions of each package: half of the time and of
 * what is downloaded. It gets a copy with the addresses at the registry that is set.
 */
function nameAddresses(npm) {
  const registry = execFileSync(process.execPath, [npm, 'config', 'get', 'registry'], { encoding: 'utf8' });
  const lockfile = JSON.parse(read('package-lock.json'));
  for (const [path, entry] of Object.entries(lockfile.packages)) {
    const name = entry.name ?? path.split('node_modules/').at(-1);
    const file = `${name.split('/').at(-1)}-${entry.version}.tgz`;
    if (path !== '')
      entry.resolved ??= new URL(`${name}/-/${file}`, registry.trim().replace(/\/?$/, '/')).href;
  }
  fs.writeFileSync(SHRINKWRAP, JSON.stringify(lockfile));
}

function isInstalled(withDev) {
  const installed = Object.fromEntries(packagesIn(INSTALLED));
  return packagesIn('package-lock.json').every(([path, { version, dev, optional, os, cpu, libc }]) => {
    if (path === '' || (dev && !withDev)) return true;
    if (installed[path]) return installed[path].version === version && fs.existsSync(path);
    return optional && !(os?.includes(process.platform) && cpu?.includes(process.arch) && !libc);
  });
}

/** Builds the server into `dist/backend` unless it was built from these sources. */
export const buildServer = () => build('サーバーのビルド', 'dist/backend', ['backend/cli/build-server.mjs']);
/** The screens into `dist/ui`. */
export const buildUi = () => build('画面のビルド', 'dist/ui', VITE);

const build = (title, output, args) =>
  alone(async () => {
    const hash = createHash('sha256').update(process.version);
    const add = (path) => {
      if (!fs.statSync(path).isDirectory()) hash.update(`\0${path}\0`).update(fs.readFileSync(path));
      else for (const name of fs.readdirSync(path).sort()) add(join(path, name));
    };
    SOURCES[output].forEach(add);
    const stamp = hash.digest('hex');
    // Every build empties its folder first: a stamp in it belongs to the files beside it.
    if (read(`${output}/.stamp`) === stamp) return;
    await step(title, args);
    fs.writeFileSync(`${output}/.stamp`, stamp);
  });

// A line every ten seconds; the output only when it fails.
async function step(title, args) {
  const started = Date.now();
  const seconds = () => ((Date.now() - started) / 1000).toFixed(1);
  console.log(`${title}…`);
  const progress = setInterval(() => console.log(`  … ${seconds()} 秒`), 10_000);
  const failed = ({ stdout, stderr, signal, code }) => {
    throw new Error(`${stdout}${stderr}\n${title}に失敗しました(${signal ?? code})。`);
  };
  const ended = promisify(execFile)(process.execPath, args, { maxBuffer: Number.POSITIVE_INFINITY });
  await ended.catch(failed).finally(() => clearInterval(progress));
  console.log(`  完了 (${seconds()} 秒)`);
}

// One process at a time touches node_modules and dist; the lock of one that was killed counts for nothing.
async function alone(work) {
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
  const [major, minor] = process.versions.node.split('.').map(Number);
  process.argv.splice(1, 1); // The program sees only its own arguments.
  const [, program] = process.argv;
  const isTest = program.startsWith('tests/');
  process.chdir(fileURLToPath(new URL('../..', import.meta.url)));
  endWithNpm();
  try {
    if (major < 20 || (major === 20 && minor < 19))
      throw new Error(`Node.js 20.19 以降が必要です(現在は ${process.versions.node})。`);
    await alone(() => install(isTest));
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
