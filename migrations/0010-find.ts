import { type Kysely, sql } from 'kysely';

/**
 * Finding by any part of a text, also one of one or two characters: an index of every piece of one to three characters
 * in a line. And bookings by the day they begin, to look from one day outwards.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function text_grams(lines text) returns text[]
    language sql immutable strict parallel safe as $$
      select coalesce(array_agg(distinct gram collate "C"), '{}')
      from (
        select substr(lines, first, length) as gram
        from generate_series(1, 3) as length, generate_series(1, length(lines) - length + 1) as first) as pieces
      where strpos(gram, chr(10)) = 0
    $$`.execute(db);
  await sql`drop index if exists bookings_search_text_idx`.execute(db);
  await sql`create index bookings_text_grams_idx on bookings using gin (text_grams(search_text))`.execute(db);
  await sql`create index on bookings (stay_start)`.execute(db);
}
