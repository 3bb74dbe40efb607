import { type Kysely, sql } from 'kysely';

/** The register of guests (宿泊者名簿), what was done with it, and copies of passports, encrypted with the key of their entry. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table guest_registers (
      id integer primary key,
      version integer not null,
      position bigint not null,
      booking_id integer not null,
      number integer not null,
      is_erased boolean not null,
      state jsonb not null
    )`.execute(db);
  await sql`create index on guest_registers (booking_id)`.execute(db);
  await sql`create index on guest_registers (booking_id) where not is_erased`.execute(db);
  await sql`
    create table register_records (
      id integer primary key,
      version integer not null,
      position bigint not null,
      state jsonb not null
    )`.execute(db);
  await sql`create table passport_copies (stream text primary key, sealed bytea not null)`.execute(db);
}
