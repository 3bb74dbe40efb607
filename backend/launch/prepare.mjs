// `node prepare.mjs PROGRAM …` installs the packages of the lockfile, builds what changed, and runs the program in this
// process, so that signals reach it. It may be the first thing that runs in a clone: it needs no package.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { endWithNpm } from './end-with-npm.mjs';

const CAUSES = [
  [/ENOSPC|no space left/i, 'ディスクの空き容量が足りません。空きを作ってから、もう一度実行してください。'],
  [/EACCES|EPERM|EROFS/, 'ファイルに書き込めません。フォルダーの権限(所有者)を確認してください。'],
  [
    /ENOTFOUND|EAI_AGAIN|ECONNRE|ETIMEDOUT/,
    'パッケージの配布元に接続できません。ネットワークを確認してください。',
  ],
];
const SERVER = ['backend', 'migrations', '.swcrc', 'nest-cli.json'];
const UI = ['frontend', 'backend/domain', 'backend/wire'];
const VITE = ['node_modules/vite/bin/vite.js', 'build', '--config', 'frontend/vite.config.ts'];

const at = (path) => join(fileURLToPath(new URL('../..', import.meta.url)), path);
const read = (path) => (existsSync(at(path)) ? readFileSync(at(path), 'utf8') : '');
const packagesIn = (lockfile) => JSON.parse(read(lockfile) || '{"packages":{}}').packages;

export const buildServer = () =>
  build('サーバーのビルド', 'dist/backend', SERVER, ['backend/launch/build-server.mjs']);
export const buildUi = () => build('画面のビルド', 'dist/ui', UI, VITE);

async function prepare(program) {
  const isTest = program.startsWith('tests/');
  await alone(() => installPackages(isTest));
  await buildServer();
  if (isTest || program.endsWith('/start.js')) await buildUi();
}

async function installPackages(withDev) {
  if (packagesMatch(withDev)) return;
  const npm = process.env.npm_execpath ?? '';
  if (!/npm-cli\.c?js$/.test(npm)) throw new Error('npm から実行してください(npm start、npm test など)。');
  // An install that came to its end is only completed; any other is deleted by npm and made anew.
  const installed = Object.values(packagesIn('node_modules/.package-lock.json'));
  if (installed.length === 0 && existsSync(at('node_modules')))
    console.log('不完全な node_modules を削除して入れ直します。');
  const keepsDev = withDev || installed.some(({ dev }) => dev);
  const command = installed.length > 0 ? ['install', '--no-save'] : ['ci'];
  const settings = ['--include=optional', '--location=project', '--no-dry-run', '--no-audit', '--no-fund'];
  await step('パッケージのインストール(初回は 1 分ほど)', [
    npm,
    ...command,
    keepsDev ? '--include=dev' : '--omit=dev',
    ...settings,
  ]);
  if (packagesMatch(withDev)) return;
  throw new Error(
    'node_modules が package-lock.json と違います。node_modules を削除して、やり直してください。',
  );
}

// npm ends by listing what it installed in node_modules/.package-lock.json.
function packagesMatch(withDev) {
  const installed = packagesIn('node_modules/.package-lock.json');
  return Object.entries(packagesIn('package-lock.json')).every(
    ([path, { version, dev, optional, os, cpu, libc }]) => {
      if (path === '' || (dev && !withDev)) return true;
      if (installed[path]) return installed[path].version === version && existsSync(at(path));
      return optional && !(os?.includes(process.platform) && cpu?.includes(process.arch) && !libc);
    },
  );
}

function build(title, output, sources, args) {
  return alone(async () => {
    const hash = createHash('sha256').update(process.version);
    const add = (path) => {
      if (statSync(at(path)).isDirectory())
        for (const name of readdirSync(at(path)).sort()) add(join(path, name));
      else hash.update(`\0${path}\0`).update(readFileSync(at(path)));
    };
    for (const path of ['package-lock.json', 'tsconfig.json', ...sources]) add(path);
    const stamp = hash.digest('hex');
    // Every build empties its folder first: a stamp in it belongs to the files beside it.
    if (read(`${output}/.stamp`) === stamp) return;
    await step(title, args);
    writeFileSync(at(`${output}/.stamp`), stamp);
  });
}

// A line every ten seconds; the output only when it fails.
async function step(title, args) {
  const started = Date.now();
  const seconds = () => ((Date.now() - started) / 1000).toFixed(1);
  console.log(`${title}…`);
  const progress = setInterval(() => console.log(`  … ${seconds()} 秒`), 10_000);
  const child = spawn(process.execPath, args, { cwd: at('.'), stdio: ['ignore', 'pipe', 'pipe'] });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
  const ended = await new Promise((done) => child.on('close', (code, signal) => done(signal ?? code)));
  clearInterval(progress);
  if (ended !== 0) throw new Error(`${Buffer.concat(output)}\n${title}に失敗しました(${ended})。`);
  console.log(`  完了 (${seconds()} 秒)`);
}

// One process at a time touches node_modules and dist; the lock of one that was killed counts for nothing.
async function alone(work) {
  const lock = '.cache/prepare.lock';
  for (let turn = 0; existsSync(at(lock)) && isRunning(Number(read(lock))); turn++) {
    if (turn === 0) console.log(`別の準備処理(${lock})が終わるのを待っています…`);
    await pause(200);
  }
  mkdirSync(at('.cache'), { recursive: true });
  writeFileSync(at(lock), String(process.pid));
  return work().finally(() => rmSync(at(lock), { force: true }));
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

async function main() {
  const { node } = process.versions;
  const [major, minor] = node.split('.').map(Number);
  endWithNpm();
  process.argv.splice(1, 1); // The program sees only its own arguments.
  try {
    if (major < 20 || (major === 20 && minor < 19))
      throw new Error(`Node.js 20.19 以降が必要です(現在は ${node})。`);
    await prepare(process.argv[1]);
  } catch ({ message }) {
    console.error(message, ...CAUSES.filter(([cause]) => cause.test(message)).map(([, text]) => `\n${text}`));
    process.exit(1);
  }
  await import(pathToFileURL(at(process.argv[1])).href);
}

// Not awaited: a program that imports this module waits until it is evaluated.
if (realpathSync(process.argv[1] ?? '.') === fileURLToPath(import.meta.url)) void main();
