import { day } from '@domain/dates.js';
import { expect, test } from '@jest/globals';
import type { BookingChange } from '@wire/time-travel.js';
import { rowMarksAtom, shownKindsAtom } from '#frontend/calendar/past/differences.js';
import { comparedAtom } from '#frontend/shared/calendar-data/past.js';
import { store } from '#frontend/shared/store.js';
import { bookingRecord } from '../support/records.js';

const STAY = { stayStart: day('2026-11-20'), stayEnd: day('2026-11-22') };
const before = bookingRecord({ id: 1, roomNumber: '1001', ...STAY });

function compare(
  kind: BookingChange['kind'],
  after: Partial<typeof STAY>,
  [from, to]: [string | null, string],
) {
  const change = {
    ...{ kind, booking_id: 1, before_room: from, after_room: to },
    before: kind === 'added' ? null : before,
    after: bookingRecord({ id: 1, roomNumber: to, ...STAY, ...after }),
  };
  store.set(comparedAtom, { changes: [change] } as never);
}
const marksOf = (room: string) => store.get(rowMarksAtom(room));

test.each<[string, Partial<typeof STAY>, string, string]>([
  ['another room', {}, '1005', '1005'],
  ['a later arrival', { stayStart: day('2026-11-21') }, '1001', '11/21(土)～'],
  ['a later departure', { stayEnd: day('2026-11-23') }, '1001', '～11/23(月)'],
  ['another room and arrival', { stayStart: day('2026-11-21') }, '1005', '1005 11/21(土)～'],
])('a booking that moved since says at its former place where it is now: %s', (_, after, room, text) => {
  compare('moved', after, ['1001', room]);
  expect([...marksOf('1001').stays]).toEqual([[1, { kind: 'moved', text }]]);
});

test('a booking that was added since is marked on its nights in its room', () => {
  compare('added', {}, [null, '1005']);
  expect([...marksOf('1005').added.keys()]).toEqual(['2026-11-20', '2026-11-21']);
  expect(marksOf('1001').stays.size).toBe(0);
});

test('only kinds that are shown are marked', () => {
  compare('cancelled', {}, ['1001', '1001']);
  expect([...marksOf('1001').stays]).toEqual([[1, { kind: 'cancelled', text: '' }]]);
  store.set(shownKindsAtom, ['added', 'moved']);
  expect(marksOf('1001').stays.size).toBe(0);
});
