import { gramsOf } from '@domain/search/grams.js';
import { type RawBuilder, sql } from 'kysely';

/** A pattern for `like` that a text fits which holds these words as they stand. */
export const holdingPattern = (word: string): string => `%${word.replace(/[\\%_]/g, '\\$&')}%`;

/** The condition on bookings that their text holds all these searchable words, by the index of their pieces. */
export function holdsWords(words: readonly string[]): RawBuilder<boolean> {
  const grams = [...new Set(words.flatMap(gramsOf))];
  return sql`id in (
    select t.id from booking_texts t
    where text_grams(t.search_text) @> ${grams}::text[]
      and t.search_text like all (${words.map(holdingPattern)}::text[]))`;
}
