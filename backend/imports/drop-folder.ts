import type { Stats } from 'node:fs';
import { copyFile, lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { RefusedError } from '../platform/errors.js';
import { logger } from '../platform/logger.js';
import { archiveFile } from './archive-file.js';
import { derivedUuid, fileDigest } from './file-digest.js';
import { shownFileName } from './file-name.js';
import { ImportIntake } from './import-intake.js';
import { LARGEST_FILE_BYTES, TOO_LARGE } from './upload.interceptor.js';
import { makePrivateFolder, removeFolder } from './upload-storage.js';

const LOOK_MS = 2_000;
const TAKEN = '取込済';
const REFUSED = '取込不可';
const ORIGIN = { staffId: null, terminal: '取込フォルダー' };

/** How a file stood at a look: the same twice means that nobody writes on it any more. */
const standing = ({ size, mtimeMs }: Stats): string => `${size} ${mtimeMs}`;

/** What became of a file, and which it was. */
type Staged = { refusal: RefusedError | null; digest: Buffer | null };

type SystemError = { code?: string; path?: string };

const isGone = (error: unknown, path: string): boolean =>
  (error as SystemError).code === 'ENOENT' && (error as SystemError).path === path;

/** Takes in the files that are put into a folder, and moves them out of the way (several nodes may share one). */
@Injectable()
export class DropFolder implements BeforeApplicationShutdown {
  private lastLook = new Map<string, string>();
  /** What was reported, so that it is not reported at every look. */
  private readonly reported = new Map<string, string>();
  private timer: NodeJS.Timeout | null = null;
  private looking = Promise.resolve();
  private closed = false;

  constructor(private readonly desk: ImportIntake) {}

  /** Looks into a folder every two seconds from now on, or as often as it is told. */
  start(folder: string, lookMs = LOOK_MS): void {
    if (this.closed) return;
    this.timer = setTimeout(() => {
      this.looking = this.look(folder).then(() => this.start(folder, lookMs));
    }, lookMs);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.closed = true;
    if (this.timer) clearTimeout(this.timer);
    await this.looking;
  }

  private async look(folder: string): Promise<void> {
    const before = this.lastLook;
    this.lastLook = new Map();
    try {
      const names = (await readdir(folder)).filter((name) => /\.csv$/i.test(name)).sort();
      for (const name of names) await this.lookAt(join(folder, name), name, before.get(name));
      this.reported.delete(folder);
    } catch (error) {
      this.report(folder, error);
    }
  }

  private async lookAt(path: string, name: string, before: string | undefined): Promise<void> {
    if (this.closed) return;
    try {
      const file = await lstat(path);
      if (!file.isFile()) return;
      const now = standing(file);
      this.lastLook.set(name, now);
      if (now === before) await this.take(path, name, file);
      this.reported.delete(path);
    } catch (error) {
      // Another node was faster, or whoever put it there took it away.
      if (!isGone(error, path)) this.report(path, error);
    }
  }

  private async take(path: string, name: string, file: Stats): Promise<void> {
    const isTooLarge = file.size > LARGEST_FILE_BYTES;
    const { refusal, digest } = isTooLarge
      ? { refusal: TOO_LARGE, digest: null }
      : await this.stage(path, name, file);
    const isIt = async (place: string): Promise<boolean> =>
      standing(await lstat(place)) === standing(file) &&
      (digest === null || digest.equals(await fileDigest(place)));
    // What was put there meanwhile under the same name waits for its own turn.
    if (!(await isIt(path))) return;
    const text = refusal && `${refusal.message}\n`;
    if (!(await archiveFile(path, refusal ? REFUSED : TAKEN, text, isIt))) return;
    logger.info({ file: name, refused: refusal !== null }, 'a file of the drop folder was worked off');
  }

  /** Takes a copy in, on which nobody can write. The same file is the same import, on whatever node and after a kill. */
  private async stage(path: string, name: string, file: Stats): Promise<Staged> {
    const copy = await makePrivateFolder();
    try {
      await copyFile(path, copy.path);
      const digest = await fileDigest(copy.path);
      const idempotencyKey = derivedUuid('drop', name, standing(file), digest.toString('hex'));
      const write = { ...ORIGIN, requestId: idempotencyKey };
      const order = { dryRun: false, write, idempotencyKey };
      const refusal = await this.desk.take({ path: copy.path, name: shownFileName(name) }, order).then(
        () => null,
        (error: unknown) => {
          if (error instanceof RefusedError) return error;
          throw error;
        },
      );
      return { refusal, digest };
    } finally {
      await removeFolder(copy.folder);
    }
  }

  private report(path: string, error: unknown): void {
    const reason = (error as SystemError).code ?? (error as Error).name;
    if (this.reported.get(path) === reason) return;
    this.reported.set(path, reason);
    logger.warn({ path, reason }, 'the drop folder could not be worked off; it is tried again');
  }
}
