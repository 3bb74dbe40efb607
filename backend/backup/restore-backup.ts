import { type LongRunningClient, openLongRunningClient } from '../platform/database.js';
import { migrateWithin } from '../platform/migrate.js';
import { BackupError, explained } from './backup-error.js';
import type { Manifest } from './manifest.js';
import type { CheckedBackup, CheckedPart } from './open-backup.js';
import { loadTable } from './table-file.js';

const NOTHING_WRITTEN = '復元は取り消され、何も書き込まれていません。';
/** No version's form: the next start rebuilds the read models. */
const NO_FORM = 0;

/** Called for each table while it is read; `total` is the number of rows in its file. */
export type RestoreProgress = (table: string, rows: number, total: number) => void;

async function requireEmpty(client: LongRunningClient): Promise<void> {
  const { rows } = await client.query(
    `select c.relname as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     limit 1`,
  );
  if (rows.length === 0) return;
  throw new BackupError(
    '復元先のデータベースは空ではありません。新しいデータベース(または新しい DATA_DIR)を指定してください。',
  );
}

async function loadPart(
  client: LongRunningClient,
  { folder, manifest }: CheckedPart,
  progress: RestoreProgress,
): Promise<void> {
  for (const file of manifest.files) {
    const { table, rows } = file;
    const loaded = await loadTable(client, file, folder, `public.${table}`, (done) =>
      progress(table, done, rows),
    );
    if (loaded === rows) continue;
    throw new BackupError(
      `${folder}: ${table} の行数が記録と違います(${loaded} / ${rows})。${NOTHING_WRITTEN}`,
    );
  }
}

/** Sets sequences behind the restored ids. */
export async function continueNumbering(client: LongRunningClient): Promise<void> {
  await client.query(
    `select setval(pg_get_serial_sequence('csv_imports', 'id'), coalesce(max(id), 0) + 1, false) from csv_imports`,
  );
}

/** Checks that the log ends where the manifest says. */
async function requireHead(
  client: LongRunningClient,
  { log_id, position, head_hash }: Manifest,
): Promise<void> {
  const { rows } = await client.query(
    `select from log_head where log_id::text = $1 and position = $2 and encode(hash, 'hex') = $3`,
    [log_id, position, head_hash],
  );
  if (rows.length === 1) return;
  throw new BackupError(`ログの末尾がバックアップの記録と一致しません。${NOTHING_WRITTEN}`);
}

async function fill(
  client: LongRunningClient,
  { log, keys }: CheckedBackup,
  progress: RestoreProgress,
): Promise<void> {
  const { migration, backup_id, position, taken_at } = log.manifest;
  await client.query('begin');
  await requireEmpty(client);
  await migrateWithin(client, migration);
  await client.query('delete from log_head');
  await loadPart(client, log, progress);
  await requireHead(client, log.manifest);
  if (keys) await loadPart(client, keys, progress);
  await continueNumbering(client);
  await migrateWithin(client, null);
  await client.query(`update read_model_form set form = ${NO_FORM}`);
  await client.query('insert into backups values ($1, $2, $3)', [backup_id, position, taken_at]);
  await client.query('commit');
}

/**
 * Restores a backup into an empty database in one transaction and migrates it to this version. The read models are not
 * rebuilt here; the next start would do so.
 */
export async function restoreBackup(
  databaseUrl: string,
  backup: CheckedBackup,
  progress: RestoreProgress,
): Promise<void> {
  const client = await openLongRunningClient(databaseUrl);
  try {
    await fill(client, backup, progress);
    await client.query('analyze');
  } catch (error) {
    await client.query('rollback').catch(() => undefined); // The connection may be lost; the first error counts.
    throw explained(error, NOTHING_WRITTEN);
  } finally {
    await client.end().catch(() => undefined);
  }
}
