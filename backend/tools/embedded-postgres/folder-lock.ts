import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf, LaunchError } from './launch-error.js';

/** Claims a data folder for this process and returns the release; a lock left by a dead process is taken over. */
export function lockDataFolder(dataDir: string): () => void {
  const path = join(dataDir, 'lock');
  const own = identityOf(process.pid);
  while (!createLock(path, own)) {
    const holder = readText(path);
    if (isRunning(holder)) {
      throw new LaunchError(
        `データフォルダー ${dataDir} は使用中です(プロセス ${pidIn(holder)})。先にそちらを終了するか、DATA_DIR で別のフォルダーを指定してください。`,
      );
    }
    removeStaleLock(path, holder);
  }
  return () => {
    if (readText(path) === own) rmSync(path, { force: true });
  };
}

function identityOf(pid: number): string {
  return `${pid} ${startTimeOf(pid)}\n`;
}

function pidIn(holder: string): number {
  return Number.parseInt(holder, 10);
}

function isRunning(holder: string): boolean {
  const pid = pidIn(holder);
  return pid > 0 && isAlive(pid) && identityOf(pid) === holder;
}

// Linked from a draft, so that a half-written lock is never read.
function createLock(path: string, content: string): boolean {
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

// Two processes may see the same stale lock: after the rename, only the one that got it removes it.
function removeStaleLock(path: string, stale: string): void {
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  if (readText(aside) === stale) rmSync(aside, { force: true });
  else renameSync(aside, path);
}

/** Returns whether a process exists and is no zombie. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (codeOf(error) !== 'EPERM') return false;
  }
  return statFields(pid)[0] !== 'Z';
}

/** The start time of a process, which distinguishes it from a later one with the same number; empty without /proc. */
function startTimeOf(pid: number): string {
  return statFields(pid)[19] ?? '';
}

/** The content of a file, empty when it cannot be read. */
export function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

// The fields of /proc/<pid>/stat from the state on; the name before them may hold spaces and brackets.
function statFields(pid: number): string[] {
  const stat = readText(`/proc/${pid}/stat`);
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}
