import { day } from '@domain/dates.js';
import { expect, test } from '@jest/globals';
import { loadMasters } from '#frontend/shared/masters.js';
import { cachedRange } from '#frontend/shared/offline-cache/cached-calendars.js';
import { calendarOfParts, calendarParts } from '#frontend/shared/offline-cache/calendar-parts.js';
import { findCached, newestVersions } from '#frontend/shared/offline-cache/find-cached.js';
import { serve } from '#tests/frontend/support/fake-server.js';
import { bookingRecord, calendarOf, roomRecords } from '#tests/frontend/support/records.js';

const EARLY = { stayStart: day('2026-11-20'), stayEnd: day('2026-11-22') };
const LATE = { stayStart: day('2026-11-25'), stayEnd: day('2026-11-26') };

function kept(first: string, last: string, at: string, ...bookings: Parameters<typeof bookingRecord>[0][]) {
  const records = bookings.map((booking) => bookingRecord({ roomNumber: '1001', ...booking }));
  const range = { first: day(first), last: day(last) };
  return { at: new Date(at), snapshot: calendarOf({ bookings: records }, { range }) };
}

const idsOf = (calendar: ReturnType<typeof cachedRange>) =>
  (calendar?.snapshot.byRoom.get('1001') ?? []).map(({ id }) => id);

test('a kept calendar is cut to the days asked for, with the stays that touch them', () => {
  const calendar = kept('2026-11-15', '2026-11-30', '2026-11-21', { id: 1, ...EARLY }, { id: 2, ...LATE });
  const cut = cachedRange([calendar], { first: day('2026-11-21'), last: day('2026-11-24') });
  expect(cut?.snapshot.days).toEqual(['2026-11-21', '2026-11-22', '2026-11-23', '2026-11-24']);
  expect(idsOf(cut)).toEqual([1]);
  const after = cachedRange([calendar], { first: day('2026-11-22'), last: day('2026-11-25') });
  expect(idsOf(after)).toEqual([2]);
});

test('of several calendars the one with most of the days is shown, of equal ones the newest', () => {
  const short = kept('2026-11-20', '2026-11-22', '2026-11-21T12:00:00Z', { id: 1, ...EARLY });
  const old = kept('2026-11-15', '2026-11-30', '2026-11-20T12:00:00Z', { id: 2, ...EARLY });
  const newer = kept('2026-11-15', '2026-11-28', '2026-11-21T12:00:00Z', { id: 3, ...EARLY });
  const asked = { first: day('2026-11-18'), last: day('2026-11-26') };
  expect(idsOf(cachedRange([short, old, newer], asked))).toEqual([3]);
  expect(idsOf(cachedRange([short, old], asked))).toEqual([2]);
  expect(cachedRange([short], asked)?.snapshot.range).toEqual({ first: '2026-11-20', last: '2026-11-22' });
});

test('days of which nothing is kept are not shown', () => {
  const calendar = kept('2026-11-15', '2026-11-30', '2026-11-21');
  expect(cachedRange([calendar], { first: day('2026-12-01'), last: day('2026-12-05') })).toBeNull();
});

test('kept bookings are found by every word in any name, kana, phone or number, the nearest first', () => {
  const { snapshot } = kept(
    '2026-11-15',
    '2026-11-30',
    '2026-11-21',
    { id: 1, ...EARLY, guestName1: '髙橋 花子', guestName1Kana: 'タカハシ ハナコ', tel: '080-1234-5678' },
    { id: 2, ...LATE, guestName1: '高橋 太郎', guestName1Kana: 'タカハシ タロウ', bookingNumber: 'RY-77' },
    { id: 3, ...LATE, guestName1: 'Renée O’Hara', guestName1Kana: 'オーハラ', tel: '+81 90 0000 9911' },
  );
  const bookings = snapshot.known.values();
  const found = (words: string, today = '2026-11-26') =>
    findCached(bookings, words, day(today)).map(({ id }) => id);
  expect(found('高橋')).toEqual([2, 1]);
  expect(found('ﾀｶﾊｼ', '2026-11-19')).toEqual([1, 2]);
  expect(found('高橋 はなこ')).toEqual([1]);
  expect(found('08012345678')).toEqual([1]);
  expect(found('ry77')).toEqual([2]);
  for (const words of ["renee o'hara", 'おおはら', '090-0000-9911', '0000-99', '+81 90 0000 9911'])
    expect(found(words)).toEqual([3]);
  expect(found('高橋 次郎')).toEqual([]);
  expect(found('  ')).toEqual([]);
});

test('of a room that is a word the one who is in it comes first, then who comes, then who left; companies are found', async () => {
  serve({
    'GET /api/corporate_master': () => ({
      body: [{ id: 9, corporate_short_name: '㈱玄武', corporate_flag: 1, is_retired: 0, version: 1 }],
    }),
  });
  await loadMasters(['corporate']);
  const { snapshot } = kept(
    '2026-11-15',
    '2026-11-30',
    '2026-11-21',
    { id: 1, roomNumber: '1002', ...LATE, tel: '090-0000-1001' },
    { id: 2, roomNumber: '1001', stayStart: day('2026-11-15'), stayEnd: day('2026-11-17') },
    { id: 3, roomNumber: '1001', ...LATE, corporateId: 9 },
    {
      ...{ id: 4, roomNumber: '1001', stayStart: day('2026-11-19'), stayEnd: day('2026-11-21') },
      checkinDate: day('2026-11-19'),
    },
  );
  const found = (words: string) =>
    findCached(snapshot.known.values(), words, day('2026-11-21')).map(({ id }) => id);
  expect(found('1001')).toEqual([4, 3, 2, 1]);
  expect(found('玄武 1001')).toEqual([3]);
});

test('of a booking that is kept twice the newest version counts', () => {
  const older = kept('2026-11-15', '2026-11-30', '2026-11-21', { id: 1, version: 1, ...EARLY });
  const newer = kept('2026-11-15', '2026-11-30', '2026-11-21', { id: 1, version: 2, ...LATE });
  const all = [newer, older].flatMap(({ snapshot }) => snapshot.known.values());
  expect(newestVersions(all).map(({ version }) => version)).toEqual([2]);
});

test('a calendar is put together of its parts as it was, also what is known and not drawn', () => {
  const stays = Array.from({ length: 1_200 }, (_, id) => ({ id: 1_200 - id, ...EARLY }));
  const bookings = [...stays, { id: 1_300, isCancelled: 1 as const, ...LATE }].map((booking) =>
    bookingRecord(booking),
  );
  const calendar = calendarOf({ bookings, rooms: roomRecords('1001', '1002') });
  const parts = calendarParts(calendar);
  expect(parts.length).toBeGreaterThan(2);
  expect(calendarOfParts(parts)).toEqual(calendar);
  expect(calendarOfParts([])).toBeNull();
  expect(calendarOfParts(calendarParts(calendarOf({})))).toEqual(calendarOf({}));
});
