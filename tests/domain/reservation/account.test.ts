import { day } from '@domain/dates.js';
import { balanceOf, flagOf, prepaidOf, takenByWay } from '@domain/reservation/account.js';
import { decideReservation } from '@domain/reservation/decide.js';
import type { Charge } from '@domain/reservation/money.js';
import type { AccountCommand, ReservationCommand } from '@domain/reservation/reservation.commands.js';
import { evolveReservation, type ReservationEvent } from '@domain/reservation/reservation.events.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { planReversal } from '@domain/reservation/reversal/plan-reversal.js';
import { describe, expect, it } from '@jest/globals';
import { anAmend, aReservation, facts } from '#tests/support/builders.js';

const [CASH, CARD] = [1, 2];
const KNOWN = facts({
  knownPayments: new Map([
    [CASH, {}],
    [CARD, {}],
    [3, { isRetired: true as const }],
  ]),
});
const TODAY = day('2026-11-22');

const following = (state: Reservation, ...commands: ReservationCommand[]): Reservation =>
  commands.reduce((booking, command) => {
    const decision = decideReservation(command, booking, KNOWN);
    if (!decision.ok) throw new Error(decision.broken.map(({ code }) => code).join());
    return decision.value.events.reduce((one, event) => evolveReservation(one, event, one.id), booking);
  }, state);
const codeOf = (state: Reservation, command: ReservationCommand) => {
  const decision = decideReservation(command, state, KNOWN);
  return decision.ok ? 'done' : decision.broken.map(({ kind, code }) => `${kind} ${code}`).join();
};
const take = (amount: number, paymentType = CASH): AccountCommand => ({
  ...{ type: 'take-payment', parts: [{ paymentType, amount }] },
});
const refund = (amount: number, paymentType = CASH): AccountCommand => ({
  ...{ type: 'refund', parts: [{ paymentType, amount }], reason: '早めのご出発' },
});
const charge = (kind: Charge['kind'], amount: number, taxRate: Charge['taxRate'] = 10): AccountCommand => ({
  ...{ type: 'add-charge', kind, name: '', amount, taxRate },
});
const note = (paymentFlag: 0 | 1, paymentType = CASH): ReservationCommand => ({
  ...{ type: 'record-payment', paymentType, paymentFlag },
});
const booked = aReservation({ totalFee: 24_600, usedPoints: 0 });
const prepaid = aReservation({
  ...{ totalFee: 66_000, usedPoints: 1_500, paymentFlag: 1 },
  account: { isPrepaid: true, entries: [], charges: [] },
});

