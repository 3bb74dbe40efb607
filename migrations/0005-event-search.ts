import { type Kysely, sql } from 'kysely';

/** Adds what the search of events needs: imported records by their booking, and by number whatever its width. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index on csv_reservations (booking_id) where booking_id is not null`.execute(db);
  await sql`drop index csv_reservations_booking_number_idx`.execute(db);
  await sql`create index on csv_reservations using gin (lower(normalize(booking_number, NFKC)) gin_trgm_ops)`.execute(
    db,
  );
}
