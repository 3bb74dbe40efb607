import { type Kysely, sql } from 'kysely';

/** Files with bookings of other systems, row by row, what their columns are, and what bookings are found again by. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table move_ins (
      id integer primary key generated always as identity,
      file_name text not null,
      digest bytea not null check (length(digest) = 32),
      header jsonb not null,
      header_line integer not null,
      signature text not null,
      rows integer not null,
      system text not null default '',
      mapping jsonb not null default '[]',
      past text not null default 'completed',
      run integer not null default 0,
      status text not null default 'idle' check (status in ('idle', 'running')),
      dry_run boolean not null default true,
      lines jsonb,
      total integer not null default 0,
      done integer not null default 0,
      counts jsonb not null default '{}',
      staff_id integer,
      terminal text,
      request_id text not null,
      idempotency_key uuid unique,
      received_at timestamptz not null default clock_timestamp(),
      finished_at timestamptz
    )`.execute(db);
  await sql`comment on column move_ins.run is 'how often its rows were run, in earnest or as a dry run'`.execute(
    db,
  );
  await sql`comment on column move_ins.lines is 'the lines chosen for the run; null for all'`.execute(db);
  await sql`create index on move_ins (id) where status = 'running'`.execute(db);
  await sql`create index on move_ins (request_id)`.execute(db);

  await sql`
    create table move_in_rows (
      move_in_id integer not null references move_ins (id) on delete cascade,
      line integer not null,
      cells json,
      run integer not null default 0,
      result json,
      booking_id integer,
      primary key (move_in_id, line)
    )`.execute(db);
  await sql`comment on column move_in_rows.cells is 'what was read, until it is a booking'`.execute(db);
  await sql`comment on column move_in_rows.run is 'the last run that has a result for it'`.execute(db);

  await sql`
    create table move_in_mappings (
      signature text primary key,
      system text not null,
      mapping jsonb not null,
      saved_at timestamptz not null default clock_timestamp()
    )`.execute(db);

  await sql`alter table bookings add column origin_key text`.execute(db);
  await sql`create index on bookings (origin_key) where origin_key is not null`.execute(db);
}
