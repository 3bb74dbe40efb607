import { dayIn } from '@domain/dates.js';
import { expect, test } from '@jest/globals';
import type { FoundBooking } from '@wire/found-booking.js';
import { apiClient } from '../support/api-client.js';
import { createTestDatabase } from '../support/database.js';
import { rawQuery } from '../support/log-rows.js';
import { spawnServer } from '../support/server-process.js';
import { writeBookings } from './support/million-bookings.js';

const BOOKINGS = Number(process.env.BOOKINGS ?? 1_000_000);
const ROUNDS = 20;
const MOST_MS = 100;

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

test('a guest among a million bookings: milliseconds by what is typed', async () => {
  const database = await createTestDatabase();
  const started = performance.now();
  const indexed = await writeBookings(database.url, BOOKINGS, dayIn('Asia/Tokyo', new Date()));
  const told = [`${BOOKINGS} bookings written in ${((performance.now() - started) / 1000).toFixed(0)} s`];
  const [sizes] = await rawQuery(
    database.url,
    `select pg_size_pretty(pg_table_size('bookings')) as rows, pg_size_pretty(pg_relation_size('bookings_text_grams_idx')) as pieces`,
  );
  told.push(`table ${sizes?.rows}, index of texts ${sizes?.pieces}, made in ${indexed.toFixed(0)} s`);
  const server = await spawnServer({ PORT: '0', DATABASE_URL: database.url, SAMPLE_DATA: '0' });
  const api = apiClient(server.url);
  const slow: string[] = [];
  for (const [name, words] of SEARCHES) {
    const times: number[] = [];
    let found = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const before = performance.now();
      const { body } = await api.get<FoundBooking[]>(`/api/booking-search?q=${encodeURIComponent(words)}`);
      times.push(performance.now() - before);
      found = body.length;
    }
    const [first = 0] = times;
    times.sort((a, b) => a - b);
    const half = times[Math.floor(ROUNDS / 2)] ?? 0;
    told.push(
      `${name} (${words}): ${found} found, p50 ${half.toFixed(1)}, first ${first.toFixed(1)}, longest ${(times.at(-1) ?? 0).toFixed(1)}`,
    );
    if (half > MOST_MS) slow.push(name);
  }
  await server.close();
  await database.drop();
  console.log(told.join('\n'));
  expect(slow).toEqual([]);
});
