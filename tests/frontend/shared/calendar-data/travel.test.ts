import { day } from '@domain/dates.js';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import type { BookingChange } from '@wire/time-travel.js';
import { comparisonFitsAtom } from '#frontend/calendar/past/differences.js';
import { roomWatchesAtom } from '#frontend/calendar/presence.js';
import {
  calendarAtom,
  placeCalendar,
  rangeAtom,
  shownCalendarAtom,
  shownTodayAtom,
} from '#frontend/shared/calendar-data/calendar.js';
import { createCalendarSync } from '#frontend/shared/calendar-data/calendar-sync.js';
import {
  askedMomentAtom,
  comparedAtom,
  pastFailedAtom,
  travelAtom,
} from '#frontend/shared/calendar-data/past.js';
import {
  awaitPast,
  compareWithNow,
  goTo,
  goToMoment,
  pastView,
  returnToNow,
  showPastRange,
} from '#frontend/shared/calendar-data/travel.js';
import { loadHotel } from '#frontend/shared/hotel.js';
import { presenceAtom } from '#frontend/shared/live/connection.js';
import { newestOnly } from '#frontend/shared/newest-only.js';
import { store } from '#frontend/shared/store.js';
import { deferred, serve, tick } from '#tests/frontend/support/fake-server.js';
import { aFrame, bookingRecord, RANGE } from '#tests/frontend/support/records.js';
import { editing } from '#tests/support/activities.js';

type Handlers = NonNullable<Parameters<typeof serve>[0]>;

const HEAD = 1_000;
const STAY = { stayStart: day('2026-11-20'), stayEnd: day('2026-11-22') };
const NIGHT_OF_18 = '2026-11-18T16:30:00.000000Z';

/** The bookings that stood at a position: one, named after it. */
const standing = (asOf: string | null) => [
  bookingRecord({ id: 7, version: 1, roomNumber: '1001', guestName1: `客 ${asOf ?? '今'}`, ...STAY }),
];

const HANDLERS: Handlers = {
  'GET /api/log/moment': ({ searchParams }) => {
    const asOf = searchParams.get('as_of') ?? String(HEAD);
    const position = asOf === '2026-11-18' ? 500 : Number(asOf);
    return { body: { position, recorded_at: NIGHT_OF_18, head: HEAD, head_recorded_at: NIGHT_OF_18 } };
  },
  'GET /api/bookings': ({ searchParams }) => ({ body: standing(searchParams.get('as_of')), position: 10 }),
};

/** Answers that are held back, by the address asked for, until they are let go. */
function holdBookings() {
  const held: { asOf: string | null; letGo: () => void }[] = [];
  const handler: Handlers[string] = ({ searchParams }) =>
    new Promise((resolve) => {
      const asOf = searchParams.get('as_of');
      held.push({ asOf, letGo: () => resolve({ body: standing(asOf), position: 10 }) });
    });
  return { held, handlers: { ...HANDLERS, 'GET /api/bookings': handler } };
}

const guest = () => store.get(shownCalendarAtom)?.byRoom.get('1001')?.[0]?.record.guest_name_1;
const sync = createCalendarSync();

beforeEach(async () => {
  pastView.reset();
  placeCalendar(null);
  serve(HANDLERS);
  await loadHotel();
  sync.startAt(10);
  await sync.show(RANGE);
});
afterEach(() => returnToNow());

test('the calendar has one source: a moment of the past while one is looked at, else the present', async () => {
  expect(guest()).toBe('客 今');
  await goToMoment('700');
  expect(guest()).toBe('客 700');
  expect(store.get(shownTodayAtom)).toBe('2026-11-19');
  expect(store.get(calendarAtom)?.byRoom.get('1001')?.[0]?.record.guest_name_1).toBe('客 今');
  returnToNow();
  expect(guest()).toBe('客 今');
  expect(store.get(shownTodayAtom)).toBe('2026-11-21');
});

test('live changes leave the past alone and are there on return', async () => {
  await goToMoment('700');
  const changed = bookingRecord({ id: 7, version: 2, roomNumber: '1001', guestName1: '更に', ...STAY });
  const since = '2026-11-21T01:00:00.000Z';
  store.set(presenceAtom, [{ terminal_id: 'b', terminal: '端末B', since, ...editing(7) }]);
  sync.receive(aFrame(10, 11, { bookings: [changed] }));
  expect(guest()).toBe('客 700');
  expect(store.get(roomWatchesAtom('1001')).bookings.size).toBe(0);
  returnToNow();
  expect(guest()).toBe('更に');
  expect(store.get(roomWatchesAtom('1001')).bookings.get(7)).toEqual({ terminal: '端末B', kind: 'editing' });
});

test('what an address names is waited for; the present is not shown before', async () => {
  awaitPast();
  expect(store.get(shownCalendarAtom)).toBeNull();
  const going = goToMoment('2026-11-18', RANGE);
  expect(store.get(shownCalendarAtom)).toBeNull();
  expect(await going).toBe(true);
  expect(guest()).toBe('客 500');
  expect(store.get(travelAtom)).toMatchObject({ position: 500, head: HEAD });
});

