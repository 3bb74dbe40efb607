import { type Kysely, sql } from 'kysely';

/**
 * Finding by any part of a text, also one of one or two characters: an index of every piece of one to three characters
 * in a line. And bookings by the day they begin, to look from one day outwards.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function text_grams(lines text) returns text[]
    language plpgsql immutable strict parallel safe as $$
    declare
      grams text[] := '{}';
      one text;
      before text;
      before_that text;
    begin
      foreach one in array string_to_array(lines, null) loop
        if one = chr(10) then
          one := null;
          before := null;
        else
          grams := grams || one;
          if before is not null then grams := grams || (before || one); end if;
          if before_that is not null then grams := grams || (before_that || before || one); end if;
        end if;
        before_that := before;
        before := one;
      end loop;
      return grams;
    end $$`.execute(db);
  await sql`drop index if exists bookings_search_text_idx`.execute(db);
  await sql`create index bookings_text_grams_idx on bookings using gin (text_grams(search_text))`.execute(db);
  await sql`create index on bookings (stay_start)`.execute(db);
}
