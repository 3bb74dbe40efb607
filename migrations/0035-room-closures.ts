import { type Kysely, sql } from 'kysely';

/** Rooms that are out of order for days (売り止め); they claim nights in the same table as bookings. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table room_closures (
      id integer primary key,
      version integer not null,
      position bigint not null,
      first_day date not null,
      last_day date not null,
      state jsonb not null
    )`.execute(db);
  await sql`
    alter table room_claims
      alter column reservation_id drop not null,
      add column closure_id integer,
      add check (num_nonnulls(reservation_id, closure_id) = 1)`.execute(db);
}
