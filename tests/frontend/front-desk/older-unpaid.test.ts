import { oldestRecentDay } from '@domain/calendar/front-desk.js';
import { day } from '@domain/dates.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { expect, jest, test } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import type { BookingRecord } from '@wire/booking-record.js';
import { isUpTo, unpaidCursor } from '@wire/older-unpaid.js';
import {
  followDesk,
  loadDesk,
  olderUnpaidAtom,
  showOlderUnpaid,
  takeDeskFrame,
} from '#frontend/front-desk/desk.js';
import { deskRowsAtom, shownListAtom } from '#frontend/front-desk/desk-view.js';
import { hotelAtom, loadHotel } from '#frontend/shared/hotel.js';
import { loadMasters } from '#frontend/shared/masters.js';
import { store } from '#frontend/shared/store.js';
import { placeHotel } from '#tests/frontend/support/known-hotel.js';
import { deferred, serve, tick } from '../support/fake-server.js';
import { aFrame, bookingRecord } from '../support/records.js';

// The fake server's today is 2026-11-21.
const TODAY = day('2026-11-21');
const arrival = (id: number, details: Partial<Reservation> = {}) =>
  bookingRecord({ id, roomNumber: '1001', stayStart: TODAY, stayEnd: day('2026-11-22'), ...details });
const rows = () => store.get(deskRowsAtom).map(({ id }) => id);

/** Left so many days ago, owing. */
const unpaidStay = (id: number, end: string, details: Partial<Reservation> = {}) =>
  arrival(id, {
    stayStart: day('2026-09-01'),
    stayEnd: day(end),
    checkinDate: day('2026-09-01'),
    checkoutDate: day(end),
    paymentFlag: 0,
    ...details,
  });

/** A server whose older unpaid stays can be changed. */
async function showUnpaid(stays: BookingRecord[], recent: BookingRecord[] = []) {
  let [position, held, listed] = [10, stays, recent];
  let answered: Promise<unknown> = Promise.resolve();
  let isAway = false;
  const calls = serve({
    'GET /api/front-desk': () => ({ body: listed, position }),
    'GET /api/front-desk/unpaid': async (url) => {
      if (isAway) return { status: 503, body: { error: '準備中', errors: [] } };
      const today = store.get(hotelAtom)?.today ?? TODAY;
      const before = url.searchParams.get('before') ?? unpaidCursor(oldestRecentDay(today), 0);
      const limit = Number(url.searchParams.get('limit') ?? 2);
      const after = held.filter(({ stay_end, id }) => !isUpTo(before as never, stay_end, id));
      const bookings = after.slice(0, limit);
      const last = bookings.at(-1);
      const next = last ? unpaidCursor(last.stay_end, last.id) : before;
      const answer = { body: { bookings, more: after.length - bookings.length, next }, position };
      await answered;
      return answer;
    },
  });
  await Promise.all([loadHotel(), loadMasters(['payment'])]);
  await loadDesk();
  store.set(shownListAtom, 'unpaid');
  /** Changes one, adds it, or takes it away, and sends the frame. */
  const change = async (record: BookingRecord, isOlder = true) => {
    const others = held.filter(({ id }) => id !== record.id);
    held = (isOlder ? [...others, record] : others).sort((a, b) => (a.stay_end < b.stay_end ? 1 : -1));
    const frame = aFrame(position, position + 1, { bookings: [record] });
    position++;
    takeDeskFrame(frame);
    await tick();
  };
  /** Answers what is asked from now on, until `letThrough`, only when the function that it gives is called. */
  const holdAnswers = () => {
    const { promise, resolve } = deferred();
    answered = promise;
    return resolve;
  };
  const letThrough = () => {
    answered = Promise.resolve();
  };
  const nextDay = (older: BookingRecord[]) => {
    [held, listed] = [older, []];
    const hotel = store.get(hotelAtom);
    if (hotel) placeHotel({ ...hotel, today: day('2026-11-22') });
  };
  const goAway = (away: boolean) => {
    isAway = away;
  };
  return { calls, change, holdAnswers, letThrough, nextDay, goAway };
}

