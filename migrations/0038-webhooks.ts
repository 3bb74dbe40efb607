import { type Kysely, sql } from 'kysely';

/**
 * Webhooks (連携) and their secrets as the log tells of them; beside the log how far each was sent, and the entries that
 * were not: their positions only, since what is sent is read from the log each time.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table webhooks (
      id integer primary key,
      version integer not null,
      position bigint not null,
      state jsonb not null
    )`.execute(db);
  await sql`
    create table webhook_secrets (
      webhook_id integer primary key,
      id integer not null,
      version integer not null,
      position bigint not null,
      state jsonb not null
    )`.execute(db);
  await sql`
    create table webhook_places (
      webhook_id integer primary key,
      position bigint not null,
      stopped text,
      stopped_until timestamptz,
      delivered_at timestamptz,
      failed_at timestamptz,
      failure text,
      failure_status smallint,
      holder uuid,
      held_until timestamptz
    )`.execute(db);
  await sql`
    create table webhook_entries (
      webhook_id integer not null,
      position bigint not null,
      stream text not null,
      is_dead boolean not null,
      attempts integer not null,
      next_at timestamptz not null,
      failure text,
      failure_status smallint,
      primary key (webhook_id, position)
    )`.execute(db);
}
