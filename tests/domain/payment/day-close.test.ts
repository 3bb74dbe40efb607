import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { day } from '@domain/dates.js';
import type { MoneyEvent } from '@domain/payment/daily-payments.js';
import {
  type CloseFacts,
  correctedDays,
  countingDay,
  type DayFigures,
  decideClose,
  drawerDifference,
  papersByPerson,
  sumsByPerson,
} from '@domain/payment/day-close.js';
import { evolveReservation, type ReservationEvent } from '@domain/reservation/reservation.events.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { describe, it } from '@jest/globals';
import { aReservation } from '#tests/support/builders.js';

const FIRST = day('2026-11-27');
const SECOND = day('2026-11-28');
const [CASH, CARD] = [1, 2];
const way = (paymentType: number, isCash: boolean, taken: number, back = 0) => ({
  ...{ paymentType, isCash, count: 1, taken, back, sum: taken + back },
});
const figures: DayFigures = {
  ways: [way(CASH, true, 25_800, -800), way(CARD, false, 9_000)],
  people: [],
  papers: [],
};
const known = (facts: Partial<CloseFacts> = {}): CloseFacts => ({
  ...{ today: SECOND, timezone: 'Asia/Tokyo', figures, hasMoved: false, isClosed: false, ...facts },
});
const said = { date: SECOND, float: 30_000, counted: 55_000, remark: '' };
const codesOf = (...args: Parameters<typeof decideClose>) => {
  const decision = decideClose(...args);
  return decision.ok ? [] : decision.broken.map(({ code, field }) => `${code} ${field}`);
};

describe('closing a day', () => {
  it('compares the drawer with float and cash alone', () => {
    strictEqual(drawerDifference({ ...figures, float: 30_000, counted: 55_000 }), 0);
    strictEqual(drawerDifference({ ...figures, float: 30_000, counted: 54_900 }), -100);
    strictEqual(drawerDifference({ ...figures, ways: [], float: 30_000, counted: 30_500 }), 500);
  });

  it('fixes the figures, with a remark where the drawer is off', () => {
    const decision = decideClose(said, known());
    deepStrictEqual(decision.ok && decision.value.data, {
      ...{ ...said, timezone: 'Asia/Tokyo', ...figures },
      paperKinds: ['receipt', 'statement', 'return', 'invoice'],
    });
    const off = { ...said, counted: 54_900 };
    deepStrictEqual(codesOf(off, known()), ['remark_missing remark']);
    deepStrictEqual(codesOf({ ...off, remark: '釣銭誤り' }, known()), []);
  });

  it('is refused twice, ahead, and over figures that are no longer those that were seen', () => {
    deepStrictEqual(codesOf(said, known({ isClosed: true, hasMoved: true })), ['already_closed date']);
    deepStrictEqual(codesOf(said, known({ today: FIRST })), ['day_ahead date']);
    deepStrictEqual(codesOf({ ...said, counted: 0 }, known({ hasMoved: true })), ['day_moved seen']);
    deepStrictEqual(codesOf({ ...said, date: FIRST }, known()), []);
  });

  it('moves later money behind the last closed day', () => {
    strictEqual(countingDay(SECOND, null), SECOND);
    strictEqual(countingDay(SECOND, FIRST), SECOND);
    strictEqual(countingDay(SECOND, SECOND), day('2026-11-29'));
    strictEqual(countingDay(FIRST, day('2026-12-31')), day('2027-01-01'));
  });

  it('sums money and papers by who signed in, else by terminal', () => {
    const money = (staffId: number | null, terminal: string, paymentType: number, amount: number) => ({
      ...{ staffId, terminal, paymentType, amount },
    });
    deepStrictEqual(
      sumsByPerson([
        money(7, 'フロント1', CASH, 500),
        money(null, 'フロント1', CASH, 300),
        money(7, 'フロント2', CASH, -200),
        money(7, 'フロント1', CARD, 900),
      ]),
      [
        { staffId: 7, terminal: null, paymentType: CASH, count: 2, sum: 300 },
        { staffId: null, terminal: 'フロント1', paymentType: CASH, count: 1, sum: 300 },
        { staffId: 7, terminal: null, paymentType: CARD, count: 1, sum: 900 },
      ],
    );
    const paper = { staffId: 7, terminal: 'フロント1', receiptKind: 'receipt' as const, amount: 500 };
    deepStrictEqual(
      papersByPerson([paper, { ...paper, amount: 700 }, { ...paper, receiptKind: 'statement' }]),
      [
        { staffId: 7, terminal: null, receiptKind: 'receipt', count: 2, amount: 1_200 },
        { staffId: 7, terminal: null, receiptKind: 'statement', count: 1, amount: 500 },
      ],
    );
  });
});

describe('what changes a payment of another day', () => {
  const money = (
    type: 'PaymentTaken' | 'PaymentRefunded' | 'PaymentRecorded',
    paymentDay: typeof FIRST,
    moved: { paymentType: number; amount: number }[],
    more: object = {},
  ) =>
    ({
      type,
      data: {
        paymentType: CASH,
        paymentFlag: 1,
        paymentDay,
        moved,
        refundReason: 'x',
        reverses: [],
        ...more,
      },
    }) as unknown as MoneyEvent;
  const after = (...events: ReservationEvent[]): Reservation =>
    events.reduce((state, event) => evolveReservation(state, event, state.id), aReservation({ version: 1 }));
  const daysOf = (before: Reservation, event: MoneyEvent) =>
    correctedDays(event, { before, after: evolveReservation(before, event, before.id) });
  const cash = (amount: number) => [{ paymentType: CASH, amount }];
  const twice = after(money('PaymentTaken', FIRST, cash(5_000)), money('PaymentTaken', SECOND, cash(3_000)));

  it('is the undo of its entry, whatever else was taken', () => {
    deepStrictEqual(daysOf(twice, money('PaymentRecorded', SECOND, cash(-5_000), { reverses: [2] })), [
      FIRST,
    ]);
  });

  it('is money given back by the way it came, the latest first', () => {
    deepStrictEqual(daysOf(twice, money('PaymentRefunded', SECOND, cash(-3_000))), [SECOND]);
    deepStrictEqual(daysOf(twice, money('PaymentRefunded', SECOND, cash(-3_001))), [SECOND, FIRST]);
    deepStrictEqual(
      daysOf(twice, money('PaymentRefunded', SECOND, [{ paymentType: CARD, amount: -500 }])),
      [],
    );
    const refunded = evolveReservation(twice, money('PaymentRefunded', SECOND, cash(-3_000)), twice.id);
    deepStrictEqual(daysOf(refunded, money('PaymentRefunded', SECOND, cash(-100))), [FIRST]);
  });

  it('is no further payment', () => {
    deepStrictEqual(daysOf(twice, money('PaymentTaken', SECOND, cash(500))), []);
  });
});
