import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LaunchError } from './launch-error.js';

/** The system user that runs PostgreSQL; null means the one who runs this process. */
export type PostgresAccount = { uid: number; gid: number } | null;

/** The folder of one embedded PostgreSQL: its cluster, its password and its log. */
export type PostgresHome = { home: string; place: string; account: PostgresAccount; isNew: boolean };

const NOBODY = { uid: 65_534, gid: 65_534 };
const projectFolder = fileURLToPath(new URL('../../../', import.meta.url));
const SHARED_PLACE = '/var/lib/hotel-front-desk';
const DRAFT = '.new-postgres-';

/** Creates the data folder; its owner is, also when root creates it, the owner of the folder around it. */
export function makeDataFolder(dataDir: string): void {
  const topmost = mkdirSync(dataDir, { recursive: true });
  if (!topmost || process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(dirname(topmost));
  for (let folder = dataDir; ; folder = dirname(folder)) {
    chownSync(folder, uid, gid);
    if (folder === topmost) return;
  }
}

/**
 * Finds the home inside a data folder, or where to create it. When root starts the product below a folder
 * that the database's account cannot enter, the home lies in /var/lib and the data folder holds a link to it.
 */
export function locatePostgresHome(dataDir: string): PostgresHome {
  const link = join(dataDir, 'postgres');
  if (existsSync(link)) {
    const home = realpathSync(link);
    const account = choosePostgresAccount(join(home, 'cluster'));
    return { home, place: join(home, '..'), account, isNew: false };
  }
  if (lstatSync(link, { throwIfNoEntry: false })) {
    throw new LaunchError(
      `${link} が指すフォルダー ${readlinkSync(link)} がありません。戻すか、DATA_DIR で別のフォルダーを指定してください。`,
    );
  }
  const account = choosePostgresAccount(null);
  const folder = realpathSync(dataDir);
  const place = canReach(account, folder) ? folder : SHARED_PLACE;
  return { home: join(folder, 'postgres'), place, account, isNew: true };
}

/** Creates the home in a draft folder, which is renamed only when it is complete. */
export async function makePostgresHome(
  { home, place, account }: PostgresHome,
  fill: (draft: string) => Promise<void>,
): Promise<string> {
  const isInside = join(place, 'postgres') === home;
  if (place === SHARED_PLACE) {
    mkdirSync(place, { recursive: true });
    chmodSync(place, 0o755);
  }
  for (const name of isInside ? readdirSync(place) : []) {
    if (name.startsWith(DRAFT)) rmSync(join(place, name), { recursive: true, force: true });
  }
  const draft = mkdtempSync(join(place, DRAFT));
  giveTo(account, draft);
  try {
    await fill(draft);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw error;
  }
  if (isInside) {
    renameSync(draft, home);
    return home;
  }
  const target = draft.replace(DRAFT, 'postgres-');
  renameSync(draft, target);
  symlinkSync(target, home);
  return target;
}

/** PostgreSQL refuses to run as root: root hands it to the owner of the existing data, of the project, or to nobody. */
export function choosePostgresAccount(existingData: string | null): PostgresAccount {
  if (process.getuid?.() !== 0) return null;
  for (const path of existingData ? [existingData, projectFolder] : [projectFolder]) {
    const { uid, gid } = statSync(path);
    if (uid !== 0) return { uid, gid };
  }
  return NOBODY;
}

/** Gives one file or folder to the account. */
export function giveTo(account: PostgresAccount, path: string): void {
  if (account) chownSync(path, account.uid, account.gid);
}

/** Returns whether the account may pass through every folder down to a path. */
function canReach(account: PostgresAccount, path: string): boolean {
  if (!account) return true;
  const { uid, gid, mode } = lstatSync(path);
  const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
  if ((mode & bit) === 0) return false;
  return dirname(path) === path || canReach(account, dirname(path));
}
