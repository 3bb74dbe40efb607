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
import { LaunchError } from './launch-error.js';
import { canReach, choosePostgresAccount, giveTo, type PostgresAccount } from './postgres-account.js';

/** Where everything of one embedded PostgreSQL lies: its cluster, its password and its log. */
export type PostgresHome = { home: string; place: string; account: PostgresAccount; isNew: boolean };

const SHARED_PLACE = '/var/lib/hotel-front-desk';
const DRAFT = '.new-postgres-';

/** Makes a data folder that belongs, even when root makes it, to whoever owns the folder around it. */
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
 * Finds the home inside a data folder, or where to make it. When root starts the product below a folder
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

/** Makes the home in a draft folder and puts it into place only when it is complete. */
export async function makePostgresHome(
  { home, place, account }: PostgresHome,
  fill: (draft: string) => Promise<void>,
): Promise<string> {
  if (place === SHARED_PLACE) openSharedPlace();
  const isInside = join(place, 'postgres') === home;
  if (isInside) removeDrafts(place);
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
  const kept = draft.replace(DRAFT, 'postgres-');
  renameSync(draft, kept);
  symlinkSync(kept, home);
  return kept;
}

function openSharedPlace(): void {
  mkdirSync(SHARED_PLACE, { recursive: true });
  chmodSync(SHARED_PLACE, 0o755);
}

function removeDrafts(place: string): void {
  for (const name of readdirSync(place)) {
    if (name.startsWith(DRAFT)) rmSync(join(place, name), { recursive: true, force: true });
  }
}