test('older unpaid stays are counted, and shown page by page', async () => {
  const stays = [1, 2, 3].map((id) => unpaidStay(id, `2026-09-1${9 - id}`));
  await showUnpaid(stays, [unpaidStay(9, '2026-11-01')]);
  expect([rows(), store.get(olderUnpaidAtom)]).toEqual([[9], 3]);
  await Promise.all([showOlderUnpaid(), showOlderUnpaid()]);
  expect([rows(), store.get(olderUnpaidAtom)]).toEqual([[9, 1, 2], 1]);
  await showOlderUnpaid();
  expect([rows(), store.get(olderUnpaidAtom)]).toEqual([[9, 1, 2, 3], 0]);
});

test('the count of older unpaid stays, and those that are shown, follow what changes', async () => {
  const stays = [1, 2, 3, 4].map((id) => unpaidStay(id, `2026-09-1${9 - id}`));
  const { calls, change } = await showUnpaid(stays);
  await showOlderUnpaid();
  await change(unpaidStay(1, '2026-09-18', { paymentFlag: 1, version: 2 }), false);
  expect([rows(), store.get(olderUnpaidAtom)]).toEqual([[2], 2]);
  await change(unpaidStay(4, '2026-09-15', { paymentFlag: 1, version: 2 }), false);
  expect([rows(), store.get(olderUnpaidAtom)]).toEqual([[2], 1]);
  await change(unpaidStay(5, '2026-09-18'));
  await change(unpaidStay(6, '2026-09-10'));
  expect([rows(), store.get(olderUnpaidAtom)]).toEqual([[5, 2], 2]);
  await change(unpaidStay(6, '2026-11-10', { version: 2 }), false);
  expect([rows(), store.get(olderUnpaidAtom)]).toEqual([[6, 5, 2], 1]);
  const asked = () => calls.filter(({ path }) => path === '/api/front-desk/unpaid').length;
  const before = asked();
  await change(arrival(7), false);
  expect(asked()).toBe(before);
});

test('a count of older unpaid stays that failed is made up for by the next frame', async () => {
  const error = jest.spyOn(console, 'error').mockImplementation(() => {});
  const { change, goAway } = await showUnpaid([unpaidStay(1, '2026-09-18'), unpaidStay(2, '2026-09-17')]);
  goAway(true);
  await change(unpaidStay(1, '2026-09-18', { paymentFlag: 1, version: 2 }), false);
  expect([store.get(olderUnpaidAtom), error.mock.calls.length]).toEqual([2, 1]);
  goAway(false);
  await change(arrival(7), false);
  await waitFor(() => expect(store.get(olderUnpaidAtom)).toBe(1));
});

test('what changes while a page is read stands', async () => {
  const stays = [unpaidStay(1, '2026-09-18'), unpaidStay(2, '2026-09-17')];
  const { change, holdAnswers } = await showUnpaid(stays);
  const answer = holdAnswers();
  const page = showOlderUnpaid();
  await tick();
  await change(unpaidStay(1, '2026-09-18', { paymentFlag: 1, version: 2 }), false);
  answer();
  await page;
  expect(rows()).toEqual([2]);
});

test('on the next day one more stay is older than 30 days', async () => {
  const stay = unpaidStay(1, '2026-10-22');
  const { calls, nextDay } = await showUnpaid([], [stay]);
  const stop = followDesk();
  await tick();
  expect([rows(), store.get(olderUnpaidAtom)]).toEqual([[1], 0]);
  calls.length = 0;
  nextDay([stay]);
  await waitFor(() => expect([rows(), store.get(olderUnpaidAtom)]).toEqual([[], 1]));
  expect(calls.filter(({ path }) => path === '/api/front-desk')).toHaveLength(1);
  stop();
});

test('a page of older unpaid stays that comes after the desk was read anew is not shown', async () => {
  const stays = [1, 2, 3, 4].map((id) => unpaidStay(id, `2026-09-1${9 - id}`));
  const { holdAnswers, letThrough } = await showUnpaid(stays);
  await showOlderUnpaid();
  expect([rows(), store.get(olderUnpaidAtom)]).toEqual([[1, 2], 2]);
  const answer = holdAnswers();
  const page = showOlderUnpaid();
  await tick();
  letThrough();
  await loadDesk();
  expect([rows(), store.get(olderUnpaidAtom)]).toEqual([[], 4]);
  answer();
  await page;
  expect([rows(), store.get(olderUnpaidAtom)]).toEqual([[], 4]);
});
