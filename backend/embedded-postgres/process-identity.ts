import { readFileSync, readlinkSync } from 'node:fs';
import { codeOf } from './launch-error.js';

/** Whether a process exists and is no zombie. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (codeOf(error) !== 'EPERM') return false;
  }
  return procFields(pid)?.[0] !== 'Z';
}

/** Tells a process from a later one with the same number; empty where the system does not say. */
export function birthOf(pid: number): string {
  return procFields(pid)?.[19] ?? '';
}

/** The folder that a process works in: null where the system does not say, empty for another user's process. */
export function workingFolderOf(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch (error) {
    return codeOf(error) === 'EACCES' ? '' : null;
  }
}

// The fields of /proc/<pid>/stat from the state on; the name before them may hold spaces and brackets.
function procFields(pid: number): string[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}
