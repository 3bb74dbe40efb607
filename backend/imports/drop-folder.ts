import { randomUUID } from 'node:crypto';
import type { Stats } from 'node:fs';
import { copyFile, link, lstat, mkdir, readdir, rename, unlink, writeFile } from 'node:fs/promises';
import { join, type ParsedPath, parse } from 'node:path';
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { RefusedError } from '../platform/errors.js';
import {
  derivedUuid,
  fileDigest,
  LARGEST_FILE_BYTES,
  makePrivateFolder,
  removeFolder,
  shownFileName,
  TOO_LARGE,
} from '../platform/incoming-file.js';
import { logger } from '../platform/logger.js';
import { detailOf } from '../platform/thrown.js';
import { ImportIntake } from './import-intake.js';

const POLL_MS = 2_000;

/** Creates a file with this text; false when its name is taken. */
async function reserve(path: string, text = ''): Promise<boolean> {
  try {
    await writeFile(path, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if (detailOf(error, 'code') === 'EEXIST') return false;
    throw error;
  }
}

/** Moves a file into a folder under a name that is free there, with an optional text file beside it. */
async function moveInto(folder: string, path: string, { name, ext }: ParsedPath, text: string | null) {
  for (let number = 1; ; number += 1) {
    const target = join(folder, number === 1 ? name : `${name} (${number})`);
    if (text !== null && !(await reserve(`${target}.txt`, text))) continue;
    if (await reserve(target + ext)) return rename(path, target + ext);
    if (text !== null) await unlink(`${target}.txt`);
  }
}

/**
 * Moves a file into a folder beside it, numbered when the name is taken there, with an optional text file. Returns false
 * and leaves the file when `isExpected` says that another file has its name by now.
 */
export async function archiveFile(
  path: string,
  folderName: string,
  text: string | null,
  isExpected: (path: string) => Promise<boolean>,
): Promise<boolean> {
  const file = parse(path);
  const folder = join(file.dir, folderName);
  await mkdir(folder, { recursive: true });
  // A random name keeps other nodes and writers away; after a crash the file is found under it.
  const claimed = join(file.dir, randomUUID() + file.ext);
  await rename(path, claimed);
  let isMoved = false;
  try {
    if (await isExpected(claimed)) {
      await moveInto(folder, claimed, file, text);
      isMoved = true;
    }
    return isMoved;
  } finally {
    // Imports the file under the claimed name if another file has its name by now.
    if (!isMoved)
      await link(claimed, path).then(
        () => unlink(claimed),
        () => undefined,
      );
  }
}

const ACCEPTED = '取込済';
const REFUSED = '取込不可';
const ORIGIN = { staffId: null, terminal: '取込フォルダー' };

/** Size and time of a file: unchanged between two polls means that it is complete. */
const fingerprint = ({ size, mtimeMs }: Stats): string => `${size} ${mtimeMs}`;

type Taken = { refusal: RefusedError | null; digest: Buffer | null };

const isMissing = (error: unknown, path: string): boolean =>
  detailOf(error, 'code') === 'ENOENT' && detailOf(error, 'path') === path;

/** Imports the files that are put into a folder and archives them; several nodes may share the folder. */
@Injectable()
export class DropFolder implements BeforeApplicationShutdown {
  private fingerprints = new Map<string, string>();
  /** The last reported error of each path, reported only once. */
  private readonly reported = new Map<string, string>();
  private timer: NodeJS.Timeout | null = null;
  private polling = Promise.resolve();
  private closed = false;

  constructor(private readonly intake: ImportIntake) {}

  /** Polls a folder from now on. */
  start(folder: string, pollMs = POLL_MS): void {
    if (this.closed) return;
    this.timer = setTimeout(() => {
      this.polling = this.poll(folder).then(() => this.start(folder, pollMs));
    }, pollMs);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.closed = true;
    if (this.timer) clearTimeout(this.timer);
    await this.polling;
  }

  private async poll(folder: string): Promise<void> {
    const before = this.fingerprints;
    this.fingerprints = new Map();
    try {
      const names = (await readdir(folder)).filter((name) => /\.csv$/i.test(name)).sort();
      for (const name of names) await this.pollFile(join(folder, name), name, before.get(name));
      this.reported.delete(folder);
    } catch (error) {
      this.report(folder, error);
    }
  }

  private async pollFile(path: string, name: string, before: string | undefined): Promise<void> {
    if (this.closed) return;
    try {
      const file = await lstat(path);
      if (!file.isFile()) return;
      const now = fingerprint(file);
      this.fingerprints.set(name, now);
      if (now === before) await this.importFile(path, name, file);
      this.reported.delete(path);
    } catch (error) {
      // Another node was faster, or the file was removed.
      if (!isMissing(error, path)) this.report(path, error);
    }
  }

  private async importFile(path: string, name: string, file: Stats): Promise<void> {
    const isTooLarge = file.size > LARGEST_FILE_BYTES;
    const { refusal, digest } = isTooLarge
      ? { refusal: TOO_LARGE, digest: null }
      : await this.take(path, name, file);
    const isSameFile = async (found: string): Promise<boolean> =>
      fingerprint(await lstat(found)) === fingerprint(file) &&
      (digest === null || digest.equals(await fileDigest(found)));
    // A file that replaced it meanwhile is imported later.
    if (!(await isSameFile(path))) return;
    const text = refusal && `${refusal.message}\n`;
    if (!(await archiveFile(path, refusal ? REFUSED : ACCEPTED, text, isSameFile))) return;
    logger.info({ file: name, refused: refusal !== null }, 'a file of the drop folder was imported');
  }

  /** Imports a private copy. The idempotency key makes the same file one import, on any node and after a crash. */
  private async take(path: string, name: string, file: Stats): Promise<Taken> {
    const copy = await makePrivateFolder();
    try {
      await copyFile(path, copy.path);
      const digest = await fileDigest(copy.path);
      const idempotencyKey = derivedUuid('drop', name, fingerprint(file), digest.toString('hex'));
      const write = { ...ORIGIN, requestId: idempotencyKey };
      const order = { path: copy.path, name: shownFileName(name), dryRun: false, write, idempotencyKey };
      const refusal = await this.intake.take(order).then(
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
    const reason = detailOf(error, 'code') ?? detailOf(error, 'name') ?? '';
    if (this.reported.get(path) === reason) return;
    this.reported.set(path, reason);
    logger.warn({ path, reason }, 'the drop folder could not be read; next try at the next poll');
  }
}
