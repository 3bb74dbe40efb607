import { type Kysely, sql } from 'kysely';

/** Terminals also look at bookings, and hold cells that they are about to book. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table presence
      alter column booking_id drop not null,
      add column is_editing boolean not null default true,
      add column hold jsonb,
      add column since timestamptz not null default clock_timestamp()`.execute(db);
}
