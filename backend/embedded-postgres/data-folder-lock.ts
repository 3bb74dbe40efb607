import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf, LaunchError } from './launch-error.js';
import { birthOf, isAlive } from './process-identity.js';

/** Claims a data folder for this process and returns the release; a lock left by a dead process is taken over. */
export function lockDataFolder(dataDir: string): () => void {
  const path = join(dataDir, 'lock');
  const mine = identityOf(process.pid);
  while (!create(path, mine)) {
    const holder = read(path);
    if (isRunning(holder)) {
      throw new LaunchError(
        `データフォルダー ${dataDir} は使用中です(プロセス ${pidIn(holder)})。先にそちらを終了するか、DATA_DIR で別のフォルダーを指定してください。`,
      );
    }
    takeAway(path, holder);
  }
  return () => {
    if (read(path) === mine) rmSync(path, { force: true });
  };
}

function identityOf(pid: number): string {
  return `${pid} ${birthOf(pid)}\n`;
}

function pidIn(holder: string): number {
  return Number.parseInt(holder, 10);
}

function isRunning(holder: string): boolean {
  const pid = pidIn(holder);
  return pid > 0 && isAlive(pid) && identityOf(pid) === holder;
}

// Written aside and linked into place, so that nobody ever reads a half-written lock.
function create(path: string, content: string): boolean {
  const draft = `${path}.${process.pid}.new`;
  writeFileSync(draft, content);
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

// Of two processes that saw the same stale lock, only one may remove it: the rename shows what was really taken.
function takeAway(path: string, stale: string): void {
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  if (read(aside) === stale) rmSync(aside, { force: true });
  else renameSync(aside, path);
}
