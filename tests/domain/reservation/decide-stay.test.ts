import { day } from '@domain/dates.js';
import { decideReservation } from '@domain/reservation/decide.js';
import type { ReservationCommand } from '@domain/reservation/reservation.commands.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { describe, expect, it } from '@jest/globals';
import { aReservation, aStay, decisionOf, facts, outcomeOf } from '../../support/builders.js';

const TODAY = day('2026-11-22');
const booked = aReservation({ stayStart: day('2026-11-20'), stayEnd: day('2026-11-25') });
const arrived = { ...booked, checkinDate: day('2026-11-21') };
const departed = { ...arrived, checkoutDate: TODAY };
const cancelled = { ...booked, status: 'cancelled' as const };

const decide = (command: ReservationCommand, state: Reservation, known = facts({ today: TODAY })) =>
  decideReservation(command, state, known);
const refusals = (decision: ReturnType<typeof decide>) =>
  decision.ok ? [] : decision.broken.map(({ kind, message }) => `${kind}: ${message}`);
const eventsOf = (...args: Parameters<typeof decide>) => decisionOf(decide(...args)).events;

const GONE = 'conflict: この予約は既に取り消されています。';
const ALREADY_IN = 'conflict: 既にチェックイン済みです。';
const NOT_IN = 'conflict: チェックインされていません。';
const ALREADY_OUT = 'conflict: 既にチェックアウト済みです。';
const NOT_OUT = 'conflict: チェックアウトされていません。';
const OUT_FIRST = 'conflict: 先にチェックアウトを取り消してください。';
const OUTSIDE = 'invalid: チェックイン日は宿泊期間内の日付を入力してください。';
const IN_FUTURE = 'invalid: 未来の日付ではチェックイン出来ません。';
const OUT_FUTURE = 'invalid: 未来の日付ではチェックアウト出来ません。';
const OUT_EARLY = 'invalid: チェックアウト日はチェックイン日以降の日付を入力してください。';
const NOT_AFTER_ARRIVAL = 'conflict: チェックイン済みの予約は取り消せません。';

describe('check-in', () => {
  const on = (date: string): ReservationCommand => ({ type: 'check-in', date: day(date) });

  it.each(['2026-11-20', '2026-11-21', '2026-11-22'])('on %s, from check-in day to today', (date) => {
    expect(eventsOf(on(date), booked)).toEqual([{ type: 'GuestCheckedIn', data: { date } }]);
  });

  it('up to and on the day of check-out', () => {
    const late = facts({ today: day('2026-12-01') });
    expect(eventsOf(on('2026-11-25'), booked, late)).toHaveLength(1);
    expect(refusals(decide(on('2026-11-26'), booked, late))).toEqual([OUTSIDE]);
  });

  it.each([
    ['2026-11-19', booked, OUTSIDE],
    ['2026-11-23', booked, IN_FUTURE],
    ['2026-11-26', booked, OUTSIDE],
    ['2026-11-21', arrived, ALREADY_IN],
    ['2026-11-21', departed, ALREADY_IN],
    ['2026-11-21', cancelled, GONE],
  ])('on %s is refused', (date, state, message) => {
    expect(refusals(decide(on(date), state))).toEqual([message]);
  });
});

describe('check-out', () => {
  const on = (date: string): ReservationCommand => ({ type: 'check-out', date: day(date) });

  it.each(['2026-11-21', '2026-11-22'])('on %s, from check-in to today', (date) => {
    expect(eventsOf(on(date), arrived)).toEqual([{ type: 'GuestCheckedOut', data: { date } }]);
  });

  it('may be later than the stay was booked for, and frees no nights', () => {
    const decision = decide(on('2026-11-28'), arrived, facts({ today: day('2026-12-01') }));
    expect(outcomeOf(arrived, decision)).toMatchObject({ checkoutDate: '2026-11-28', stayEnd: '2026-11-25' });
  });

  it.each([
    ['2026-11-22', '2026-11-22'],
    ['2026-11-21', '2026-11-21'],
  ])('on %s frees the nights from then on when that is asked for', (date, stayEnd) => {
    const command = { type: 'check-out', date: day(date), freeNights: true } as const;
    expect(eventsOf(command, arrived)).toEqual([
      { type: 'ReservationAmended', data: { stayEnd } },
      { type: 'GuestCheckedOut', data: { date } },
    ]);
  });

  it('on the first day keeps the first night; with no night left there is none to free', () => {
    const sameDay = { ...booked, checkinDate: booked.stayStart };
    const first = { type: 'check-out', date: booked.stayStart, freeNights: true } as const;
    expect(outcomeOf(sameDay, decide(first, sameDay))).toMatchObject({
      stayEnd: '2026-11-21',
      checkoutDate: '2026-11-20',
    });
    const last = { ...first, date: booked.stayEnd };
    const late = facts({ today: day('2026-12-01') });
    expect(eventsOf(last, arrived, late)).toEqual([{ type: 'GuestCheckedOut', data: { date: last.date } }]);
  });

  it('that frees nights cuts off the booking that followed', () => {
    const base = { ...arrived, groupEndDate: day('2026-11-27') };
    const next = aReservation({
      id: 2,
      stayStart: day('2026-11-25'),
      stayEnd: day('2026-11-27'),
      baseBookingId: base.id,
      groupEndDate: day('2026-11-27'),
    });
    const command = { type: 'check-out', date: TODAY, freeNights: true } as const;
    const decision = decide(command, base, facts({ today: TODAY, neighbours: [base, next] }));
    expect(outcomeOf(base, decision)).toMatchObject({ stayEnd: TODAY, baseBookingId: 0, groupEndDate: null });
    expect(decisionOf(decision).regrouped).toEqual([
      { id: 2, place: { baseBookingId: 0, groupEndDate: null } },
    ]);
  });

  it.each([
    ['2026-11-20', arrived, OUT_EARLY],
    ['2026-11-23', arrived, OUT_FUTURE],
    ['2026-11-22', booked, NOT_IN],
    ['2026-11-22', departed, ALREADY_OUT],
    ['2026-11-22', { ...arrived, status: 'cancelled' as const }, GONE],
  ])('on %s is refused', (date, state, message) => {
    expect(refusals(decide(on(date), state))).toEqual([message]);
  });
});

