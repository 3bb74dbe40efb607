import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ADVISORY_LOCKS } from '../platform/advisory-locks.js';
import { type LongRunningClient, queryRow, withLongRunningClient } from '../platform/database.js';
import { knownMigrations } from '../platform/migrate.js';
import { BackupError, explained } from './backup-error.js';
import {
  type BackupFile,
  type BackupIdentity,
  type BackupTable,
  LOG_TABLES,
  openPart,
  SECRET_TABLES,
  writeManifest,
} from './backup-folder.js';
import { writeTable } from './table-file.js';

/** The name of a folder until it is complete. */
const draftOf = (folder: string): string => `${folder}.unfinished`;

/** Flushes the entries of a folder to the disk. */
async function syncFolder(folder: string): Promise<void> {
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

/** Creates the draft of a folder, replacing that of a killed attempt. */
async function beginFolder(folder: string): Promise<void> {
  await requireFree(folder);
  await removeDraft(folder);
  await mkdir(dirname(folder), { recursive: true });
  await mkdir(draftOf(folder), { mode: 0o700 });
}

async function finishFolder(folder: string): Promise<void> {
  await syncFolder(draftOf(folder));
  await rename(draftOf(folder), folder);
  await syncFolder(dirname(folder));
}

const removeDraft = (folder: string): Promise<void> => rm(draftOf(folder), { recursive: true, force: true });

const NOTHING_LEFT = 'バックアップは作られていません。';

/** Folders of the two parts; `keysFolder` null for a folder inside the other. */
export type BackupOrder = {
  folder: string;
  keysFolder: string | null;
  productVersion: string;
  /** True if it counts only once it is stored elsewhere (`recordStored`). */
  isUnstored?: boolean;
};

/** Called for each table while it is written; `total` is the expected number of rows, null when unknown. */
export type BackupProgress = (table: string, rows: number, total: number | null) => void;

/**
 * Result of a backup; `eventsMissing` when the log has not as many events as its head says, `isRecorded` false when the
 * metric of its age does not know of it.
 */
export type TakenBackup = BackupIdentity & {
  keysFolder: string;
  eventsMissing: number;
  isRecorded: boolean;
};

async function hasTable(client: LongRunningClient, table: string): Promise<boolean> {
  const text = 'select to_regclass($1) is not null as found';
  return (await queryRow<{ found: boolean }>(client, { text, values: [`public.${table}`] })).found;
}

/** The newest migration of the database; refuses an empty database and one of a newer version. */
async function requireProduct(client: LongRunningClient): Promise<string> {
  const level = (await hasTable(client, 'kysely_migration'))
    ? (await client.query<{ level: string | null }>('select max(name) as level from kysely_migration'))
        .rows[0]?.level
    : null;
  if (level == null) throw new BackupError('このデータベースには、バックアップするものがまだありません。');
  if ((await knownMigrations()).includes(level)) return level;
  throw new BackupError(
    'このデータベースはより新しいバージョンで使われています。新しいバージョンでバックアップしてください。',
  );
}

async function identify(client: LongRunningClient, productVersion: string): Promise<BackupIdentity> {
  const migration = await requireProduct(client);
  type Head = Pick<BackupIdentity, 'log_id' | 'position' | 'head_hash'> & { taken_at: Date };
  const head = await queryRow<Head>(
    client,
    `select log_id::text, position::int8, encode(hash, 'hex') as head_hash, clock_timestamp() as taken_at from log_head`,
  );
  return {
    backup_id: randomUUID(),
    product_version: productVersion,
    migration,
    ...head,
    taken_at: head.taken_at.toISOString(),
  };
}

/** Writes the tables of a part into its folder. */
async function writeTables(
  client: LongRunningClient,
  tables: readonly BackupTable[],
  folder: string,
  progress: (table: string, rows: number) => void,
): Promise<BackupFile[]> {
  const files: BackupFile[] = [];
  for (const table of tables) {
    const file = await writeTable(client, table, folder, (rows) => progress(table.name, rows));
    if (file) files.push(file);
  }
  return files;
}

/** Records the backup for the metric of its age. */
async function recordBackup(
  client: LongRunningClient,
  { backup_id, position, taken_at }: Pick<BackupIdentity, 'backup_id' | 'position' | 'taken_at'>,
): Promise<void> {
  if (!(await hasTable(client, 'backups'))) return;
  await client.query('insert into backups values ($1, $2, $3) on conflict do nothing', [
    backup_id,
    position,
    taken_at,
  ]);
}

async function write(
  client: LongRunningClient,
  { folder, keysFolder, productVersion, isUnstored = false }: BackupOrder,
  progress: BackupProgress,
): Promise<TakenBackup> {
  const folders = keysFolder === null ? [folder] : [folder, keysFolder];
  try {
    for (const one of folders) await beginFolder(one);
    const draft = draftOf(folder);
    const keysDraft = keysFolder === null ? join(draft, 'keys') : draftOf(keysFolder);
    if (keysFolder === null) await mkdir(keysDraft, { mode: 0o700 });
    await client.query('begin isolation level repeatable read read only');
    const identity = await identify(client, productVersion);
    const events = (table: string, rows: number): void =>
      progress(table, rows, table === 'event_log' ? identity.position : null);
    const log = await writeTables(client, LOG_TABLES, draft, events);
    const secrets = await writeTables(client, SECRET_TABLES, keysDraft, events);
    await client.query('commit');
    // A folder without a manifest is no backup: the keys come first, so that no log is complete without them.
    await writeManifest(keysDraft, 'keys', identity, secrets);
    await writeManifest(draft, 'log', identity, log);
    await syncFolder(keysDraft);
    for (const one of folders.toReversed()) await finishFolder(one);
    // The backup is kept if that fails.
    const isRecorded =
      isUnstored ||
      (await recordBackup(client, identity).then(
        () => true,
        () => false,
      ));
    const eventsMissing = identity.position - (log[0]?.rows ?? 0);
    return { ...identity, keysFolder: keysFolder ?? join(folder, 'keys'), eventsMissing, isRecorded };
  } catch (error) {
    await Promise.all(folders.map(removeDraft));
    throw error;
  }
}

/** Records a backup whose files are elsewhere by now, by the folder that it was made in. */
export async function recordStored(databaseUrl: string, folder: string): Promise<void> {
  const { manifest } = await openPart(folder, 'log');
  await withLongRunningClient(databaseUrl, (client) => recordBackup(client, manifest));
}

/** Backs up everything that is no projection, from one snapshot, beside running servers. Folders are renamed when complete. */
export function takeBackup(
  databaseUrl: string,
  order: BackupOrder,
  progress: BackupProgress,
): Promise<TakenBackup> {
  return withLongRunningClient(databaseUrl, async (client) => {
    try {
      await client.query(`set timezone = 'UTC'; set datestyle = 'ISO'`);
      const lock = `select pg_try_advisory_lock(${ADVISORY_LOCKS.backup}) as locked`;
      const { locked } = await queryRow<{ locked: boolean }>(client, lock);
      if (!locked) throw new BackupError('別のバックアップが実行中です。');
      return await write(client, order, progress);
    } catch (error) {
      throw explained(error, NOTHING_LEFT);
    }
  });
}
