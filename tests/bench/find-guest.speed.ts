import { type Day, dayIn } from '@domain/dates.js';
import { searchedWords } from '@domain/search/searchable.js';
import { test } from '@jest/globals';
import { holdingPattern } from '../../backend/reservations/text-search.catalog.js';
import { createTestDatabase } from '../support/database.js';
import { rawQuery } from '../support/log-rows.js';
import { recordGoal, recordMeasured } from '../support/records.js';
import { spawnServer } from '../support/server.js';
import { writeBookings } from './support/million-bookings.js';
import { timeCalls, timeStatements } from './support/timed-calls.js';

const BOOKINGS = Number(process.env.BOOKINGS ?? 1_000_000);
const ROUNDS = 20;
const SCANS = 3;
const MOST_MS = 100;
const GROUP = 'find-guest';

const SEARCHES = [
  ['a frequent character', '田'],
  ['a family name', '田中'],
  ['the same in half-width kana', 'ﾀﾅｶ'],
  ['the same in hiragana, with a given name', 'たなか けん'],
  ['another form of a kanji', '髙橋'],
  ['two words in any order', '一 山'],
  ['a digit', '7'],
  ['two digits', '73'],
  ['end of a phone number', '4321'],
  ['a whole phone number', '090-1234-5678'],
  ['part of a booking number', 'RY1234'],
  ['a rare character', '鷲'],
  ['two characters that nobody has', 'ゑゐ'],
  ['a name that nobody has', '帰国子女之助'],
  ['a company that came ten years ago', '帰省物産'],
  ['two characters of that company', '物産'],
] as const;

/** The same by looking at every booking. */
function scanFor(words: string, today: Day): string {
  const patterns = searchedWords(words).map((word) => `'${holdingPattern(word)}'`);
  return `select id, state from bookings where search_text like all (array[${patterns}])
          order by abs(stay_start - '${today}'::date), id limit 50`;
}

test('a guest among a million bookings, by what is typed', async () => {
  const database = await createTestDatabase();
  const today = dayIn('Asia/Tokyo', new Date());
  await writeBookings(database.url, BOOKINGS, today);
  const [sizes] = await rawQuery(
    database.url,
    `select (pg_table_size('bookings') + pg_table_size('booking_texts')) / 1048576.0 as rows, pg_relation_size('booking_texts_grams_idx') / 1048576.0 as pieces`,
  );
  const kept = { group: GROUP, what: `${BOOKINGS} bookings on disk`, role: 'product', unit: 'MiB' } as const;
  recordMeasured({ ...kept, way: 'the table', runs: [Number(sizes?.rows)] });
  recordMeasured({ ...kept, way: 'the index of pieces of text', runs: [Number(sizes?.pieces)] });

  const server = await spawnServer({ PORT: '0', DATABASE_URL: database.url, SAMPLE_DATA: '0' });
  const slowest = { p50: 0, first: 0 };
  for (const [name, words] of SEARCHES) {
    const what = `${name}: ${words}`;
    const path = `/api/booking-search?q=${encodeURIComponent(words)}`;
    const runs = await timeCalls(server.url, Array(ROUNDS).fill(path));
    const way = 'GET /api/booking-search';
    const p50 = recordMeasured({ group: GROUP, what, way, role: 'product', unit: 'ms', runs });
    slowest.p50 = Math.max(slowest.p50, p50);
    slowest.first = Math.max(slowest.first, runs[0] ?? 0);
    const scans = await timeStatements(database.url, Array(SCANS).fill(scanFor(words, today)));
    const scan = 'PostgreSQL: every booking looked at';
    recordMeasured({ group: GROUP, what, way: scan, role: 'peer', unit: 'ms', runs: scans });
  }
  await server.close();
  await database.drop();
  const goal = (what: string, value: number) =>
    recordGoal({ group: GROUP, goal: what, value, unit: 'ms', bound: { atMost: MOST_MS } });
  goal('the slowest of all searches, p50', slowest.p50);
  goal('the slowest of all searches, asked for the first time', slowest.first);
});
