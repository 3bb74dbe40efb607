import { addDays, day } from '@domain/dates.js';
import { beforeEach, expect, test } from '@jest/globals';
import { placeCalendar } from '#frontend/shared/calendar-data/calendar.js';
import { cachedAsOfAtom, connectionAtom } from '#frontend/shared/live/connection.js';
import { publishFrame } from '#frontend/shared/live/frame-listeners.js';
import { startCaching } from '#frontend/shared/offline-cache/caching.js';
import { sessionAtom } from '#frontend/shared/session-staff.js';
import { store } from '#frontend/shared/store.js';
import { storage } from '#tests/frontend/support/kept-values.js';
import { aFrame, calendarOf } from '#tests/frontend/support/records.js';

// The global one: calls of an imported one are not moved before the imports.
declare const jest: typeof import('@jest/globals').jest;
jest.mock(
  '#frontend/shared/offline-cache/cache-store.js',
  () =>
    jest.requireActual<typeof import('#tests/frontend/support/kept-values.js')>(
      '#tests/frontend/support/kept-values.js',
    ).storage.cacheStore,
);

const { kept, keptDays } = storage;
const FIRST = day('2026-11-01');
const LATER = addDays(FIRST, 20);
const STAFF = { id: 1, name: '佐藤 花子', role: 'staff' as const };
const SIGNED_OUT = { mode: 'session' as const, staff: null, expires_at: null };

const show = (first = FIRST) => placeCalendar(calendarOf({}, { range: { first, last: addDays(first, 9) } }));
/** Waits until the shown data is cached. */
const rest = () => jest.advanceTimersByTimeAsync(5_000);

beforeEach(() => {
  kept.clear();
  jest.useFakeTimers();
  store.set(connectionAtom, { connected: true, since: new Date() });
  startCaching();
});

test('what is shown is kept once it is at rest', async () => {
  show();
  expect(keptDays()).toEqual([]);
  await rest();
  expect(keptDays()).toEqual([FIRST]);
});

test('a kept calendar that is shown without a connection is not kept again as if it were current', async () => {
  store.set(cachedAsOfAtom, new Date());
  show();
  await rest();
  expect(keptDays()).toEqual([]);
});

test('when the session ends everything that is kept goes, and what waits to be kept', async () => {
  show();
  await rest();
  show(LATER);
  store.set(sessionAtom, SIGNED_OUT);
  await rest();
  expect([...kept.keys()]).toEqual([]);
  store.set(sessionAtom, { ...SIGNED_OUT, staff: STAFF });
  await rest();
  expect(keptDays()).toEqual([LATER]);
});

test.each([
  ['an erasure', aFrame(10, 11, { erased: [1] })],
  ['a change of the log', null],
])('after %s no calendar but the one that is shown is kept', async (_, frame) => {
  show();
  await rest();
  show(LATER);
  publishFrame(aFrame(9, 10));
  await rest();
  expect(keptDays()).toEqual([FIRST, LATER]);
  publishFrame(frame);
  await jest.advanceTimersByTimeAsync(0);
  expect(keptDays()).toEqual([]);
  await rest();
  expect(keptDays()).toEqual([LATER]);
});

test('a calendar that stays as it is stays current while there is a connection', async () => {
  show();
  await rest();
  const time = () => kept.get(`time ${FIRST} ${addDays(FIRST, 9)}`)?.value;
  const before = Number(time());
  await jest.advanceTimersByTimeAsync(40_000);
  expect(Number(time())).toBeGreaterThan(before);
  store.set(connectionAtom, { connected: false, since: new Date() });
  const lost = Number(time());
  await jest.advanceTimersByTimeAsync(120_000);
  expect(time()).toBe(lost);
});
