import { type Kysely, sql } from 'kysely';

/** Adds what sign-in keeps besides the log: sessions, hashes of passwords and of one-time codes, and failed attempts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The columns that express-session's store writes, and whose session it is.
  await sql`
    create table sessions (
      sid text primary key,
      sess json not null,
      expire timestamptz not null,
      staff_id integer generated always as ((sess ->> 'staffId')::integer) stored
    )`.execute(db);
  await sql`comment on column sessions.expire is 'when it ends if nobody calls until then'`.execute(db);
  await sql`create index on sessions (expire)`.execute(db);
  await sql`create index on sessions (staff_id)`.execute(db);

  await sql`
    create table password_hashes (
      staff_id integer primary key,
      hash text not null,
      chosen_at timestamptz not null default clock_timestamp()
    )`.execute(db);
  await sql`
    create table one_time_codes (
      staff_id integer primary key,
      hash bytea not null unique,
      expires_at timestamptz not null
    )`.execute(db);

  // As the library that counts attempts wants it; keys are digests, expire is in milliseconds since 1970.
  await sql`
    create table sign_in_attempts (
      key varchar(255) primary key,
      points integer not null default 0,
      expire bigint
    )`.execute(db);
}
