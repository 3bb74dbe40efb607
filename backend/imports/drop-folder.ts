import { randomUUID } from 'node:crypto';
import type { Stats } from 'node:fs';
import { copyFile, link, lstat, mkdir, readdir, rename, unlink, writeFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { RefusedError } from '../platform/errors.js';
import { logger } from '../platform/logger.js';
import {
  derivedUuid,
  fileDigest,
  LARGEST_FILE_BYTES,
  makePrivateFolder,
  removeFolder,
  shownFileName,
  TOO_LARGE,
} from './import-file.js';
import { ImportIntake } from './import-intake.js';

const POLL_MS = 2_000;
const DRAFT = '.draft';

async function namesIn(folder: string): Promise<Set<string>> {
  const files = (await readdir(folder)).filter((file) => !file.endsWith(DRAFT));
  return new Set(files.map((file) => parse(file).name));
}

function falseIfExists(error: NodeJS.ErrnoException): false {
  if (error.code === 'EEXIST') return false;
  throw error;
}

/** Finds a free name in a folder and reserves it against other nodes by creating its draft. */
async function reserveName(folder: string, wanted: string, text: string): Promise<string> {
  let taken = await namesIn(folder);
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wanted : `${wanted} (${number})`;
    const draft = join(folder, name + DRAFT);
    if (taken.has(name)) continue;
    if (!(await writeFile(draft, text, { flag: 'wx' }).then(() => true, falseIfExists))) continue;
    // Another node may have used and released this name just before.
    taken = await namesIn(folder);
    if (!taken.has(name)) return join(folder, name);
    await unlink(draft);
  }
}

/** Moves a file into a folder under a free name, with an optional text file beside it. */
async function moveInto(folder: string, path: string, { name, text }: { name: string; text: string | null }) {
  const target = await reserveName(folder, name, text ?? '');
  try {
    await rename(path, target + parse(path).ext);
  } catch (error) {
    await unlink(target + DRAFT);
    throw error;
  }
  // Renaming makes the text appear complete.
  await (text === null ? unlink(target + DRAFT) : rename(target + DRAFT, `${target}.txt`));
}

/** Restores the name of a claimed file; if the name is taken by now, the file is imported under the claimed one. */
async function restoreName(claimed: string, path: string): Promise<void> {
  try {
    await link(claimed, path);
    await unlink(claimed);
  } catch {
    // The claimed name is looked at like any other.
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
  const { dir, name, ext } = parse(path);
  const folder = join(dir, folderName);
  await mkdir(folder, { recursive: true });
  // A random name keeps other nodes and writers away; after a crash the file is found under it.
  const claimed = join(dir, randomUUID() + ext);
  await rename(path, claimed);
  let isMoved = false;
  try {
    if (await isExpected(claimed)) {
      await moveInto(folder, claimed, { name, text });
      isMoved = true;
    }
    return isMoved;
  } finally {
    if (!isMoved) await restoreName(claimed, path);
  }
}

const ACCEPTED = '取込済';
const REFUSED = '取込不可';
const ORIGIN = { staffId: null, terminal: '取込フォルダー' };

/** Size and time of a file: unchanged between two polls means that it is complete. */
const fingerprint = ({ size, mtimeMs }: Stats): string => `${size} ${mtimeMs}`;

type Taken = { refusal: RefusedError | null; digest: Buffer | null };

type SystemError = { code?: string; path?: string };

const isMissing = (error: unknown, path: string): boolean =>
  (error as SystemError).code === 'ENOENT' && (error as SystemError).path === path;

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
      const order = { dryRun: false, write, idempotencyKey };
      const refusal = await this.intake.take({ path: copy.path, name: shownFileName(name) }, order).then(
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
    logger.warn({ path, reason }, 'the drop folder could not be read; next try at the next poll');
  }
}
