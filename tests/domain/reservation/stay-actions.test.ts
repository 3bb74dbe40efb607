import { day } from '@domain/dates.js';
import { decideReservation } from '@domain/reservation/decide.js';
import type { ReservationCommand } from '@domain/reservation/reservation.commands.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { allowedActions } from '@domain/reservation/stay-actions.js';
import { describe, expect, it } from '@jest/globals';
import { anAmend, aReservation, aStay, decisionOf, facts, outcomeOf } from '#tests/support/builders.js';

const TODAY = day('2026-11-22');
const booked = aReservation({ stayStart: day('2026-11-20'), stayEnd: day('2026-11-25') });
const STATES = {
  booked,
  arrived: { ...booked, checkinDate: day('2026-11-21') },
  departed: { ...booked, checkinDate: day('2026-11-21'), checkoutDate: TODAY },
  cancelled: { ...booked, status: 'cancelled' },
  missed: { ...booked, isNoShow: true },
  erased: { ...booked, isErased: true },
} as const satisfies Record<string, Reservation>;
type State = keyof typeof STATES;
const { arrived, departed } = STATES;

const LATER = facts({ today: day('2026-12-01') });
const decide = (command: ReservationCommand, state: Reservation, known = facts({ today: TODAY })) =>
  decideReservation(command, state, known);
const refusals = (decision: ReturnType<typeof decide>) =>
  decision.ok ? [] : decision.broken.map(({ kind, message }) => `${kind}: ${message}`);
const eventsOf = (...args: Parameters<typeof decide>) => decisionOf(decide(...args)).events;
const checkIn = (date: string): ReservationCommand => ({ type: 'check-in', date: day(date) });
const checkOut = (date: string, freeNights?: true): ReservationCommand => ({
  type: 'check-out',
  date: day(date),
  ...(freeNights && { freeNights }),
});
const pay = (paymentType: number | null, paymentFlag: 0 | 1): ReservationCommand => ({
  type: 'record-payment',
  paymentType,
  paymentFlag,
});

const ERASED = 'conflict: 個人情報を削除した予約は変更できません。';
const GONE = 'conflict: この予約は既に取り消されています。';
const ALREADY_IN = 'conflict: 既にチェックイン済みです。';
const NOT_IN = 'conflict: チェックインされていません。';
const ALREADY_OUT = 'conflict: 既にチェックアウト済みです。';
const NOT_OUT = 'conflict: チェックアウトされていません。';
const NOT_MISSED = 'conflict: ノーショーの記録はありません。';
const ALREADY_MISSED = 'conflict: 既にノーショーになっています。';
const OUT_FIRST = 'conflict: 先にチェックアウトを取り消してください。';
const OUTSIDE = 'invalid: チェックイン日は宿泊期間内の日付を入力してください。';
const IN_FUTURE = 'invalid: 未来の日付ではチェックイン出来ません。';
const OUT_FUTURE = 'invalid: 未来の日付ではチェックアウト出来ません。';
const OUT_EARLY = 'invalid: チェックアウト日はチェックイン日以降の日付を入力してください。';
const NOT_AFTER_ARRIVAL = 'conflict: チェックイン済みの予約は取り消せません。';

/** Each command, what it makes happen, and who refuses it why. */
const COMMANDS: [ReservationCommand, object, Partial<Record<State, string>>][] = [
  [
    checkIn('2026-11-21'),
    { type: 'GuestCheckedIn', data: { date: '2026-11-21' } },
    { arrived: ALREADY_IN, departed: ALREADY_IN },
  ],
  [
    { type: 'revert-check-in' },
    { type: 'CheckInReverted', data: {} },
    { booked: NOT_IN, missed: NOT_IN, departed: OUT_FIRST },
  ],
  [
    checkOut('2026-11-22'),
    { type: 'GuestCheckedOut', data: { date: '2026-11-22' } },
    { booked: NOT_IN, missed: NOT_IN, departed: ALREADY_OUT },
  ],
  [
    { type: 'revert-check-out' },
    { type: 'CheckOutReverted', data: {} },
    { booked: NOT_OUT, missed: NOT_OUT, arrived: NOT_OUT },
  ],
  [
    { type: 'mark-no-show' },
    { type: 'GuestNoShow', data: {} },
    { missed: ALREADY_MISSED, arrived: ALREADY_IN, departed: ALREADY_IN },
  ],
  [
    { type: 'revert-no-show' },
    { type: 'NoShowReverted', data: {} },
    { booked: NOT_MISSED, arrived: NOT_MISSED, departed: NOT_MISSED },
  ],
  [
    { type: 'cancel' },
    { type: 'ReservationCancelled', data: {} },
    { arrived: NOT_AFTER_ARRIVAL, departed: NOT_AFTER_ARRIVAL },
  ],
  [
    { type: 'return-to-auto-fail' },
    { type: 'ReservationReturnedToAutoFail', data: {} },
    { arrived: NOT_AFTER_ARRIVAL, departed: NOT_AFTER_ARRIVAL },
  ],
  [
    pay(1, 1),
    {
      type: 'PaymentRecorded',
      data: {
        ...{ paymentType: 1, paymentFlag: 1, paymentDay: TODAY },
        ...{ moved: [{ paymentType: 1, amount: 8_000 }], isPrepaid: false, reverses: [] },
      },
    },
    {},
  ],
  [anAmend({ notes: 'x' }), { type: 'ReservationAmended', data: { notes: 'x' } }, {}],
];

