import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { knownMigrations } from '../platform/migrate.js';
import { BackupError, explained } from './backup-error.js';
import { type BackupFile, type BackupPart, type Manifest, readManifest } from './manifest.js';

/** A part of a backup whose files match its manifest. */
export type CheckedPart = { folder: string; manifest: Manifest };

/** A checked backup; without keys names stay unreadable. */
export type CheckedBackup = { log: CheckedPart; keys: CheckedPart | null };

/** The folder of the keys; null for the sub-folder of the backup, `none` to restore without. */
export type KeysChoice = string | null | 'none';

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

async function checkFile(folder: string, { name, bytes, sha256 }: BackupFile): Promise<void> {
  const path = join(folder, name);
  const found = await stat(path).catch(() => null);
  if (!found) throw new BackupError(`${path} がありません。バックアップが欠けています。`);
  if (found.size !== bytes) {
    throw new BackupError(`${path} の大きさが記録と違います。途中で切れているか、書き換えられています。`);
  }
  if ((await sha256Of(path)) !== sha256) {
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
