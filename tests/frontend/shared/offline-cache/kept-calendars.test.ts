import { addDays, type Day, day } from '@domain/dates.js';
import { beforeEach, expect, test } from '@jest/globals';
import { calendarAtom } from '#frontend/shared/calendar-data/calendar.js';
import { cachedAsOfAtom } from '#frontend/shared/live/connection.js';
import {
  cacheCalendar,
  cacheTime,
  dropOldCalendars,
  dropOtherCalendars,
  knownCalendars,
  showCached,
} from '#frontend/shared/offline-cache/cached-calendars.js';
import { lastStaffAtom } from '#frontend/shared/session-staff.js';
import { store } from '#frontend/shared/store.js';
import { storage } from '#tests/frontend/support/kept-values.js';
import { calendarOf } from '#tests/frontend/support/records.js';

// The global one: calls of an imported one are not moved before the imports.
declare const jest: typeof import('@jest/globals').jest;
jest.mock(
  '#frontend/shared/offline-cache/cache-store.js',
  () =>
    jest.requireActual<typeof import('#tests/frontend/support/kept-values.js')>(
      '#tests/frontend/support/kept-values.js',
    ).storage.cacheStore,
);

const NOW = new Date('2026-11-21T03:00:00Z');
const HOUR_MS = 60 * 60_000;
const { kept, keptDays } = storage;
const FIRST = day('2026-11-01');
const rangeFrom = (first: Day) => ({ first, last: addDays(first, 9) });

/** Keeps a calendar that was current so many hours ago; answers its range. */
async function keep(first: Day, hoursAgo: number) {
  jest.setSystemTime(NOW.getTime() - hoursAgo * HOUR_MS);
  const range = rangeFrom(first);
  await cacheCalendar(calendarOf({}, { range }));
  jest.setSystemTime(NOW);
  return range;
}

beforeEach(() => {
  kept.clear();
  jest.useFakeTimers({ now: NOW });
});

test('this terminal keeps the four calendars that were current last', async () => {
  const firsts = [0, 10, 20, 30, 40].map((days) => addDays(FIRST, days));
  for (const [index, first] of firsts.entries()) await keep(first, index);
  await dropOldCalendars();
  expect(keptDays()).toEqual(firsts.slice(0, 4));
  expect([...kept.keys()].filter((key) => key.startsWith('time '))).toHaveLength(4);
});

test.each([
  [71.9, 1],
  [72, 0],
])('a calendar that was current %d hours ago is kept and shown: %d', async (hours, count) => {
  const range = await keep(FIRST, hours);
  expect(await knownCalendars()).toHaveLength(count);
  expect(await showCached(range, () => true)).toBe(count === 1);
  await dropOldCalendars();
  expect(keptDays()).toHaveLength(count);
});

test('a calendar that is still current is as young as its last frame', async () => {
  const range = await keep(FIRST, 100);
  await cacheTime(range);
  await dropOldCalendars();
  expect(keptDays()).toEqual([FIRST]);
});

test('a kept calendar says until when it was current, and gives way to what is wanted since', async () => {
  const range = await keep(FIRST, 5);
  expect(await showCached(range, () => false)).toBe(false);
  expect(store.get(calendarAtom)).toBeNull();
  expect(await showCached(range, () => true)).toBe(true);
  expect(store.get(cachedAsOfAtom)).toEqual(new Date(NOW.getTime() - 5 * HOUR_MS));
});

test('another member of staff sees none of the calendars that are kept', async () => {
  store.set(lastStaffAtom, { id: 1, name: '花子', role: 'staff' });
  await keep(FIRST, 1);
  store.set(lastStaffAtom, { id: 2, name: '一郎', role: 'staff' });
  expect(await knownCalendars()).toEqual([]);
});

test('after an erasure only the calendar of the range shown stays, or none', async () => {
  const range = await keep(FIRST, 1);
  await keep(addDays(FIRST, 10), 0);
  await dropOtherCalendars(range);
  expect(keptDays()).toEqual([FIRST]);
  await dropOtherCalendars(null);
  expect(keptDays()).toEqual([]);
});
