import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { BackupError } from './backup-error.js';

/** A folder under a temporary name until it is complete. */
export type DraftFolder = {
  path: string;
  /** Renames it to its final name. */
  finish(): Promise<void>;
  /** Removes it, unless it is finished. */
  remove(): Promise<void>;
};

const UNFINISHED = '.unfinished';

/** Flushes the entries of a folder to the disk. */
export async function syncFolder(folder: string): Promise<void> {
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

/** Creates a draft, replacing that of a killed attempt. */
export async function beginFolder(folder: string): Promise<DraftFolder> {
  await requireFree(folder);
  const path = `${folder}${UNFINISHED}`;
  await rm(path, { recursive: true, force: true });
  await mkdir(dirname(folder), { recursive: true });
  await mkdir(path, { mode: 0o700 });
  return {
    path,
    async finish() {
      await syncFolder(path);
      await rename(path, folder);
      await syncFolder(dirname(folder));
    },
    remove: () => rm(path, { recursive: true, force: true }),
  };
}
