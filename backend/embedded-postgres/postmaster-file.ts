import { readFileSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive, workingFolderOf } from './process-identity.js';

export type Postmaster = { pid: number; port: number };

/** The server that postmaster.pid speaks of, when it lives; null when there is none. */
export function readPostmaster(cluster: string): Postmaster | null {
  const lines = readLines(join(cluster, 'postmaster.pid'));
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  return pid > 0 && isAlive(pid) && worksIn(pid, cluster, lines[1]) ? { pid, port } : null;
}

/**
 * Removes a postmaster.pid whose process is gone. PostgreSQL does so itself unless the number
 * went to another program since, as it does after a reboot or in a new container.
 */
export function removeStalePostmasterFile(cluster: string): void {
  if (readPostmaster(cluster) === null) rmSync(join(cluster, 'postmaster.pid'), { force: true });
}

// A server works in its own cluster, also after the folder was moved; a copied folder's file names the original's.
function worksIn(pid: number, cluster: string, folderInFile: string | undefined): boolean {
  const folder = workingFolderOf(pid);
  return folder === null ? folderInFile === cluster : folder === realpathSync(cluster);
}

function readLines(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n');
  } catch {
    return [];
  }
}
