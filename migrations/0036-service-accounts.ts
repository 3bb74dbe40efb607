import { type Kysely, sql } from 'kysely';

/** Service accounts (連携) and their keys as the log tells of them, and when a key was last used, which it does not. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table service_accounts (
      id integer primary key,
      version integer not null,
      position bigint not null,
      state jsonb not null
    )`.execute(db);
  await sql`
    create table service_keys (
      account_id integer primary key,
      id integer not null,
      version integer not null,
      position bigint not null,
      state jsonb not null
    )`.execute(db);
  await sql`
    create table service_key_uses (
      account_id integer not null,
      key text not null,
      used_at timestamptz not null,
      primary key (account_id, key)
    )`.execute(db);
}