describe('taking back', () => {
  const checkIn: ReservationCommand = { type: 'revert-check-in' };
  const checkOut: ReservationCommand = { type: 'revert-check-out' };

  it('a check-in, then a check-out only after it', () => {
    expect(eventsOf(checkIn, arrived)).toEqual([{ type: 'CheckInReverted', data: {} }]);
    expect(eventsOf(checkOut, departed)).toEqual([{ type: 'CheckOutReverted', data: {} }]);
    const back = outcomeOf(departed, decide(checkOut, departed));
    expect(outcomeOf(back, decide(checkIn, back))).toMatchObject({ checkinDate: null, checkoutDate: null });
  });

  it.each([
    [checkIn, booked, NOT_IN],
    [checkIn, departed, OUT_FIRST],
    [checkIn, cancelled, GONE],
    [checkOut, booked, NOT_OUT],
    [checkOut, arrived, NOT_OUT],
    [checkOut, cancelled, GONE],
  ])('%j is refused when there is nothing to take back', (command, state, message) => {
    expect(refusals(decide(command, state))).toEqual([message]);
  });
});

describe.each([
  ['cancel', 'ReservationCancelled'],
  ['return-to-auto-fail', 'ReservationReturnedToAutoFail'],
] as const)('%s', (type, event) => {
  it('ends a booking that has not been checked in', () => {
    expect(decisionOf(decide({ type }, booked))).toEqual({
      events: [{ type: event, data: {} }],
      regrouped: [],
    });
    expect(outcomeOf(booked, decide({ type }, booked))).toMatchObject({ status: 'cancelled' });
  });

  it('can be done again after a check-in was taken back', () => {
    const back = outcomeOf(arrived, decide({ type: 'revert-check-in' }, arrived));
    expect(eventsOf({ type }, back)).toHaveLength(1);
  });

  it.each([
    ['checked in', arrived, NOT_AFTER_ARRIVAL],
    ['checked out', departed, NOT_AFTER_ARRIVAL],
    ['cancelled', cancelled, GONE],
  ])('is refused when %s', (_, state, message) => {
    expect(refusals(decide({ type }, state))).toEqual([message]);
  });

  it('is not hindered by the room-move lock or payment', () => {
    expect(eventsOf({ type }, { ...booked, roomMoveLock: 1, paymentFlag: 1 })).toHaveLength(1);
  });

  it('splits its group', () => {
    const base = aStay(1, '2026-11-18', '2026-11-20', { groupEndDate: day('2026-11-25') });
    const member = { ...booked, baseBookingId: 1, groupEndDate: day('2026-11-25') };
    const { regrouped } = decisionOf(decide({ type }, member, facts({ neighbours: [base, member] })));
    expect(regrouped).toEqual([{ id: 1, place: { baseBookingId: 0, groupEndDate: null } }]);
  });
});

describe('payment', () => {
  const pay = (paymentType: number | null, paymentFlag: 0 | 1): ReservationCommand => ({
    type: 'record-payment',
    paymentType,
    paymentFlag,
  });

  it.each([booked, arrived, departed])('is recorded at any time', (state) => {
    expect(eventsOf(pay(1, 1), state)).toEqual([
      { type: 'PaymentRecorded', data: { paymentType: 1, paymentFlag: 1 } },
    ]);
  });

  it('makes nothing happen when it is recorded so already', () => {
    const paid = { ...booked, paymentType: 1, paymentFlag: 1 as const };
    expect(eventsOf(pay(1, 1), paid)).toEqual([]);
    expect(eventsOf(pay(null, 0), booked)).toEqual([]);
    expect(eventsOf(pay(1, 0), paid)).toHaveLength(1);
    expect(eventsOf(pay(null, 1), paid)).toHaveLength(1);
  });

  it('is refused by an unknown way of paying, or when cancelled', () => {
    expect(refusals(decide(pay(9, 1), booked))).toEqual(['invalid: 選択した支払方法が見つかりません。']);
    expect(refusals(decide(pay(1, 1), cancelled))).toEqual([GONE]);
  });
});
