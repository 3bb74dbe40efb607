import { gramsOf } from '@domain/search/searchable.js';
import { type RawBuilder, sql } from 'kysely';

/** A pattern for `like` that matches texts containing a word. */
export const containsPattern = (word: string): string => `%${word.replace(/[\\%_]/g, '\\$&')}%`;

/** The condition on bookings that their search text contains all these words, answered by the trigram index. */
export function containsWords(words: readonly string[]): RawBuilder<boolean> {
  const grams = [...new Set(words.flatMap(gramsOf))];
  return sql`id in (
    select t.id from booking_texts t
    where text_grams(t.search_text) @> ${grams}::text[]
      and t.search_text like all (${words.map(containsPattern)}::text[]))`;
}