describe('what is due of a stay', () => {
  it.each<[string, Reservation, ReservationCommand[], number, 0 | 1]>([
    ['its fee', booked, [], 24_600, 0],
    ['its fee after points', aReservation({ totalFee: 24_600, usedPoints: 600 }), [], 24_000, 0],
    ['less a deposit', booked, [take(5_000)], 19_600, 0],
    ['nothing once two ways have paid it', booked, [take(10_000), take(14_600, CARD)], 0, 1],
    ['a line beside the fee', booked, [charge('追加', 1_500), charge('追加', 864, 8)], 26_964, 0],
    ['less a discount', booked, [charge('値引', 600)], 24_000, 0],
    ['a line that comes after the payment', booked, [note(1), charge('追加', 1_500)], 1_500, 0],
    ['the rest, taken as a whole', booked, [take(5_000), note(1, CARD)], 0, 1],
    ['all again once it is noted as unpaid', booked, [take(5_000), note(1, CARD), note(0, CARD)], 24_600, 0],
    ['negative where nights are given back', booked, [note(1), charge('値引', 16_400)], -16_400, 1],
    ['nothing once that is paid out', booked, [note(1), charge('値引', 16_400), refund(16_400)], 0, 1],
    ['nothing of a fee that a site took', prepaid, [], 0, 1],
    ['only the line of a stay that a site took', prepaid, [charge('手数料', 1_200, 0)], 1_200, 0],
    [
      'nothing of a cancelled stay, back what was taken',
      booked,
      [take(8_000), { type: 'cancel' }],
      -8_000,
      0,
    ],
    ['its cancellation fee', booked, [{ type: 'cancel' }, charge('キャンセル料', 12_300, 0)], 12_300, 0],
    [
      'nothing once that is paid by card',
      booked,
      [{ type: 'cancel' }, charge('キャンセル料', 12_300, 0), take(12_300, CARD)],
      0,
      1,
    ],
  ])('is %s', (_, state, commands, balance, flag) => {
    const booking = following(state, ...commands);
    expect(balanceOf(booking)).toBe(balance);
    expect(booking.paymentFlag).toBe(flag);
  });

  it('follows a fee that is changed before check-in', () => {
    const paid = following(booked, note(1));
    const dearer = following(paid, anAmend({ totalFee: 30_000 }));
    expect([balanceOf(dearer), dearer.paymentFlag]).toEqual([5_400, 0]);
    const cheaper = following(paid, anAmend({ totalFee: 20_000 }));
    expect([balanceOf(cheaper), cheaper.paymentFlag]).toEqual([-4_600, 1]);
    expect(prepaidOf(following(prepaid, anAmend({ totalFee: 70_000 })))).toBe(68_500);
    const discounted = following(booked, charge('値引', 20_000));
    expect(codeOf(discounted, anAmend({ totalFee: 19_999 }))).toBe('invalid fee_against_charges');
    expect(codeOf(discounted, anAmend({ totalFee: 20_000 }))).toBe('done');
  });

  it('goes back by the way that it came', () => {
    const split = following(booked, take(10_000), take(14_600, CARD), note(0));
    expect(takenByWay(split)).toEqual([]);
    const moved = following(booked, take(10_000), take(14_600, CARD), note(1, CASH));
    expect(takenByWay(moved)).toEqual([{ paymentType: CASH, amount: 24_600 }]);
  });
});

describe('is refused', () => {
  it.each<[string, Reservation, ReservationCommand]>([
    ['conflict payment_above_due', booked, take(24_601)],
    ['conflict payment_above_due', following(booked, take(20_000)), take(4_601, CARD)],
    ['conflict nothing_due', following(booked, note(1)), take(1)],
    ['conflict nothing_due', prepaid, take(1)],
    ['invalid payment_unknown', booked, take(1, 99)],
    ['invalid payment_retired', booked, take(1, 3)],
    ['conflict refund_above_taken', booked, refund(1)],
    ['conflict refund_above_taken', following(booked, take(5_000), refund(3_000)), refund(2_001)],
    ['conflict refund_above_taken', prepaid, refund(1)],
    ['invalid discount_above_cost', booked, charge('値引', 24_601)],
    ['invalid cost_too_high', booked, charge('追加', 99_999_999)],
    ['conflict guest_erased', aReservation({ isErased: true }), charge('追加', 1)],
    ['conflict already_cancelled', following(booked, { type: 'cancel' }), note(1)],
  ])('%s', (code, state, command) => expect(codeOf(state, command)).toBe(code));
});

describe('events from before money was recorded with them', () => {
  const old = (paymentFlag: 0 | 1, paymentType: number | null): ReservationEvent => ({
    type: 'PaymentRecorded',
    data: { paymentType, paymentFlag, paymentDay: null, moved: null, isPrepaid: null, reverses: [] },
  });
  const replay = (state: Reservation, ...events: ReservationEvent[]) =>
    events.reduce((booking, event) => evolveReservation(booking, event, booking.id), state);

  it.each<[string, Reservation, ReservationEvent[], [number | null, number][], number]>([
    ['paid', booked, [old(1, CASH)], [[CASH, 24_600]], 0],
    ['taken back', booked, [old(1, CASH), old(0, CASH)], [], 24_600],
    ['another way', booked, [old(1, CASH), old(1, CARD)], [[CARD, 24_600]], 0],
    ['only noted', booked, [old(0, CARD)], [], 24_600],
    ['a prepaid stay that was not', prepaid, [old(0, null)], [], 64_500],
    ['a prepaid stay paid by card after all', prepaid, [old(0, null), old(1, CARD)], [[CARD, 64_500]], 0],
    [
      'changed after it was paid, then taken back and paid again',
      booked,
      [old(1, CASH), { type: 'ReservationAmended', data: { totalFee: 30_000 } }, old(0, CASH), old(1, CASH)],
      [[CASH, 30_000]],
      0,
    ],
  ])('come to the same: %s', (_, state, events, ways, balance) => {
    const booking = replay(state, ...events);
    expect(takenByWay(booking).map(({ paymentType, amount }) => [paymentType, amount])).toEqual(ways);
    expect(balanceOf(booking)).toBe(balance);
    expect(booking.paymentFlag).toBe(flagOf(booking));
  });

  it('leave the flag as it was where the fee was changed after the payment', () => {
    const changed = { type: 'ReservationAmended', data: { totalFee: 30_000 } } as const;
    const booking = replay(booked, old(1, CASH), changed);
    expect([booking.paymentFlag, balanceOf(booking)]).toEqual([1, 5_400]);
    expect(takenByWay(following(booking, note(1)))).toEqual([{ paymentType: CASH, amount: 30_000 }]);
  });
});

