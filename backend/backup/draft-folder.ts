import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { BackupError } from './backup-error.js';

/** A folder under a temporary name, which gets its own only when it is complete. */
export type DraftFolder = {
  path: string;
  /** Puts it into place, for good. */
  finish(): Promise<void>;
  /** Removes it, unless it is in place. */
  remove(): Promise<void>;
};

const UNFINISHED = '.unfinished';

/** Waits until the entries of a folder are on the disk. */
export async function settle(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function requireFree(folder: string): Promise<void> {
  const entries = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  if (entries.length > 0) {
    throw new BackupError(`フォルダー ${folder} は空ではありません。新しい名前を指定してください。`);
  }
}

/** Begins a folder, in the place of what an earlier, killed attempt left behind. */
export async function beginFolder(folder: string): Promise<DraftFolder> {
  await requireFree(folder);
  const path = `${folder}${UNFINISHED}`;
  await rm(path, { recursive: true, force: true });
  await mkdir(dirname(folder), { recursive: true });
  await mkdir(path, { mode: 0o700 });
  return {
    path,
    async finish() {
      await settle(path);
      await rename(path, folder);
      await settle(dirname(folder));
    },
    remove: () => rm(path, { recursive: true, force: true }),
  };
}
