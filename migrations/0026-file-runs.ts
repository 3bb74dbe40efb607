import { type Kysely, sql } from 'kysely';

/**
 * How often the run of a file has failed and why it ended, an id of a file that no restore gives to another, and which earlier
 * import an identical file repeats; and the index by which an erasure finds remembered answers.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const files of ['csv_imports', 'move_ins']) {
    await sql`
      alter table ${sql.table(files)}
        add column failures integer not null default 0,
        add column failure text,
        add column uid uuid not null default gen_random_uuid()`.execute(db);
  }
  await sql`
    alter table csv_imports
      drop constraint csv_imports_status_check,
      add constraint csv_imports_status_check check (status in ('running', 'done', 'failed')),
      add column repeats integer references csv_imports (id)`.execute(db);
  await sql`create index on csv_imports (repeats) where repeats is not null`.execute(db);
  await sql`create index on csv_imports (received_at)`.execute(db);
  await sql`create index on idempotency_keys using gin (streams)`.execute(db);
  await sql`create index on idempotency_keys ((answer ->> 'id')) where streams = '{}'`.execute(db);
}