const rows = COMMANDS.flatMap(([command, event, refused]) =>
  (Object.keys(STATES) as State[]).map((state) => {
    const why = { ...refused, cancelled: GONE, erased: ERASED }[state];
    return [command.type, state, why ?? 'is done', { command, event, why }] as const;
  }),
);

describe('what is asked of a booking (spec 4)', () => {
  it.each(rows)('%s, %s: %s', (_type, state, _told, { command, event, why }) => {
    const decision = decide(command, STATES[state]);
    if (why) expect(refusals(decision)).toEqual([why]);
    else expect(decisionOf(decision)).toEqual({ events: [event], regrouped: [] });
  });

  it.each([
    ['booked', {}, ['edit', 'cancel', 'returnToAutoFail', 'checkIn', 'changeCheckedInFields', 'moveRoom']],
    ['arrived', {}, ['edit', 'revertCheckIn', 'checkOut', 'moveRoom']],
    ['departed', {}, ['edit', 'revertCheckOut', 'moveRoom']],
    ['cancelled', {}, []],
    ['departed', { status: 'cancelled', roomMoveLock: 1 }, []],
    [
      'booked',
      { roomMoveLock: 1 },
      ['edit', 'cancel', 'returnToAutoFail', 'checkIn', 'changeCheckedInFields'],
    ],
  ] as const)('%s %j is offered %j', (state, change, actions) => {
    const offered = Object.entries(allowedActions({ ...STATES[state], ...change }));
    expect(offered.flatMap(([action, isAllowed]) => (isAllowed ? [action] : []))).toEqual(actions);
  });

  it('is not hindered by the room-move lock or payment, nor by a check-in that was taken back', () => {
    const back = outcomeOf(arrived, decide({ type: 'revert-check-in' }, arrived));
    for (const state of [back, { ...booked, roomMoveLock: 1 as const, paymentFlag: 1 as const }])
      for (const type of ['cancel', 'return-to-auto-fail'] as const)
        expect(outcomeOf(state, decide({ type }, state))).toMatchObject({ status: 'cancelled' });
  });
});

describe('a no-show', () => {
  const mark: ReservationCommand = { type: 'mark-no-show' };
  const at = (today: string) => decide(mark, booked, facts({ today: day(today) }));

  it('is noted from the check-in day on, however late, but not before', () => {
    expect(refusals(at('2026-11-19'))).toEqual(['conflict: ノーショーにできるのはチェックイン日からです。']);
    expect([at('2026-11-20'), at('2026-12-24')].map(({ ok }) => ok)).toEqual([true, true]);
  });

  it('stays booked, ends with a check-in or by hand, and is awaited again on another check-in day', () => {
    const missed = outcomeOf(booked, decide(mark, booked));
    expect(missed).toMatchObject({ status: 'active', stayEnd: booked.stayEnd });
    const outcomes = [
      missed,
      outcomeOf(missed, decide({ type: 'revert-no-show' }, missed)),
      outcomeOf(missed, decide(checkIn('2026-11-22'), missed)),
      outcomeOf(missed, decide(anAmend({ stayStart: day('2026-11-21') }), missed)),
      outcomeOf(missed, decide(anAmend({ stayEnd: day('2026-11-22') }), missed)),
    ];
    expect(outcomes.map(({ isNoShow = false }) => isNoShow)).toEqual([true, false, false, false, true]);
  });
});

