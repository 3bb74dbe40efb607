import { existsSync } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { fileDigest } from '../platform/incoming-file.js';
import { knownMigrations } from '../platform/migrate.js';
import { BackupError, explained } from './backup-error.js';

/** A table of a backup, its rows in the order of these columns. */
export type BackupTable = { name: string; order: string };

/** The log, in which personal data is encrypted, its head, and how far webhooks were sent, so that nothing is sent again. */
export const LOG_TABLES: readonly BackupTable[] = [
  { name: 'event_log', order: 'position' },
  { name: 'log_head', order: 'only_row' },
  { name: 'webhook_places', order: 'webhook_id' },
  { name: 'webhook_entries', order: 'webhook_id, position' },
];

/**
 * Files to be kept apart: encryption keys, copies of passports encrypted with them, password hashes, and tables with unencrypted personal data (idempotent answers
 * and rows of import files). In an order that foreign keys allow.
 */
export const SECRET_TABLES: readonly BackupTable[] = [
  { name: 'encryption_keys', order: 'stream' },
  { name: 'passport_copies', order: 'stream' },
  { name: 'password_hashes', order: 'staff_id' },
  { name: 'idempotency_keys', order: 'key' },
  { name: 'csv_imports', order: 'id' },
  { name: 'csv_import_rows', order: 'import_id, line' },
];

/** Incremented when older versions of the product cannot read a backup. */
const FORMAT = 1;
const MANIFEST = 'manifest.json';

/** Part of a backup that a folder holds. */
export type BackupPart = 'log' | 'keys';

const tablesOf = (part: BackupPart): string[] =>
  (part === 'log' ? LOG_TABLES : SECRET_TABLES).map(({ name }) => name);

const fileShape = (part: BackupPart) =>
  z.strictObject({
    table: z.enum(tablesOf(part)),
    name: z.string().regex(/^[a-z_]+\.copy\.gz$/),
    columns: z.array(z.string().regex(/^[a-z_]+$/)).min(1),
    rows: z.int().nonnegative(),
    bytes: z.int().nonnegative(),
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
  });

const manifestShape = (part: BackupPart) =>
  z.strictObject({
    format: z.literal(FORMAT),
    part: z.literal(part),
    backup_id: z.uuid(),
    product_version: z.string(),
    migration: z.string().min(1),
    taken_at: z.iso.datetime(),
    log_id: z.uuid(),
    position: z.int().nonnegative(),
    head_hash: z.string().regex(/^[0-9a-f]{64}$/),
    files: z.array(fileShape(part)),
  });

/** The files in one folder of a backup, and the head of the log. */
export type Manifest = z.output<ReturnType<typeof manifestShape>>;

/** One table of it. */
export type BackupFile = Manifest['files'][number];

/** Fields that both parts of a backup share. */
export type BackupIdentity = Omit<Manifest, 'part' | 'files' | 'format'>;

/** Writes the manifest of a part: the last file, without which a folder is no backup. */
export async function writeManifest(
  folder: string,
  part: BackupPart,
  identity: BackupIdentity,
  files: BackupFile[],
): Promise<void> {
  const manifest: Manifest = { format: FORMAT, part, ...identity, files };
  const file = await open(join(folder, MANIFEST), 'wx', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(manifest, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function readText(folder: string): Promise<string> {
  return readFile(join(folder, MANIFEST), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
    throw new BackupError(`${folder} はバックアップではありません(${MANIFEST} がありません)。`);
  });
}

/** Reads the manifest of a part; refuses an invalid one and one of a newer format. */
async function readManifest(folder: string, part: BackupPart): Promise<Manifest> {
  const text = await readText(folder);
  const unreadable = new BackupError(
    `${join(folder, MANIFEST)} を読み取れません。壊れているか、書き換えられています。`,
  );
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    throw unreadable;
  }
  const { format, part: found } = (read ?? {}) as { format?: unknown; part?: unknown };
  if (typeof format === 'number' && format > FORMAT) {
    throw new BackupError(
      `${folder} はより新しいバージョンで作られたバックアップです(形式 ${format})。新しいバージョンで復元してください。`,
    );
  }
  if (found !== part && (found === 'log' || found === 'keys')) {
    throw new BackupError(
      part === 'log'
        ? `${folder} は鍵のフォルダーです。ログのバックアップのフォルダーを指定してください。`
        : `${folder} は鍵のフォルダーではありません。--keys には鍵のフォルダーを指定してください。`,
    );
  }
  const { data } = manifestShape(part).safeParse(read);
  if (!data) throw unreadable;
  return data;
}

/** A part of a backup whose files match its manifest. */
export type CheckedPart = { folder: string; manifest: Manifest };

/** A checked backup; without keys names stay unreadable. */
export type CheckedBackup = { log: CheckedPart; keys: CheckedPart | null };

/** The folder of the keys; null for the sub-folder of the backup, `none` to restore without. */
export type KeysChoice = string | null | 'none';

async function checkFile(folder: string, { name, bytes, sha256 }: BackupFile): Promise<void> {
  const path = join(folder, name);
  const found = await stat(path).catch(() => null);
  if (!found) throw new BackupError(`${path} がありません。バックアップが欠けています。`);
  if (found.size !== bytes) {
    throw new BackupError(`${path} の大きさが記録と違います。途中で切れているか、書き換えられています。`);
  }
  if ((await fileDigest(path)).toString('hex') !== sha256) {
    throw new BackupError(`${path} の内容が記録と違います。壊れているか、書き換えられています。`);
  }
}

/** Opens one part and checks every file against the manifest. */
export async function openPart(folder: string, part: BackupPart): Promise<CheckedPart> {
  try {
    const manifest = await readManifest(folder, part);
    if (!(await knownMigrations()).includes(manifest.migration)) {
      throw new BackupError(
        `${folder} はより新しいバージョン(${manifest.product_version})のバックアップです。新しいバージョンで復元してください。`,
      );
    }
    for (const file of manifest.files) await checkFile(folder, file);
    return { folder, manifest };
  } catch (error) {
    throw explained(error, '何も書き込んでいません。');
  }
}

function keysFolderOf(folder: string, choice: KeysChoice): string | null {
  if (choice === 'none') return null;
  if (choice !== null) return choice;
  const inside = join(folder, 'keys');
  if (existsSync(inside)) return inside;
  throw new BackupError(
    `鍵のフォルダー ${inside} がありません。--keys フォルダー で指定してください。鍵なしで復元する場合は --without-keys を付けてください(氏名などは 削除済み になります)。`,
  );
}

/** Opens both parts of a backup before anything is written anywhere. */
export async function openBackup(folder: string, choice: KeysChoice): Promise<CheckedBackup> {
  const log = await openPart(folder, 'log');
  const keysFolder = keysFolderOf(folder, choice);
  const keys = keysFolder === null ? null : await openPart(keysFolder, 'keys');
  if (keys && keys.manifest.backup_id !== log.manifest.backup_id) {
    throw new BackupError(
      `${keys.folder} は別のバックアップの鍵です。同じときに取った鍵を指定してください。`,
    );
  }
  return { log, keys };
}
