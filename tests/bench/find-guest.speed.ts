import { type Day, dayIn } from '@domain/dates.js';
import { searchedWords } from '@domain/search/searchable.js';
import { test } from '@jest/globals';
import { containsPattern } from '#backend/platform/text-search.js';
import { rawQuery } from '../support/log-rows.js';
import { reportOn } from './harness.js';
import { createHotel } from './support/hotels.js';
import { startProduct, timeCalls, timeStatements, useEnds } from './support/product.js';

useEnds();

const { measured, atMost } = reportOn('find-guest');
const BOOKINGS = Number(process.env.BOOKINGS ?? 1_000_000);
const ROUNDS = 20;
const SCANS = 3;
const SEARCHES = {
  'a frequent character': '田',
  'a family name': '田中',
  'the same in half-width kana': 'ﾀﾅｶ',
  'the same in hiragana, with a given name': 'たなか けん',
  'another form of a kanji': '髙橋',
  'two words in any order': '一 山',
  'a digit': '7',
  'two digits': '73',
  'end of a phone number': '4321',
  'a whole phone number': '090-1234-5678',
  'part of a booking number': 'RY1234',
  'a rare character': '鷲',
  'two characters that nobody has': 'ゑゐ',
  'a name that nobody has': '帰国子女之助',
  'a company that came years ago': '帰省物産',
  'two characters of that company': '物産',
};

/** The same by looking at every booking. */
function scanFor(words: string, today: Day): string {
  const patterns = searchedWords(words).map((word) => `'${containsPattern(word)}'`);
  return `select id, state from bookings where search_text like all (array[${patterns}])
          order by abs(stay_start - '${today}'::date), id limit 50`;
}

test('a guest among a million bookings, by what is typed', async () => {
  const { url: databaseUrl } = await createHotel(BOOKINGS);
  const today = dayIn('Asia/Tokyo', new Date());
  for (const [way, bytes] of Object.entries({
    'the table': `pg_table_size('bookings') + pg_table_size('booking_texts')`,
    'the index of pieces of text': `pg_relation_size('booking_texts_grams_idx')`,
  })) {
    const [size] = await rawQuery(databaseUrl, `select (${bytes}) / 1048576.0 as mib`);
    measured(`${BOOKINGS} bookings on disk`, way, 'MiB', [Number(size?.mib)]);
  }
  const { url } = await startProduct(databaseUrl);
  const slowest = { p50: 0, first: 0 };
  for (const [name, words] of Object.entries(SEARCHES)) {
    const what = `${name}: ${words}`;
    const path = `/api/booking-search?q=${encodeURIComponent(words)}`;
    const runs = await timeCalls(url, Array(ROUNDS).fill(path));
    const p50 = measured(what, 'GET /api/booking-search', 'ms', runs);
    slowest.p50 = Math.max(slowest.p50, p50);
    slowest.first = Math.max(slowest.first, runs[0] ?? 0);
    const scans = await timeStatements(databaseUrl, Array(SCANS).fill(scanFor(words, today)));
    measured(what, 'PostgreSQL: every booking looked at', 'ms', scans, 'peer');
  }
  atMost('the slowest of all searches, p50', slowest.p50, 'ms', 100);
  atMost('the slowest of all searches, asked for the first time', slowest.first, 'ms', 100);
});
