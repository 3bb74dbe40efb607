import { day } from '@domain/dates.js';
import { ERASED } from '@domain/erased.js';
import { beforeEach, expect, test } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { startForgettingErased } from '#frontend/app/forget-erased.js';
import { followDesk } from '#frontend/front-desk/desk.js';
import { DeskPane, DeskTabs } from '#frontend/front-desk/FrontDeskScreen.js';
import { asOfMarkAtom } from '#frontend/shared/as-of-mark.js';
import { hotelAtom, loadHotel } from '#frontend/shared/hotel.js';
import { connectionAtom } from '#frontend/shared/live/connection.js';
import { publishFrame } from '#frontend/shared/live/frame-listeners.js';
import { logPositionAtom } from '#frontend/shared/live/live-session.js';
import { loadMasters } from '#frontend/shared/masters.js';
import { dropExpired } from '#frontend/shared/offline-cache/expire-stored.js';
import { sessionAtom } from '#frontend/shared/session-staff.js';
import { replaceStore, store } from '#frontend/shared/store.js';
import { placeHotel } from '#tests/frontend/support/known-hotel.js';
import { serve } from '../support/fake-server.js';
import { storage } from '../support/kept-values.js';
import { aFrame, bookingRecord } from '../support/records.js';

// The global one: calls of an imported one are not moved before the imports.
declare const jest: typeof import('@jest/globals').jest;
jest.mock(
  '#frontend/shared/offline-cache/cache-store.js',
  () =>
    jest.requireActual<typeof import('../support/kept-values.js')>('../support/kept-values.js').storage
      .cacheStore,
);

const TODAY = day('2026-11-21');
const HOUR_MS = 3_600_000;
const arrival = (id: number, guestName1 = '山田 太郎', version = 1) =>
  bookingRecord({ id, guestName1, version, stayStart: TODAY, stayEnd: day('2026-11-22') });
const answers = {
  'GET /api/front-desk': () => ({ body: [arrival(1), arrival(2, '鈴木 花子')], position: 10 }),
  'GET /api/front-desk/unpaid': () => ({
    body: { bookings: [], more: 0, next: '2026-10-22_0' },
    position: 10,
  }),
};
const DOWN = { status: 503, body: null };
const LINE_DOWN = { 'GET /api/front-desk': () => DOWN, 'GET /api/front-desk/unpaid': () => DOWN };
/** Longer than it takes until the desk is kept. */
const rest = () => act(() => jest.advanceTimersByTimeAsync(5_000));

let stop = () => {};

/** The lists on a page that is loaded anew. */
async function openPage(server: Parameters<typeof serve>[0], hotel?: { today: typeof TODAY }) {
  cleanup();
  stop();
  replaceStore();
  serve(server);
  await Promise.all([loadHotel(), loadMasters(['payment'])]);
  const now = store.get(hotelAtom);
  if (hotel && now) placeHotel({ ...now, ...hotel });
  const stops = [followDesk(), startForgettingErased()];
  stop = () => stops.forEach((end) => void end());
  render(
    <>
      <DeskTabs />
      <DeskPane />
    </>,
  );
  await rest();
}

const tab = (name: string) => screen.getByRole('tab', { name: new RegExp(`^${name}`) }).textContent;
const shown = (text: string) => screen.queryAllByText(new RegExp(text)).length > 0;

beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  storage.kept.clear();
  jest.useFakeTimers({ now: new Date('2026-11-21T03:00:00Z') });
});

test('lists that could not be read say so, their counts are unknown instead of 0; a retry reads them', async () => {
  await openPage(LINE_DOWN);
  expect(['到着', '在館', '出発', '未払い'].map(tab)).toEqual(
    ['到着', '在館', '出発', '未払い'].map((name) => expect.stringMatching(`^${name} –`)),
  );
  expect(shown('読み込み中')).toBe(false);
  serve(answers);
  fireEvent.click(screen.getByRole('button', { name: 'もう一度読み込む' }));
  await rest();
  expect(tab('到着')).toMatch(/^到着 2/);
});

test('without a line the lists are those of before, with the moment that they are of, until the line is back', async () => {
  await openPage(answers);
  jest.setSystemTime(Date.now() + HOUR_MS);
  await openPage(LINE_DOWN);
  expect(tab('到着')).toMatch(/^到着 2/);
  expect(shown('鈴木 花子')).toBe(true);
  expect(store.get(asOfMarkAtom)).toContain('12:00 時点の表示');
  serve({ ...answers, 'GET /api/front-desk': () => ({ body: [arrival(3)], position: 12 }) });
  act(() => store.set(logPositionAtom, { logId: 'log', position: 12 }));
  await rest();
  expect(tab('到着')).toMatch(/^到着 1/);
  expect(store.get(asOfMarkAtom)).toBeNull();
});

test('lists of the day before are not those of today: who arrives today is unknown', async () => {
  await openPage(answers);
  await openPage(LINE_DOWN, { today: day('2026-11-22') });
  expect(tab('到着')).toMatch(/^到着 –/);
  expect(shown('鈴木 花子')).toBe(false);
});

test('a guest who is erased is on the terminal no more', async () => {
  await openPage(answers);
  act(() => publishFrame(aFrame(10, 11, { bookings: [arrival(2, ERASED, 2)], erased: [2] })));
  expect(
    JSON.stringify([...storage.kept.values()].map(({ value }) => [...keptRecords(value)])),
  ).not.toContain('鈴木');
  await rest();
  await openPage(LINE_DOWN);
  expect([shown('山田 太郎'), shown('鈴木 花子')]).toEqual([true, false]);
});

test('lists of before the page, which may name a guest who was erased since, go with the first connection', async () => {
  await openPage(answers);
  await openPage(LINE_DOWN);
  act(() => store.set(connectionAtom, { connected: true, since: new Date() }));
  await rest();
  await openPage(LINE_DOWN);
  expect(tab('到着')).toMatch(/^到着 –/);
});

test('lists are kept for three days, and only for who saw them', async () => {
  await openPage(answers);
  expect(storage.kept.size).toBe(1);
  jest.setSystemTime(Date.now() + 73 * HOUR_MS);
  await dropExpired();
  expect(storage.kept.size).toBe(0);
  await openPage(answers);
  const staff = { id: 7, name: '佐藤', role: 'staff' as const };
  store.set(sessionAtom, { mode: 'session', staff, expires_at: null });
  await dropExpired();
  expect(storage.kept.size).toBe(0);
});

function keptRecords(value: unknown): unknown[] {
  return (value as { value: { records: unknown[] } }).value.records;
}
