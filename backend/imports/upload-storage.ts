import { createWriteStream } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const PREFIX = 'hotel-import-';
const LEFT_BEHIND_AFTER_MS = 3_600_000;

/** Where an uploaded file lies, in a folder of its own that only this user may enter. */
export type UploadedFile = { originalname: string; folder: string; path: string };

type Incoming = { stream: Readable };
type Done<T> = (error: unknown, info?: T) => void;

/** A new folder, named after this process, that only this user may enter, with the path of a file in it. */
export async function makePrivateFolder(): Promise<{ folder: string; path: string }> {
  const folder = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`));
  return { folder, path: join(folder, 'file.csv') };
}

/** Removes a folder with all that is in it; nothing happens when it is gone. */
export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}

async function receive({ stream }: Incoming): Promise<{ folder: string; path: string }> {
  const place = await makePrivateFolder();
  try {
    if (stream.destroyed) throw new Error('the upload was broken off');
    await pipeline(stream, createWriteStream(place.path, { mode: 0o600 }));
    return place;
  } catch (error) {
    await removeFolder(place.folder);
    throw error;
  }
}

/** How multer keeps an upload until it has been taken in; what was broken off or refused is removed at once. */
export const uploadStorage = {
  _handleFile(_request: unknown, file: Incoming, done: Done<{ folder: string; path: string }>): void {
    receive(file).then((place) => done(null, place), done);
  },
  _removeFile(_request: unknown, { folder }: { folder?: string }, done: Done<never>): void {
    (folder ? removeFolder(folder) : Promise.resolve()).then(() => done(null), done);
  },
};

/** Removes what a killed process left behind. */
export async function removeStaleUploads(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(PREFIX)) continue;
    const folder = join(tmpdir(), name);
    const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > LEFT_BEHIND_AFTER_MS) await removeFolder(folder).catch(() => undefined);
  }
}
