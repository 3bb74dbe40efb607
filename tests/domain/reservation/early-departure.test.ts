import { day } from '@domain/dates.js';
import type { CancellationRuleDetails } from '@domain/masters/cancellation-rules.js';
import { type LodgingTaxRule, lodgingTaxEvent, lodgingTaxFor } from '@domain/payment/lodging-tax.js';
import { balanceOf, feeOfNights, flagOf, lodgingTaxOf, takenByWay } from '@domain/reservation/account.js';
import { decideReservation } from '@domain/reservation/decide.js';
import { nightFee } from '@domain/reservation/extend-stay.js';
import type { Account, Movement } from '@domain/reservation/money.js';
import type { LeaveEarly, ReservationFacts } from '@domain/reservation/reservation.commands.js';
import { evolveReservation } from '@domain/reservation/reservation.events.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { describe, expect, it } from '@jest/globals';
import { aTaxRule } from '#tests/domain/payment/tax-rules.js';
import { aStay, codesOf, decisionOf, facts } from '#tests/support/builders.js';

const TODAY = day('2026-11-28');
const paid = (...moved: Movement[]): Account => ({
  entries: [{ id: 1, moved, day: day('2026-11-27') }],
  charges: [],
});
const stay = (fields: Partial<Reservation> = {}): Reservation =>
  aStay(1, '2026-11-27', '2026-11-30', {
    ...{ checkinDate: day('2026-11-27'), totalFee: 24_600, usedPoints: 0, paymentFlag: 1 },
    ...{ mensCount: 1, womensCount: 0, bookingSource: '自社', version: 5 },
    account: paid({ paymentType: 1, amount: 24_600 }),
    ...fields,
  });
const taxed = (stored: Reservation, rules: readonly LodgingTaxRule[]): Reservation => ({
  ...stored,
  lodgingTax: lodgingTaxFor(stored, rules, 10),
});
const leave = (stored: Reservation, asked: Partial<LeaveEarly> = {}, known: Partial<ReservationFacts> = {}) =>
  decideReservation(
    { type: 'leave-early', checksOut: true, ...asked },
    stored,
    facts({
      ...{ today: TODAY, paymentDay: TODAY, neighbours: [stored] },
      ...{ knownPayments: new Map([1, 2].map((id) => [id, {}])), ...known },
    }),
  );
const afterLeaving = (stored: Reservation, ...rest: [Partial<LeaveEarly>?, Partial<ReservationFacts>?]) =>
  decisionOf(leave(stored, ...rest)).events.reduce<Reservation>((state, event) => {
    const next = evolveReservation(state, event, 1);
    if ('paymentFlag' in event.data) expect(event.data.paymentFlag).toBe(flagOf(next));
    return next;
  }, stored);
const linesOf = ({ account }: Reservation) =>
  account?.charges.map(({ kind, name, amount, taxRate }) => [kind, name, amount, taxRate]) ?? [];
const RULE: CancellationRuleDetails = {
  ...{ name: '早期出発', source: '', occasion: '早期出発' },
  ...{ daysFrom: 0, daysTo: 0, percent: 50, minimum: 0, taxRate: 0 },
};

