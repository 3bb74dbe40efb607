import { type Kysely, sql } from 'kysely';

/**
 * Moves what bookings are found by into a table of its own: an index of it on bookings is written again by every update that
 * changes another indexed column, as a check-out or new dates do. The rebuild that the new form of the read models asks for
 * fills it; the column of bookings stays, for nodes of the version before and for looking at few rows without the index.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table booking_texts (id integer primary key, search_text text not null)`.execute(db);
  await sql`create index booking_texts_grams_idx on booking_texts using gin (text_grams(search_text))`.execute(
    db,
  );
  await sql`drop index if exists bookings_text_grams_idx`.execute(db);
}
