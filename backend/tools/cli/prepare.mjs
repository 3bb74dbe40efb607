// `node prepare.mjs PROGRAM …` installs the packages of the lockfile, builds what changed, and runs the program in this
// process, which receives the signals. It is the first to run in a new clone and therefore needs no package.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { basename, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { endWithNpm } from './end-with-npm.mjs';

const SERVER = ['backend', 'migrations', '.swcrc', 'nest-cli.json', 'package-lock.json', 'tsconfig.json'];
const UI = ['frontend', 'backend/domain', 'backend/wire', 'package-lock.json', 'tsconfig.json'];
const VITE = ['node_modules/vite/bin/vite.js', 'build', '--config', 'frontend/vite.config.ts', '-l', 'warn'];
/** Of each kind, so many are kept though nothing runs from them: a node that was started without this program may. */
const KEPT_BUILDS = 3;
const UNFINISHED = '.unfinished';
const LOCK = '.cache/prepare.lock'; // Of node_modules and dist; left behind by a killed process, it does not count.
const SHRINKWRAP = 'npm-shrinkwrap.json'; // Read by npm instead of the lockfile.

const read = (path) => (fs.existsSync(path) ? fs.readFileSync(path, 'utf8') : '');

/** Builds the server for `dist/backend` unless it was built from these sources, or `anew`. */
export const buildServer = (options) =>
  build(
    'サーバーのビルド',
    { name: 'backend', kind: 'server', inside: 'backend' },
    SERVER,
    options,
    (folder) => ['backend/tools/cli/build-server.mjs', folder],
  );

/** Builds the screens for `dist/ui` unless they were built from these sources, or `anew`. */
export const buildUi = (options) =>
  build('画面のビルド', { name: 'ui', kind: 'ui', inside: '' }, UI, options, (folder) => [
    ...VITE,
    '--outDir',
    resolve(folder),
  ]);

/**
 * Each build has a folder of its own, whose name tells its sources, and a link names the newest. What runs from an older one
 * keeps its files.
 */
function build(title, { name, kind, inside }, sources, { anew = false } = {}, argsFor) {
  const hash = createHash('sha256').update(process.version);
  const add = (path) => {
    if (!fs.statSync(path).isDirectory()) hash.update(`\0${path}\0`).update(fs.readFileSync(path));
    else for (const name of fs.readdirSync(path).sort()) add(join(path, name));
  };
  sources.forEach(add);
  const stamp = hash.digest('hex');
  const link = `dist/${name}`;
  locked(() => {
    if (!anew && read(`${link}/.stamp`) === stamp) return;
    const earlier = builds(kind, inside).filter(
      (folder) => !anew && read(join(folder, inside, '.stamp')) === stamp,
    );
    const folder = earlier[0] ?? freeName(`dist/${kind}-${stamp.slice(0, 12)}`);
    if (earlier.length === 0) {
      const draft = `${folder}${UNFINISHED}`;
      run(title, argsFor(draft)); // Empties the folder first.
      fs.writeFileSync(join(draft, inside, '.stamp'), stamp);
      fs.renameSync(draft, folder);
    } else fs.writeFileSync(join(folder, inside, '.stamp'), stamp); // Its time is when it was switched to.
    switchTo(link, join(basename(folder), inside));
    prune(kind, inside);
  });
}

/** The folder's name, or the first with a number that is not taken. */
function freeName(folder) {
  let name = folder;
  for (let turn = 2; fs.existsSync(name); turn += 1) name = `${folder}-${turn}`;
  return name;
}

/** Lets a link name another folder, at once: whoever reads it sees the old one or the new one. */
function switchTo(link, target) {
  const draft = `${link}.${process.pid}`;
  fs.rmSync(draft, { force: true });
  fs.symlinkSync(target, draft, 'junction'); // Windows makes no other link without a privilege.
  // Builds of older versions were made in the place of the link.
  if (fs.lstatSync(link, { throwIfNoEntry: false })?.isDirectory()) fs.rmSync(link, { recursive: true });
  fs.renameSync(draft, link);
}

/** The builds of a kind, the one that was switched to last first. */
function builds(kind, inside) {
  const folders = fs.existsSync('dist') ? fs.readdirSync('dist').map((name) => `dist/${name}`) : [];
  const isBuild = (folder) =>
    folder.startsWith(`dist/${kind}-`) && fs.existsSync(join(folder, inside, '.stamp'));
  const usedAt = (folder) => fs.statSync(join(folder, inside, '.stamp')).mtimeMs;
  return folders.filter(isBuild).sort((one, other) => usedAt(other) - usedAt(one));
}

/** Removes builds, but neither the newest nor one that a program runs from; and what a killed build has left. */
function prune(kind, inside) {
  for (const folder of builds(kind, inside).slice(KEPT_BUILDS))
    if (!isUsed(folder)) fs.rmSync(folder, { recursive: true });
  const isLeftOver = (name) => name.startsWith(`${kind}-`) && name.endsWith(UNFINISHED);
  for (const name of fs.readdirSync('dist').filter(isLeftOver))
    fs.rmSync(join('dist', name), { recursive: true });
}

const USER = /^\.user-(\d+)$/;

/** Returns whether a program runs from a build, by the mark that it has left there. */
function isUsed(folder) {
  const pids = fs.readdirSync(folder).flatMap((name) => USER.exec(name)?.[1] ?? []);
  return pids.some((pid) => failure(() => process.kill(Number(pid), 0)) !== 'ESRCH');
}

/** Marks the builds that this process runs from, until it ends. */
function use(links) {
  for (const link of links) {
    if (!fs.existsSync(link)) continue;
    const [build] = relative(fs.realpathSync('dist'), fs.realpathSync(link)).split(sep);
    const mark = join('dist', build, `.user-${process.pid}`);
    fs.writeFileSync(mark, '');
    process.once('exit', () => fs.rmSync(mark, { force: true }));
  }
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
  process.chdir(fileURLToPath(new URL('../../..', import.meta.url)));
  endWithNpm();
  try {
    const [major, minor] = process.versions.node.split('.').map(Number);
    if (major * 100 + minor < 2019)
      throw new Error(`Node.js 20.19 以降が必要です(現在は v${process.versions.node})。`);
    locked(() => install(isTest));
    buildServer();
    if (isTest || program.endsWith('/start.js')) buildUi();
    if (!isTest) use(['dist/backend', 'dist/ui']);
  } catch ({ message }) {
    console.error(message);
    process.exit(1);
  }
  // Not awaited: a program that imports this module waits until it is evaluated.
  void import(pathToFileURL(resolve(program)).href);
}