describe('a guest who leaves before the planned day', () => {
  it('gets the nights not slept back with their 宿泊税, in the same command', () => {
    const rules = [aTaxRule()];
    const stored = taxed(stay({ account: paid({ paymentType: 1, amount: 25_800 }) }), rules);
    expect(balanceOf(stored)).toBe(0);
    const left = afterLeaving(stored);
    expect(left).toMatchObject({
      ...{ stayEnd: TODAY, totalFee: 24_600, checkoutDate: TODAY, paymentFlag: 1 },
      account: {
        entries: [
          expect.anything(),
          { moved: [{ paymentType: 1, amount: -17_200 }], day: TODAY, reason: '早期出発' },
        ],
      },
    });
    expect(linesOf(left)).toEqual([['値引', '早期出発 2泊分', -16_400, 10]]);
    expect([balanceOf(left), lodgingTaxOf(left).beside]).toEqual([0, 400]);
    expect(lodgingTaxEvent(left, rules, 10)).toBeNull();
    expect([feeOfNights(left), nightFee(left)]).toEqual([8_200, 8_200]);
  });

  it.each([
    ['an unpaid stay owes what was slept', stay({ account: undefined, paymentFlag: 0 }), 8_200, []],
    [
      'of a stay that was paid in part the rest is taken off what is due',
      stay({ account: paid({ paymentType: 1, amount: 5_000 }), paymentFlag: 0 }),
      3_200,
      [{ paymentType: 1, amount: 5_000 }],
    ],
    [
      'money goes back by the way it came, the last first',
      stay({ account: paid({ paymentType: 1, amount: 14_600 }, { paymentType: 2, amount: 10_000 }) }),
      0,
      [{ paymentType: 1, amount: 8_200 }],
    ],
    [
      'points are divided by nights, and those of nights not slept are gone',
      stay({ usedPoints: 601, account: paid({ paymentType: 1, amount: 23_999 }) }),
      0,
      [{ paymentType: 1, amount: 7_999 }],
    ],
    [
      'an odd fee is divided to the yen, the first night having one more',
      stay({ totalFee: 10_000, account: paid({ paymentType: 1, amount: 10_000 }) }),
      0,
      [{ paymentType: 1, amount: 3_334 }],
    ],
  ])('%s', (_, stored, balance, ways) => {
    const left = afterLeaving(stored);
    expect(balanceOf(left)).toBe(balance);
    expect(takenByWay(left)).toEqual(ways);
    expect(left.paymentFlag).toBe(balance > 0 ? 0 : 1);
  });

  it.each([
    ['the rule of the hotel', {}, [['キャンセル料', '早期出発 2泊分', 8_200, 0]], 8_200],
    ['less than the rule', { fee: 1_000 }, [['キャンセル料', '早期出発 2泊分', 1_000, 0]], 15_400],
    ['a handling fee', { fee: 1_000, feeTaxRate: 10 }, [['手数料', '早期出発 2泊分', 1_000, 10]], 15_400],
    ['all of it', { fee: 16_400 }, [['キャンセル料', '早期出発 2泊分', 16_400, 0]], 0],
    ['nothing', { fee: 0 }, [], 16_400],
  ] as const)('%s is kept as a fee', (_, asked, kept, refunded) => {
    const left = afterLeaving(stay(), asked, { cancellationRules: [RULE] });
    expect(linesOf(left)).toEqual([['値引', '早期出発 2泊分', -16_400, 10], ...kept]);
    expect(takenByWay(left)).toEqual([{ paymentType: 1, amount: 24_600 - refunded }]);
    expect(balanceOf(left)).toBe(0);
  });

  it('money is given back by another way, or left for later', () => {
    expect(takenByWay(afterLeaving(stay(), { refundBy: 2 }))).toEqual([
      { paymentType: 1, amount: 24_600 },
      { paymentType: 2, amount: -16_400 },
    ]);
    expect(balanceOf(afterLeaving(stay(), { refunds: false }))).toBe(-16_400);
    expect(codesOf(leave(stay(), { refundBy: 99 }))).toEqual(['payment_unknown']);
  });

  it('of a stay that a booking site was paid for nothing changes but the 宿泊税, unless that is chosen', () => {
    const stored = taxed(stay({ account: { ...paid({ paymentType: 1, amount: 1_200 }), isPrepaid: true } }), [
      aTaxRule(),
    ]);
    const left = afterLeaving(stored);
    expect(linesOf(left)).toEqual([]);
    expect([balanceOf(left), takenByWay(left)]).toEqual([-800, [{ paymentType: 1, amount: 1_200 }]]);
    const back = afterLeaving(stored, { refunds: true });
    expect([balanceOf(back), takenByWay(back)]).toEqual([0, [{ paymentType: 1, amount: 400 }]]);
    const lower = afterLeaving(stored, { lowersFee: true, refunds: true });
    expect(linesOf(lower)).toEqual([['値引', '早期出発 2泊分', -16_400, 10]]);
    // The desk gives back no more than it took.
    expect([balanceOf(lower), takenByWay(lower)]).toEqual([-16_000, []]);
  });

  it('a stay that costs less by other lines is never below 0', () => {
    const charges = [{ id: 2, kind: '値引' as const, name: '', amount: -20_000, taxRate: 10 as const }];
    const left = afterLeaving(stay({ account: { ...paid({ paymentType: 1, amount: 4_600 }), charges } }));
    expect([balanceOf(left), takenByWay(left)]).toEqual([0, []]);
  });

  it('who came today stays for one night, and may leave tomorrow', () => {
    const left = afterLeaving(stay({ stayStart: TODAY, checkinDate: TODAY, stayEnd: day('2026-12-01') }), {
      checksOut: false,
    });
    expect(left).toMatchObject({ stayEnd: '2026-11-29', checkoutDate: null, paymentFlag: 1 });
    expect(nightFee(left)).toBe(8_200);
  });

  it.each([
    ['not_checked_in', stay({ checkinDate: null }), {}],
    ['already_checked_out', stay({ checkoutDate: TODAY }), {}],
    ['already_cancelled', stay({ status: 'cancelled' }), {}],
    ['guest_erased', stay({ isErased: true }), {}],
    ['no_night_left', stay({ stayEnd: TODAY }), {}],
    ['no_night_left', stay({ stayStart: TODAY, checkinDate: TODAY, stayEnd: day('2026-11-29') }), {}],
    ['already_continued', stay({ groupEndDate: day('2026-12-02') }), {}],
    ['fee_above_nights', stay(), { fee: 16_401 }],
    ['fee_above_nights', stay(), { fee: 99_999_999 }],
    ['fee_without_return', stay(), { lowersFee: false, fee: 1 }],
  ])('%s is refused', (code, stored, asked) => {
    expect(codesOf(leave(stored, asked))).toEqual([code]);
  });

  it('leaves the group that it came from whole', () => {
    const before = aStay(9, '2026-11-25', '2026-11-27', { groupEndDate: day('2026-11-30') });
    const stored = stay({ baseBookingId: 9, groupEndDate: day('2026-11-30') });
    const { events, regrouped } = decisionOf(leave(stored, {}, { neighbours: [before, stored] }));
    expect(events[0]).toEqual({
      type: 'ReservationAmended',
      data: { stayEnd: TODAY, baseBookingId: 9, groupEndDate: TODAY },
    });
    expect(regrouped).toEqual([{ id: 9, place: { baseBookingId: 0, groupEndDate: TODAY } }]);
  });
});
