import { type Kysely, sql } from 'kysely';

/** Files of the channel manager, row by row; what imported records share, and which form the read models have. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table csv_imports (
      id integer primary key generated always as identity,
      file_name text not null,
      digest bytea not null check (length(digest) = 32),
      dry_run boolean not null,
      status text not null check (status in ('running', 'done')),
      rows integer not null,
      done integer not null default 0,
      counts jsonb not null default '{}',
      terminal text,
      staff_id integer,
      request_id text not null,
      idempotency_key uuid unique,
      received_at timestamptz not null default clock_timestamp(),
      finished_at timestamptz
    )`.execute(db);
  await sql`create index on csv_imports (digest) where not dry_run`.execute(db);
  await sql`create index on csv_imports (id) where status = 'running'`.execute(db);

  await sql`
    create table csv_import_rows (
      import_id integer not null references csv_imports (id) on delete cascade,
      line integer not null,
      step integer not null,
      reservation_key text not null,
      kind text not null,
      revision timestamptz not null,
      digest text collate "C" not null,
      row json,
      text text,
      result json,
      primary key (import_id, line)
    )`.execute(db);
  await sql`comment on column csv_import_rows.step is 'place in the order of processing, from 1'`.execute(db);
  await sql`comment on column csv_import_rows.row is 'what was read, until it is worked off'`.execute(db);
  await sql`create index on csv_import_rows (import_id, step)`.execute(db);
  await sql`create index on csv_import_rows (reservation_key)`.execute(db);

  await sql`
    alter table csv_reservations
      add column reservation_key text not null default '',
      add column guest_key text`.execute(db);
  await sql`update csv_reservations set reservation_key = site || E'\n' || booking_number`.execute(db);
  await sql`alter table csv_reservations alter column reservation_key drop default`.execute(db);
  await sql`
    alter table csv_reservations
      drop constraint csv_reservations_site_booking_number_room_index_key,
      add unique (reservation_key, room_index)`.execute(db);
  await sql`alter table bookings add column guest_key text`.execute(db);
  await sql`create index on bookings (position)`.execute(db);
  await sql`create index on bookings (guest_key) where guest_key is not null`.execute(db);
  await sql`create index on csv_reservations (guest_key) where guest_key is not null`.execute(db);

  await sql`
    create table read_model_form (
      only_row boolean primary key default true check (only_row),
      form integer not null
    )`.execute(db);
  await sql`
    insert into read_model_form (form) select case when position = 0 then 2 else 1 end from log_head`.execute(
    db,
  );
}
