import { ERASING_EVENT } from '@domain/erased.js';
import { type LongRunningClient, withLongRunningClient } from '../platform/database.js';
import { migrateWithin } from '../platform/migrate.js';
import { BackupError, explained } from './backup-error.js';
import type { CheckedBackup, CheckedPart, Manifest } from './backup-folder.js';
import { loadTable } from './table-file.js';

const ROLLED_BACK = '復元は取り消され、何も書き込まれていません。';
const NOTHING_WRITTEN = '何も書き込んでいません。';
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
    throw new BackupError(`${folder}: ${table} の行数が記録と違います(${loaded} / ${rows})。${ROLLED_BACK}`);
  }
}

/** Sets sequences behind the restored ids, and behind those of files that bookings were moved in from. */
async function continueNumbering(client: LongRunningClient): Promise<void> {
  await client.query(
    `select setval(pg_get_serial_sequence('csv_imports', 'id'), coalesce(max(id), 0) + 1, false) from csv_imports`,
  );
  await client.query(
    `select setval(pg_get_serial_sequence('move_ins', 'id'), coalesce(max(id), 0) + 1, false)
     from (select (payload ->> 'fileId')::int as id from event_log where type = 'ReservationMovedIn'
           union all select id from move_ins) used`,
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
  throw new BackupError(`ログの末尾がバックアップの記録と一致しません。${ROLLED_BACK}`);
}

async function fill(
  client: LongRunningClient,
  { log, keys }: CheckedBackup,
  progress: RestoreProgress,
): Promise<void> {
  const { migration, backup_id, position, taken_at } = log.manifest;
  await requireEmpty(client);
  await migrateWithin(client, migration);
  await client.query('delete from log_head');
  await loadPart(client, log, progress);
  await requireHead(client, log.manifest);
  if (keys) await loadPart(client, keys, progress);
  await migrateWithin(client, null);
  await continueNumbering(client);
  await client.query(`update read_model_form set form = ${NO_FORM}`);
  await client.query('insert into backups values ($1, $2, $3)', [backup_id, position, taken_at]);
  await client.query('analyze');
}

/** Numbers of keys restored, erased since, and replaced since; `others` says whether the other tables were restored. */
export type RestoredKeys = { restored: number; erased: number; replaced: number; others: boolean };

/** Checks that the keys belong to this log; locks its head against writers. */
async function requireSameLog(client: LongRunningClient, manifest: Manifest): Promise<void> {
  const { rows } = await client.query<{ same: boolean }>(
    `select h.log_id::text = $1 and ($2::bigint = 0 or encode(e.hash, 'hex') = $3) as same
     from (select log_id from log_head for update) h left join event_log e on e.position = $2`,
    [manifest.log_id, manifest.position, manifest.head_hash],
  );
  if (rows[0]?.same === true) return;
  throw new BackupError(`この鍵は別のログのもので、このデータベースには使えません。${NOTHING_WRITTEN}`);
}

/** Loads a file into a temporary table; returns its columns. */
async function stage(
  client: LongRunningClient,
  { folder, manifest }: CheckedPart,
  table: string,
): Promise<string[]> {
  const file = manifest.files.find((one) => one.table === table);
  if (!file) return [];
  await client.query(
    `create temp table restored_${table} (like public.${table} including defaults) on commit drop`,
  );
  await loadTable(client, file, folder, `pg_temp.restored_${table}`, () => undefined);
  return file.columns;
}

async function restoreTable(
  client: LongRunningClient,
  part: CheckedPart,
  table: string,
  more = '',
): Promise<number> {
  const columns = await stage(client, part, table);
  if (columns.length === 0) return 0;
  const names = columns.join(', ');
  const { rowCount } = await client.query(
    `insert into public.${table} (${names}) overriding system value
     select ${names} from pg_temp.restored_${table} b ${more} on conflict do nothing`,
  );
  return rowCount ?? 0;
}

/** Restores the other tables with personal data, unless guests were erased since or imports exist. */
async function restoreOthers(
  client: LongRunningClient,
  part: CheckedPart,
  hasErased: boolean,
): Promise<boolean> {
  await restoreTable(client, part, 'password_hashes');
  const { rows } = await client.query('select from csv_imports limit 1');
  if (hasErased || rows.length > 0) return false;
  for (const table of ['idempotency_keys', 'csv_imports', 'csv_import_rows'])
    await restoreTable(client, part, table);
  await continueNumbering(client);
  return true;
}

async function addKeys(client: LongRunningClient, part: CheckedPart): Promise<RestoredKeys> {
  const { position, files } = part.manifest;
  await requireSameLog(client, part.manifest);
  await client.query(
    `create temp table erased_since on commit drop as
     select distinct stream from event_log where type = '${ERASING_EVENT}' and position > ${position}`,
  );
  const restored = await restoreTable(
    client,
    part,
    'encryption_keys',
    'where not exists (select from pg_temp.erased_since e where e.stream = b.stream)',
  );
  await restoreTable(
    client,
    part,
    'passport_copies',
    'where not exists (select from pg_temp.erased_since e where e.stream = b.stream)',
  );
  const { rows } = await client.query<{ streams: number; erased: number }>(
    `select (select count(*)::int from pg_temp.erased_since) as "streams",
            (select count(*)::int from pg_temp.restored_encryption_keys b join pg_temp.erased_since using (stream)) as erased`,
  );
  const { streams, erased } = rows[0] ?? { streams: 0, erased: 0 };
  const others = await restoreOthers(client, part, streams > 0);
  const all = files.find(({ table }) => table === 'encryption_keys')?.rows ?? 0;
  return { restored, erased, replaced: all - restored - erased, others };
}

/** Runs in one transaction on a client of its own; a failure is told in one line where possible. */
function inTransaction<Result>(
  databaseUrl: string,
  onFailure: string,
  work: (client: LongRunningClient) => Promise<Result>,
): Promise<Result> {
  return withLongRunningClient(databaseUrl, async (client) => {
    try {
      await client.query('begin');
      const result = await work(client);
      await client.query('commit');
      return result;
    } catch (error) {
      await client.query('rollback').catch(() => undefined); // The connection may be lost; the first error counts.
      throw explained(error, onFailure);
    }
  });
}

/**
 * Restores a backup into an empty database in one transaction and migrates it to this version. The read models are not
 * rebuilt here; the next start would do so.
 */
export function restoreBackup(
  databaseUrl: string,
  backup: CheckedBackup,
  progress: RestoreProgress,
): Promise<void> {
  return inTransaction(databaseUrl, ROLLED_BACK, (client) => fill(client, backup, progress));
}

/**
 * Adds the keys of a backup, and the tables beside them, to a database that was restored without them. What was erased
 * since stays erased. The read models must be rebuilt afterwards.
 */
export function restoreKeys(databaseUrl: string, part: CheckedPart): Promise<RestoredKeys> {
  return inTransaction(databaseUrl, NOTHING_WRITTEN, (client) => addKeys(client, part));
}
