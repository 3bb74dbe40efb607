import { chownSync, lstatSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The system user that runs PostgreSQL; null means the one who runs this process. */
export type PostgresAccount = { uid: number; gid: number } | null;

const NOBODY = { uid: 65_534, gid: 65_534 };
const projectFolder = fileURLToPath(new URL('../../', import.meta.url));

/** PostgreSQL refuses to run as root: root hands it to the owner of the existing data, of the project, or to nobody. */
export function choosePostgresAccount(existingData: string | null): PostgresAccount {
  if (process.getuid?.() !== 0) return null;
  for (const path of existingData ? [existingData, projectFolder] : [projectFolder]) {
    const { uid, gid } = statSync(path);
    if (uid !== 0) return { uid, gid };
  }
  return nobody();
}

function nobody(): { uid: number; gid: number } {
  try {
    const line = readFileSync('/etc/passwd', 'utf8').match(/^nobody:[^:]*:(\d+):(\d+):/m);
    return line ? { uid: Number(line[1]), gid: Number(line[2]) } : NOBODY;
  } catch {
    return NOBODY;
  }
}

/** Gives one file or folder to the account. */
export function giveTo(account: PostgresAccount, path: string): void {
  if (account) chownSync(path, account.uid, account.gid);
}

/** Whether the account may pass through every folder down to a path. */
export function canReach(account: PostgresAccount, path: string): boolean {
  if (!account) return true;
  const { uid, gid, mode } = lstatSync(path);
  const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
  if ((mode & bit) === 0) return false;
  return dirname(path) === path || canReach(account, dirname(path));
}
