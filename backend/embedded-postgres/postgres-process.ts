import { readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from './launch-error.js';

/** A running server. */
export type Postmaster = { pid: number; port: number };

/** The server that postmaster.pid names, if it is running; otherwise null. */
export function readPostmaster(cluster: string): Postmaster | null {
  const lines = readText(join(cluster, 'postmaster.pid')).split('\n');
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  return pid > 0 && isAlive(pid) && worksIn(pid, cluster, lines[1]) ? { pid, port } : null;
}

/**
 * Removes a postmaster.pid whose process has ended. PostgreSQL does so itself unless another program now has the
 * number, as happens after a reboot or in a new container.
 */
export function removeStalePostmasterFile(cluster: string): void {
  if (readPostmaster(cluster) === null) rmSync(join(cluster, 'postmaster.pid'), { force: true });
}

/** Whether a process exists and is no zombie. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (codeOf(error) !== 'EPERM') return false;
  }
  return statFields(pid)[0] !== 'Z';
}

/** The start time of a process, which distinguishes it from a later one with the same number; empty without /proc. */
export function startTimeOf(pid: number): string {
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

// A server works in its own cluster, also after the folder was moved; a copied folder's file names the original's.
function worksIn(pid: number, cluster: string, folderInFile: string | undefined): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster);
  } catch (error) {
    // Refused for another user's process; otherwise there is no /proc.
    return codeOf(error) !== 'EACCES' && folderInFile === cluster;
  }
}

// The fields of /proc/<pid>/stat from the state on; the name before them may hold spaces and brackets.
function statFields(pid: number): string[] {
  const stat = readText(`/proc/${pid}/stat`);
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}
