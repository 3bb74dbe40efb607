import { ERASING_EVENT } from '@domain/erased.js';
import { type LongRunningClient, openLongRunningClient } from '../platform/database.js';
import { BackupError, explained } from './backup-error.js';
import type { Manifest } from './manifest.js';
import type { CheckedPart } from './open-backup.js';
import { continueNumbering } from './restore-backup.js';
import { loadTable } from './table-file.js';

const NOTHING_WRITTEN = '何も書き込んでいません。';

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

async function restoreAll(client: LongRunningClient, part: CheckedPart): Promise<RestoredKeys> {
  const { position, files } = part.manifest;
  await client.query('begin');
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
  const { rows } = await client.query<{ streams: number; erased: number }>(
    `select (select count(*)::int from pg_temp.erased_since) as "streams",
            (select count(*)::int from pg_temp.restored_encryption_keys b join pg_temp.erased_since using (stream)) as erased`,
  );
  const { streams, erased } = rows[0] ?? { streams: 0, erased: 0 };
  const others = await restoreOthers(client, part, streams > 0);
  await client.query('commit');
  const all = files.find(({ table }) => table === 'encryption_keys')?.rows ?? 0;
  return { restored, erased, replaced: all - restored - erased, others };
}

/**
 * Adds the keys of a backup, and the tables beside them, to a database that was restored without them. What was erased
 * since stays erased. The read models must be rebuilt afterwards.
 */
export async function restoreKeys(databaseUrl: string, part: CheckedPart): Promise<RestoredKeys> {
  const client = await openLongRunningClient(databaseUrl);
  try {
    return await restoreAll(client, part);
  } catch (error) {
    await client.query('rollback').catch(() => undefined); // The connection may be lost; the first error counts.
    throw explained(error, NOTHING_WRITTEN);
  } finally {
    await client.end().catch(() => undefined);
  }
}
