import { type Kysely, sql } from 'kysely';

/** The append-only event log, its head row, and what stands beside it but is no projection. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table event_log (
      position bigint primary key,
      stream text not null,
      version integer not null check (version > 0),
      type text not null,
      schema_version smallint not null check (schema_version > 0),
      payload json not null,
      staff_id integer,
      terminal text,
      request_id text,
      recorded_at timestamptz not null,
      hash bytea not null check (length(hash) = 32),
      constraint event_log_stream_version unique (stream, version)
    )`.execute(db);
  await sql`comment on column event_log.payload is 'json, not jsonb: the hash covers this exact text'`.execute(
    db,
  );

  await sql`
    create table log_head (
      only_row boolean primary key default true check (only_row),
      log_id uuid not null default gen_random_uuid(),
      position bigint not null default 0,
      hash bytea not null default decode(repeat('00', 32), 'hex'),
      recorded_at timestamptz not null default '1970-01-01T00:00:00Z',
      reference_position bigint not null default 0
    )`.execute(db);
  await sql`insert into log_head default values`.execute(db);

  await sql`
    create function refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception 'the event log is append-only: % refused', tg_op using errcode = 'integrity_constraint_violation';
    end $$`.execute(db);
  await sql`
    create trigger event_log_append_only before update or delete or truncate on event_log
    for each statement execute function refuse_change()`.execute(db);
  await sql`revoke update, delete, truncate on event_log from public`.execute(db);
  await sql`revoke update, delete, truncate on event_log from current_user`.execute(db);

  await sql`
    create table encryption_keys (
      stream text primary key,
      key bytea not null check (length(key) = 32)
    )`.execute(db);

  await sql`
    create table idempotency_keys (
      key uuid primary key,
      fingerprint bytea not null,
      answer json not null,
      created_at timestamptz not null default clock_timestamp()
    )`.execute(db);
  await sql`create index on idempotency_keys (created_at)`.execute(db);
}
