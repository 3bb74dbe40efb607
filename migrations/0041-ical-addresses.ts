import { type Kysely, sql } from 'kysely';

/** Calendars to subscribe to (連携) and their secrets as the log tells of them, and when one was last used, which it does not. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table ical_addresses (
      id integer primary key,
      version integer not null,
      position bigint not null,
      state jsonb not null
    )`.execute(db);
  await sql`
    create table ical_secrets (
      address_id integer primary key,
      id integer not null,
      version integer not null,
      position bigint not null,
      state jsonb not null
    )`.execute(db);
  await sql`
    create table ical_secret_uses (
      address_id integer not null,
      secret text not null,
      used_at timestamptz not null,
      primary key (address_id, secret)
    )`.execute(db);
}
