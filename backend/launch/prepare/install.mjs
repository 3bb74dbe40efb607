import { existsSync, readFileSync } from 'node:fs';
import { inProject } from './paths.mjs';
import { runStep, StepError } from './run-step.mjs';

/** Installs the packages of the lockfile, unless node_modules already holds exactly them. */
export async function installPackages() {
  if (packagesMatch()) return;
  await runStep(
    'パッケージのインストール(初回は 1〜2 分)',
    [npmCli(), 'ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund'],
    installEnvironment(),
  );
  if (!packagesMatch()) {
    throw new StepError(
      'インストールしたパッケージが package-lock.json と一致しません。node_modules を削除して、もう一度実行してください。',
    );
  }
}

// npm writes node_modules/.package-lock.json as the last step of an install: it is both the list and the proof.
function packagesMatch() {
  const wanted = readLock(inProject('package-lock.json'));
  const installed = readLock(inProject('node_modules/.package-lock.json'));
  if (!wanted) throw new StepError('package-lock.json がありません。');
  if (!installed) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true;
    const found = installed[path];
    if (found) return found.version === entry.version && existsSync(inProject(path));
    return entry.optional === true && !isForThisMachine(entry);
  });
}

function readLock(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages;
  } catch (error) {
    if (error.code === 'ENOENT') return null;
    if (error instanceof SyntaxError) throw new StepError(`${path} を読めません: ${error.message}`);
    throw error;
  }
}

// Optional packages without a platform are only dependencies of a platform package that is left out here.
function isForThisMachine(entry) {
  if (!entry.os && !entry.cpu) return false;
  const libc = process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl';
  return (
    (entry.os ?? [process.platform]).includes(process.platform) &&
    (entry.cpu ?? [process.arch]).includes(process.arch) &&
    (process.platform !== 'linux' || (entry.libc ?? [libc]).includes(libc))
  );
}

function npmCli() {
  const cli = process.env.npm_execpath;
  if (!cli || !/npm-cli\.c?js$/.test(cli)) {
    throw new StepError('npm から実行してください(npm start、npm test、npm run dev)。');
  }
  return cli;
}

// Settings that would leave packages out are cleared: the build needs the development and optional ones.
function installEnvironment() {
  const dropped =
    /^(node_env|npm_config_(omit|include|only|production|dev|optional|also|dry_run|global|prefix|location))$/i;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !dropped.test(name)));
}