describe('a correction by undo', () => {
  const undo = (before: Reservation, made: Reservation, current: Reservation) =>
    planReversal([{ id: before.id, before, after: made, current, later: [], record: null }], {
      ...KNOWN,
      ...{ neighbours: [current], isTaken: () => false },
    });
  const applied = (current: Reservation, { bookings }: ReturnType<typeof undo>) =>
    (bookings[0]?.events ?? []).reduce((one, event) => evolveReservation(one, event, one.id), current);

  it('takes back one payment of several and leaves what others took since', () => {
    const first = following(booked, take(8_000));
    const current = following(first, take(4_000, CARD));
    const plan = undo(booked, first, current);
    expect(plan.obstacles).toEqual([]);
    const booking = applied(current, plan);
    expect(takenByWay(booking)).toEqual([{ paymentType: CARD, amount: 4_000 }]);
    expect(booking.account?.entries[0]?.isReversed).toBe(true);
    expect(undo(booked, first, booking).bookings).toEqual([]);
  });

  it('takes a line away and brings it back', () => {
    const made = following(booked, charge('追加', 1_500));
    const without = applied(made, undo(booked, made, made));
    expect(balanceOf(without)).toBe(24_600);
    const again = applied(without, undo(made, without, without));
    expect(balanceOf(again)).toBe(26_100);
  });

  it('is hindered where the money was given back since', () => {
    const made = following(booked, take(8_000));
    const current = following(made, refund(8_000));
    const plan = undo(booked, made, current);
    expect(plan.obstacles).toEqual([expect.objectContaining({ cause: 'changed', unit: 'account' })]);
    expect(balanceOf(applied(current, plan))).toBe(24_600);
  });

  it('is hindered so as well where discounts already exceed what a no-show owes', () => {
    const discounted = following(booked, charge('値引', 4_000));
    const made = following(discounted, take(1));
    const fee = { amount: 0, reason: '災害のため', taxRate: 0 as const };
    const current = following(made, { type: 'mark-no-show', fee }, refund(1));
    const plan = undo(discounted, made, current);
    expect(plan.obstacles).toEqual([expect.objectContaining({ cause: 'changed' })]);
    expect(takenByWay(applied(current, plan))).toEqual([]);
  });

  it('also of a cancelled stay', () => {
    const cancelled = following(booked, { type: 'cancel' });
    const made = following(cancelled, charge('キャンセル料', 12_300, 0));
    expect(balanceOf(applied(made, undo(cancelled, made, made)))).toBe(0);
  });

  it('of what a site had paid keeps that it had', () => {
    const unpaid = following(prepaid, note(0));
    expect(balanceOf(unpaid)).toBe(64_500);
    const again = applied(unpaid, undo(prepaid, unpaid, unpaid));
    expect([prepaidOf(again), again.paymentFlag]).toEqual([64_500, 1]);
  });
});

it('a check-in leaves fee and points as they are, but lines and payments go on', () => {
  const arrived = following(booked, { type: 'check-in', date: TODAY });
  expect(codeOf(arrived, anAmend({ totalFee: 1 }))).toContain('fixed_after_checkin');
  expect(balanceOf(following(arrived, charge('追加', 800, 8), take(25_400)))).toBe(0);
});