test('while one moment is read, only the newest of those asked for waits; the label is ahead of it', async () => {
  await goToMoment('700');
  const { held, handlers } = holdBookings();
  const calls = serve(handlers);
  void goTo(600);
  for (const position of [601, 602, 603]) void goTo(position);
  await waitFor(() => expect(held.map(({ asOf }) => asOf)).toEqual(['600']));
  await waitFor(() => expect(store.get(askedMomentAtom)).toEqual({ position: 603, recordedAt: NIGHT_OF_18 }));
  expect(guest()).toBe('客 700');
  held[0]?.letGo();
  await waitFor(() => expect(held.map(({ asOf }) => asOf)).toEqual(['600', '603']));
  expect(guest()).toBe('客 600');
  held[1]?.letGo();
  await waitFor(() => expect(guest()).toBe('客 603'));
  expect(calls.filter(({ path }) => path === '/api/bookings')).toHaveLength(2);
});

test('an answer that comes after the return, or on another session, is not shown', async () => {
  await goToMoment('700');
  const { held, handlers } = holdBookings();
  serve(handlers);
  const gone = goTo(600);
  returnToNow();
  serve(HANDLERS);
  await goToMoment('650');
  held[0]?.letGo();
  await gone;
  expect(guest()).toBe('客 650');
  returnToNow();
  expect(guest()).toBe('客 今');
});

test('positions end where the log does, which may grow', async () => {
  await goToMoment();
  expect(store.get(travelAtom)).toMatchObject({ position: HEAD, head: HEAD });
  await goTo(HEAD + 5);
  expect(store.get(travelAtom)?.position).toBe(HEAD);
  pastView.applyFrame({ to: HEAD + 3 });
  await goTo(HEAD + 5);
  expect(store.get(travelAtom)?.position).toBe(HEAD + 3);
  await goTo(-1);
  expect(store.get(travelAtom)?.position).toBe(0);
});

test('other days are read at the same moment', async () => {
  await goToMoment('700');
  const calls: string[] = [];
  const days = { first: day('2026-11-18'), last: day('2026-12-02') };
  serve({
    ...HANDLERS,
    'GET /api/bookings': (url) => {
      calls.push(url.search);
      return { body: standing(url.searchParams.get('as_of')), position: 10 };
    },
  });
  await showPastRange(days);
  expect(calls).toEqual(['?start_date=2026-11-18&end_date=2026-12-02&as_of=700&by_stay=1']);
  expect(store.get(rangeAtom)).toEqual(days);
  returnToNow();
  calls.length = 0;
  await showPastRange(RANGE);
  expect(calls).toEqual([]);
});

test('a moment that cannot be read is told; what was shown stays', async () => {
  const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  await goToMoment('700');
  serve({ ...HANDLERS, 'GET /api/bookings': () => ({ status: 500, body: { error: '失敗' } }) });
  await goTo(600);
  expect([guest(), store.get(pastFailedAtom)]).toEqual(['客 700', true]);
  serve(HANDLERS);
  await goTo(601);
  expect([guest(), store.get(pastFailedAtom)]).toEqual(['客 601', false]);
  logged.mockRestore();
});

test('differences are read beside the moment while staff compare, and anew when the log grows', async () => {
  let gate = deferred();
  gate.resolve();
  let changes: Partial<BookingChange>[] = [{ kind: 'changed', booking_id: 7 }];
  const calls = serve({
    ...HANDLERS,
    'GET /api/booking-changes': async () => {
      await gate.promise;
      return { body: { changes } };
    },
  });
  const asked = (path: string) => calls.filter((call) => call.path === path).length;
  await goToMoment('700');
  expect(asked('/api/booking-changes')).toBe(0);
  pastView.applyFrame({ to: HEAD + 1 });
  expect(asked('/api/booking-changes')).toBe(0);
  const read = asked('/api/bookings');
  compareWithNow(true);
  await waitFor(() => expect(store.get(comparedAtom)?.changes).toEqual(changes));
  expect(store.get(comparisonFitsAtom)).toBe(true);
  changes = [];
  pastView.applyFrame({ to: HEAD + 2 });
  await waitFor(() => expect(store.get(comparedAtom)?.changes).toEqual([]));
  expect(asked('/api/bookings')).toBe(read);
  expect(asked('/api/booking-changes')).toBe(2);
  gate = deferred();
  await goTo(650);
  expect([guest(), store.get(comparisonFitsAtom)]).toEqual(['客 650', false]);
  gate.resolve();
  await waitFor(() => expect(store.get(comparisonFitsAtom)).toBe(true));
  expect(asked('/api/booking-changes')).toBe(3);
  compareWithNow(false);
  expect(store.get(comparedAtom)).toBeNull();
  await goTo(640);
  expect(asked('/api/booking-changes')).toBe(3);
});

test('one run at a time; of what is asked for meanwhile only the newest is worked on, and all wait for it', async () => {
  const begun: number[] = [];
  const letGo: (() => void)[] = [];
  const ask = newestOnly(async (asked: number) => {
    begun.push(asked);
    await new Promise<void>((resolve) => letGo.push(resolve));
  });
  const done: number[] = [];
  for (const asked of [1, 2, 3]) void ask(asked).then(() => done.push(asked));
  expect(begun).toEqual([1]);
  letGo[0]?.();
  await tick();
  expect([begun, done.includes(2)]).toEqual([[1, 3], false]);
  letGo[1]?.();
  await tick();
  expect(done.sort()).toEqual([1, 2, 3]);
  void ask(4);
  expect(begun).toEqual([1, 3, 4]);
});

test('a run that fails does not keep the next from working', async () => {
  const begun: number[] = [];
  const ask = newestOnly(async (asked: number) => {
    begun.push(asked);
    if (asked === 1) throw new Error('failed');
  });
  await expect(ask(1)).rejects.toThrow('failed');
  await ask(2);
  expect(begun).toEqual([1, 2]);
});
