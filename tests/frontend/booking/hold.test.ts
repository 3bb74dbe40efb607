import { day } from '@domain/dates.js';
import { beforeEach, expect, jest, test } from '@jest/globals';
import { act, fireEvent, renderHook } from '@testing-library/react';
import type { PresenceEntry } from '@wire/live.js';
import { setField } from '#frontend/booking/form.js';
import { holdAtom, holdWarningsAtom, useTyping } from '#frontend/booking/hold.js';
import { openBooking } from '#frontend/booking/open-form.js';
import { showRange } from '#frontend/shared/calendar-data/show-range.js';
import { loadHotel } from '#frontend/shared/hotel.js';
import { presenceAtom } from '#frontend/shared/live/connection.js';
import { store } from '#frontend/shared/store.js';
import { roomIdOf } from '#tests/support/builders.js';
import { serve } from '../support/fake-server.js';
import { formBooking, RANGE } from '../support/records.js';

const STAY = { stayStart: day('2026-11-21'), stayEnd: day('2026-11-23') };

/** Another terminal that is about to book. */
const other = (room_number: string, start: string, end: string): PresenceEntry => ({
  terminal_id: 'b',
  terminal: '端末-B',
  since: '2026-11-21T05:07:00Z',
  booking_id: null,
  is_editing: false,
  hold: { room_number, stay_start: day(start), stay_end: day(end) },
});

/** Asks in the form for room 1001 from the 21st to the 23rd. */
function askFor1001(): void {
  setField('stayStart', STAY.stayStart);
  setField('stayEnd', STAY.stayEnd);
  setField('roomId', roomIdOf('1001'));
}

beforeEach(async () => {
  serve({
    'GET /api/fetch-reservation-data/7': () => ({
      body: formBooking({ id: 7, roomNumber: '1001', ...STAY }),
    }),
  });
  await loadHotel();
  await showRange(RANGE);
});

test.each([
  ['1001', '2026-11-20', '2026-11-21', false],
  ['1001', '2026-11-20', '2026-11-22', true],
  ['1001', '2026-11-22', '2026-11-23', true],
  ['1001', '2026-11-22', '2026-11-30', true],
  ['1001', '2026-11-23', '2026-11-24', false],
  ['1002', '2026-11-21', '2026-11-23', false],
])(
  'a terminal about to book %s from %s to %s is warned of in 1001 from 11/21 to 11/23: %p',
  (room, from, to, warned) => {
    askFor1001();
    store.set(presenceAtom, [other(room, from, to)]);
    expect(store.get(holdWarningsAtom)).toHaveLength(warned ? 1 : 0);
  },
);

test('the warning names room, days, terminal and since when, by the clock of the hotel', () => {
  askFor1001();
  store.set(presenceAtom, [other('1001', '2026-11-22', '2026-11-24')]);
  expect(store.get(holdWarningsAtom)).toEqual([
    '1001号室の11/22(日)～11/24(火)は、14:07から端末-Bでも入力中です。',
  ]);
});

test('what the form asks for is held while one types, and ten minutes longer', () => {
  jest.useFakeTimers();
  askFor1001();
  expect(store.get(holdAtom)).toBeNull();
  const { unmount } = renderHook(useTyping);
  const held = { room_number: '1001', stay_start: STAY.stayStart, stay_end: STAY.stayEnd };
  expect(store.get(holdAtom)).toEqual(held);
  act(() => jest.advanceTimersByTime(9 * 60_000));
  fireEvent.keyDown(document.body, { key: 'a' });
  act(() => jest.advanceTimersByTime(9 * 60_000));
  expect(store.get(holdAtom)).toEqual(held);
  act(() => jest.advanceTimersByTime(60_000));
  expect(store.get(holdAtom)).toBeNull();
  fireEvent.pointerDown(document.body);
  expect(store.get(holdAtom)).toEqual(held);
  unmount();
  expect(store.get(holdAtom)).toBeNull();
});

test('the room and days that a booking has already are not held; other days are', async () => {
  renderHook(useTyping);
  await act(() => openBooking(7));
  expect(store.get(holdAtom)).toBeNull();
  act(() => setField('stayEnd', '2026-11-24'));
  expect(store.get(holdAtom)).toMatchObject({ room_number: '1001', stay_end: '2026-11-24' });
});