describe('check-in', () => {
  it.each(['2026-11-20', '2026-11-22'])('on %s, from check-in day to today', (date) => {
    expect(eventsOf(checkIn(date), booked)).toEqual([{ type: 'GuestCheckedIn', data: { date } }]);
  });

  it.each([
    ['2026-11-19', OUTSIDE],
    ['2026-11-23', IN_FUTURE],
    ['2026-11-26', OUTSIDE],
  ])('on %s is refused', (date, message) => {
    expect(refusals(decide(checkIn(date), booked))).toEqual([message]);
  });

  it('up to and on the day of check-out', () => {
    expect(eventsOf(checkIn('2026-11-25'), booked, LATER)).toHaveLength(1);
    expect(refusals(decide(checkIn('2026-11-26'), booked, LATER))).toEqual([OUTSIDE]);
  });
});

describe('check-out', () => {
  it.each([
    ['2026-11-20', OUT_EARLY],
    ['2026-11-23', OUT_FUTURE],
  ])('on %s is refused', (date, message) => {
    expect(refusals(decide(checkOut(date), arrived))).toEqual([message]);
  });

  it('may be later than the stay was booked for, and frees no nights', () => {
    const decision = decide(checkOut('2026-11-28'), arrived, LATER);
    expect(outcomeOf(arrived, decision)).toMatchObject({ checkoutDate: '2026-11-28', stayEnd: '2026-11-25' });
  });

  it.each(['2026-11-22', '2026-11-21'])('on %s frees the nights from then on when asked to', (date) => {
    expect(eventsOf(checkOut(date, true), arrived)).toEqual([
      { type: 'ReservationAmended', data: { stayEnd: date } },
      { type: 'GuestCheckedOut', data: { date } },
    ]);
  });

  it('on the first day keeps the first night; with no night left there is none to free', () => {
    const sameDay = { ...booked, checkinDate: booked.stayStart };
    expect(outcomeOf(sameDay, decide(checkOut(booked.stayStart, true), sameDay))).toMatchObject({
      stayEnd: '2026-11-21',
      checkoutDate: '2026-11-20',
    });
    expect(eventsOf(checkOut(booked.stayEnd, true), arrived, LATER)).toHaveLength(1);
  });
});

it('a check-out that frees nights, and a cancel, cut the group after the booking', () => {
  const end = day('2026-11-27');
  const base = aStay(1, '2026-11-18', '2026-11-20', { groupEndDate: end });
  const member = { ...arrived, baseBookingId: 1, groupEndDate: end };
  const next = aStay(2, '2026-11-25', end, { baseBookingId: 1, groupEndDate: end });
  const known = facts({ today: TODAY, neighbours: [base, member, next] });
  const none = { baseBookingId: 0, groupEndDate: null };
  const left = decide(checkOut(TODAY, true), member, known);
  const shortened = { stayEnd: TODAY, baseBookingId: 1, groupEndDate: TODAY };
  expect(outcomeOf(member, left)).toMatchObject(shortened);
  expect(decisionOf(left).regrouped).toEqual([
    { id: 1, place: { baseBookingId: 0, groupEndDate: TODAY } },
    { id: 2, place: none },
  ]);
  for (const type of ['cancel', 'return-to-auto-fail'] as const)
    expect(decisionOf(decide({ type }, { ...member, checkinDate: null }, known)).regrouped).toEqual([
      { id: 1, place: none },
      { id: 2, place: none },
    ]);
});

describe('payment', () => {
  const entries = [{ id: 2, moved: [{ paymentType: 1, amount: 8_000 }], day: null }];
  const account = { entries, charges: [] };
  const paid = { ...booked, account, paymentType: 1, paymentFlag: 1 as const };

  it('makes nothing happen when it is recorded so already', () => {
    expect(eventsOf(pay(1, 1), paid)).toEqual([]);
    expect(eventsOf(pay(null, 0), booked)).toEqual([]);
    expect(eventsOf(pay(1, 0), paid)).toHaveLength(1);
    expect(eventsOf(pay(null, 1), paid)).toHaveLength(1);
  });

  it('is refused by an unknown or retired way of paying, unless the booking has it already', () => {
    expect(refusals(decide(pay(9, 1), departed))).toEqual(['invalid: 選択した支払方法が見つかりません。']);
    const retired = facts({ today: TODAY, knownPayments: new Map([[1, { isRetired: true }]]) });
    const told = 'invalid: 選択した支払方法は使用停止中です。他の支払方法を選択してください。';
    expect(refusals(decide(pay(1, 1), booked, retired))).toEqual([told]);
    expect(eventsOf(pay(1, 0), paid, retired)).toHaveLength(1);
  });
});
