import { type Day, day } from '@domain/dates.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { foreignChangeAtom } from '#frontend/booking/foreign-change.js';
import { NEW_FORM, placeForm, savingAtom, setField } from '#frontend/booking/form.js';
import { formValuesOf } from '#frontend/booking/form-values.js';
import { placeCalendar, takeFrame } from '#frontend/shared/calendar-data/calendar.js';
import { store } from '#frontend/shared/store.js';
import { aFrame, bookingRecord, calendarOf, formBooking } from '../support/records.js';

const BOOKED: Partial<Reservation> = {
  id: 7,
  version: 2,
  roomNumber: '1001',
  stayStart: day('2026-11-21'),
  stayEnd: day('2026-11-23'),
  notes: '',
};

/** The booking is open in the form beside a calendar that shows it. */
beforeEach(() => {
  placeCalendar(calendarOf({ bookings: [bookingRecord(BOOKED)] }));
  const booking = formBooking(BOOKED);
  const values = formValuesOf(booking, '禁煙');
  placeForm({ ...NEW_FORM, mode: { kind: 'edit', booking }, values, baseline: values });
  store.set(savingAtom, false);
});

function elsewhere(changes: Partial<Reservation>, version = 3): void {
  const bookings = [bookingRecord({ ...BOOKED, version, ...changes })];
  takeFrame(aFrame(10, 11, { bookings }));
}

const told = () => store.get(foreignChangeAtom);
const rows = () => told()?.changes.map(({ label, before, after, mine }) => [label, before, after, mine]);

describe('what became of the booking in the form', () => {
  test('nothing, as long as nobody changed it', () => {
    expect(told()).toBeNull();
    elsewhere({ notes: '同じ版' }, 2);
    expect(told()).toBeNull();
  });

  test('each field that another terminal changed, with what it was and what it is', () => {
    elsewhere({ notes: '夜遅く', totalFee: 9000, roomNumber: '1002' });
    expect(rows()).toEqual([
      ['ルームタイプ', '1001', '1002', null],
      ['合計料金', '¥8,000', '¥9,000', null],
      ['備考', '(なし)', '夜遅く', null],
    ]);
  });

  test('what stands here instead of both', () => {
    setField('notes', '高層階');
    setField('tel', '090-0000-0009');
    elsewhere({ notes: '夜遅く' });
    expect(rows()).toEqual([['備考', '(なし)', '夜遅く', '高層階']]);
    setField('notes', '夜遅く');
    expect(rows()).toEqual([['備考', '(なし)', '夜遅く', null]]);
  });

  test('what was done with the guest', () => {
    elsewhere({ checkinDate: day('2026-11-21'), paymentFlag: 1 });
    expect(rows()).toEqual([
      ['チェックイン', '(なし)', '11/21(土)', null],
      ['支払', '未', '済', null],
    ]);
  });

  test('that it was cancelled', () => {
    elsewhere({ status: 'cancelled' });
    expect(told()).toEqual({ cancelled: true, changes: [] });
  });

  test.each<[string, Day, Day]>([
    ['the days shown', day('2027-01-10'), day('2027-01-12')],
    ['the months whose rooms are known', day('2027-03-10'), day('2027-03-12')],
  ])('that it was moved out of %s', (_where, stayStart, stayEnd) => {
    elsewhere({ stayStart, stayEnd });
    expect(told()).toMatchObject({ cancelled: false });
    expect(rows()).toContainEqual([
      'チェックイン日',
      '11/21(土)',
      expect.stringMatching(/^\d+\/10\(.\)$/),
      null,
    ]);
  });

  test('nothing while its own save runs', () => {
    store.set(savingAtom, true);
    elsewhere({ notes: '自分の変更' });
    expect(told()).toBeNull();
  });
});
