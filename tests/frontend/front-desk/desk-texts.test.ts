import { day } from '@domain/dates.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { expect, test } from '@jest/globals';
import { deskBooking } from '#frontend/front-desk/desk.js';
import { expectation, nightsText } from '#frontend/front-desk/desk-texts.js';
import { bookingRecord } from '../support/records.js';

const TODAY = day('2026-11-21');
const STAY = { stayStart: day('2026-11-20'), stayEnd: day('2026-11-22') };
const IN = { ...STAY, checkinDate: STAY.stayStart };
const NOON = 12 * 60;
const textsOf = (list: Parameters<typeof expectation>[0], details: Partial<Reservation>, now = NOON) => {
  const booking = deskBooking(bookingRecord(details), { number: '1001', kind: '' });
  const { first, second, urgent } = expectation(list, booking, TODAY, now);
  return [first, second, urgent];
};

test.each<[string, Parameters<typeof expectation>[0], Partial<Reservation>, unknown[]]>([
  ['an arrival', 'arrivals', { ...STAY, stayStart: TODAY, checkinTime: '16:30' }, ['16:30', '到着前', false]],
  ['a late arrival', 'arrivals', { ...STAY, checkinTime: '16:30' }, ['16:30', '昨日到着予定・未到着', true]],
  ['an arrival that is in', 'arrivals', { ...IN, checkinTime: '16:30' }, ['16:30', '到着済', false]],
  ['a guest in the house', 'inHouse', IN, ['11/22(日)', '在館', false]],
  ['a guest who leaves today', 'departures', { ...IN, stayEnd: TODAY }, ['今日', '在館', false]],
  ['a guest who left today', 'departures', { ...IN, checkoutDate: TODAY }, ['11/22(日)', '出発済', false]],
  ['an overdue guest', 'inHouse', { ...IN, stayEnd: day('2026-11-20') }, ['11/20(金)', '超過 1日', true]],
  [
    'a guest who left unpaid',
    'unpaid',
    { ...IN, checkoutDate: day('2026-11-18') },
    ['11/18(水)', '出発済 3日前', false],
  ],
  ['a no-show', 'noShows', { ...STAY, isNoShow: true }, ['11/20(金)', 'ノーショー', false]],
])('%s in the list %s says when, and where the booking stands', (_, list, details, texts) => {
  expect(textsOf(list, details)).toEqual(texts);
});

test('a guest who is due after midnight is not said to be missing before the time that was named', () => {
  const due = { ...STAY, checkinTime: '24:10' };
  expect(textsOf('arrivals', due, 0)).toEqual(['24:10', '昨日到着予定', false]);
  expect(textsOf('arrivals', due, 11)).toEqual(['24:10', '昨日到着予定・未到着', true]);
});

test.each([
  ['2026-11-19', '2泊'],
  ['2026-11-20', '1/2泊目'],
  ['2026-11-21', '2/2泊目'],
  ['2026-11-22', '2泊'],
])('on %s the nights of a stay are told as %s', (today, text) => {
  expect(nightsText(deskBooking(bookingRecord(STAY), { number: '', kind: '' }), day(today))).toBe(text);
});
