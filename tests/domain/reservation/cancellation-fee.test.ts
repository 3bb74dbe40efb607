import { addDays, day } from '@domain/dates.js';
import {
  brokenCancellationRules,
  type CancellationRuleDetails,
  proposedFee,
  withCountedDays,
} from '@domain/masters/cancellation-rules.js';
import { differenceOf } from '@domain/payment/daily-payments.js';
import { paperContent, paperName, usualPaper } from '@domain/payment/paper.js';
import { balanceOf, cancellationFeeOf, feeOwed, owedOf, prepaidOf } from '@domain/reservation/account.js';
import { decideReservation } from '@domain/reservation/decide.js';
import type { ReservationCommand, ReservationFacts } from '@domain/reservation/reservation.commands.js';
import { evolveReservation } from '@domain/reservation/reservation.events.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { planReversal } from '@domain/reservation/reversal/plan-reversal.js';
import { describe, expect, it } from '@jest/globals';
import { anAmend, aReservation, facts } from '#tests/support/builders.js';

const ARRIVAL = day('2026-11-28');
const CARD = 2;
const rule = (change: Partial<CancellationRuleDetails>): CancellationRuleDetails => ({
  ...{ name: '規定', source: '', occasion: 'キャンセル', daysFrom: 0, daysTo: null },
  ...{ percent: 50, minimum: 0, taxRate: 0, ...change },
});
const RULES = [
  rule({ name: '当日', daysFrom: 0, daysTo: 0, percent: 80 }),
  rule({ name: '前日', daysFrom: 1, daysTo: 1, percent: 50 }),
  rule({ name: '2〜7日前', daysFrom: 2, daysTo: 7, percent: 20, minimum: 6_000 }),
  rule({ name: 'ノーショー', occasion: 'ノーショー', percent: 100 }),
  rule({ name: '楽天の前日', source: '楽天', daysFrom: 0, daysTo: 1, percent: 100, taxRate: 10 }),
];
const known = (today = ARRIVAL, more: Partial<ReservationFacts> = {}) =>
  facts({
    today,
    cancellationRules: RULES,
    knownPayments: new Map([
      [1, {}],
      [CARD, {}],
    ]),
    ...more,
  });
const booked = aReservation({
  ...{
    totalFee: 24_600,
    usedPoints: 0,
    bookingSource: '自社',
    stayStart: ARRIVAL,
    stayEnd: addDays(ARRIVAL, 3),
  },
});
const prepaid: Reservation = {
  ...{ ...booked, paymentFlag: 1, account: { isPrepaid: true, entries: [], charges: [] } },
};

function following(state: Reservation, commands: ReservationCommand[], today = ARRIVAL): Reservation {
  return commands.reduce((booking, command) => {
    const decision = decideReservation(command, booking, known(today));
    if (!decision.ok) throw new Error(decision.broken.map(({ code }) => code).join());
    return decision.value.events.reduce((one, event) => evolveReservation(one, event, one.id), booking);
  }, state);
}
function codeOf(state: Reservation, command: ReservationCommand, more: Partial<ReservationFacts> = {}) {
  const decision = decideReservation(command, state, known(ARRIVAL, more));
  return decision.ok
    ? 'done'
    : decision.broken.map(({ kind, code, field }) => `${kind} ${code} ${field}`).join();
}
const cancel = (amount: number, reason = ''): ReservationCommand => ({
  type: 'cancel',
  fee: { amount, reason },
});
const miss = (amount: number, reason = ''): ReservationCommand => ({
  type: 'mark-no-show',
  fee: { amount, reason },
});
const take = (amount: number, paymentType = CARD): ReservationCommand => ({
  ...{ type: 'take-payment', parts: [{ paymentType, amount }] },
});
const refund = (amount: number): ReservationCommand => ({
  ...{ type: 'refund', parts: [{ paymentType: CARD, amount }], reason: '取消のため' },
});
const undone = (before: Reservation, after: Reservation, current: Reservation): Reservation => {
  const past = { id: before.id, before, after, current, later: [], record: null };
  const plan = planReversal([past], { ...known(), neighbours: [current], isTaken: () => false });
  const events = plan.bookings[0]?.events ?? [];
  return events.reduce((one, event) => evolveReservation(one, event, one.id), current);
};

describe('the fee that the rules propose', () => {
  it.each<[string, Partial<Reservation>, number, number | null]>([
    ['on the day itself', {}, 0, 19_680],
    ['one day before: half', {}, 1, 12_300],
    ['a share without the fraction of a yen', { totalFee: 24_601 }, 1, 12_300],
    ['at least the minimum', {}, 5, 6_000],
    ['never more than 合計料金', { totalFee: 4_000 }, 5, 4_000],
    ['nothing earlier than the rules say', {}, 8, null],
    ['nothing of nothing', { totalFee: 0 }, 0, null],
    ['that of the day itself once it has begun', {}, -2, 19_680],
    ['that of the source', { bookingSource: '楽天' }, 1, 24_600],
    [
      'nothing where the lines of the source say nothing, whatever the others say',
      { bookingSource: '楽天' },
      2,
      null,
    ],
    ['that of all sources for one without lines', { bookingSource: 'じゃらん' }, 1, 12_300],
  ])('is %s', (_, change, daysLeft, expected) => {
    const today = addDays(ARRIVAL, -daysLeft);
    expect(proposedFee(RULES, 'キャンセル', { ...booked, ...change }, today)?.amount ?? null).toBe(expected);
  });

  it('of a no-show has its own line, also for a source with lines of its own for cancellations', () => {
    const fee = proposedFee(RULES, 'ノーショー', { ...booked, bookingSource: '楽天' }, addDays(ARRIVAL, 1));
    expect(fee).toMatchObject({ amount: 24_600, ruleName: 'ノーショー' });
  });
});

describe('lines of the rules', () => {
  const stored = RULES.map((line, index) => ({ ...line, id: index + 1, version: 1 }));
  it.each<[string, Partial<CancellationRuleDetails>, string[]]>([
    ['overlap another of the same source', { daysFrom: 7, daysTo: null }, ['cancellation_rule_overlaps']],
    ['may follow it', { daysFrom: 8, daysTo: null }, []],
    ['may overlap one of another source', { source: 'じゃらん', daysFrom: 0, daysTo: null }, []],
    ['end before they begin', { source: 'じゃらん', daysFrom: 5, daysTo: 4 }, ['days_reversed']],
    ['stand once for a no-show', { occasion: 'ノーショー', daysFrom: 9 }, ['cancellation_rule_overlaps']],
  ])('%s', (_, change, codes) => {
    const broken = brokenCancellationRules(null, withCountedDays(rule(change)), stored);
    expect(broken.map(({ code }) => code)).toEqual(codes);
  });

  it('are no obstacle to themselves, and retired ones to nobody', () => {
    expect(brokenCancellationRules(1, RULES[0] ?? null, stored)).toEqual([]);
    const retired = stored.map((line) => ({ ...line, isRetired: true as const }));
    expect(brokenCancellationRules(null, rule({}), retired)).toEqual([]);
  });
});

describe('a cancelled booking', () => {
  const eve = addDays(ARRIVAL, -1);
  it('one day before owes 12,300, 不課税, and paid by card owes nothing', () => {
    const cancelled = following(booked, [cancel(12_300)], eve);
    expect(cancelled).toMatchObject({ status: 'cancelled', paymentFlag: 0 });
    expect(cancellationFeeOf(cancelled)).toMatchObject({ kind: 'キャンセル料', amount: 12_300, taxRate: 0 });
    expect([feeOwed(cancelled), balanceOf(cancelled)]).toEqual([0, 12_300]);
    const paid = following(cancelled, [take(12_300)]);
    expect([balanceOf(paid), paid.paymentFlag]).toEqual([0, 1]);
  });

  it('without a fee owes nothing, as always', () => {
    const cancelled = following(booked, [{ type: 'cancel' }], eve);
    expect([balanceOf(cancelled), cancelled.account]).toEqual([0, undefined]);
  });

  it('has what was paid before set against the fee; the rest is given back', () => {
    const cancelled = following(booked, [take(24_600), cancel(12_300)], eve);
    expect([balanceOf(cancelled), cancelled.paymentFlag]).toEqual([-12_300, 1]);
    expect(balanceOf(following(cancelled, [refund(12_300)]))).toBe(0);
    const deposit = following(booked, [take(5_000), cancel(12_300)], eve);
    expect([balanceOf(deposit), deposit.paymentFlag]).toEqual([7_300, 0]);
  });

  it('that a site was paid for owes nothing here: the site keeps the fee and gives the rest back', () => {
    const cancelled = following(prepaid, [cancel(12_300)], eve);
    expect([owedOf(cancelled), prepaidOf(cancelled), balanceOf(cancelled)]).toEqual([12_300, 12_300, 0]);
    expect(cancelled.paymentFlag).toBe(1);
  });

  it('returns to its fee when that is undone; what was paid on the fee stays as a payment', () => {
    const cancelled = following(booked, [cancel(12_300)], eve);
    const back = undone(booked, cancelled, cancelled);
    expect([back.status, balanceOf(back), back.paymentFlag, cancellationFeeOf(back)]).toEqual([
      'active',
      24_600,
      0,
      null,
    ]);
    const paid = following(cancelled, [take(12_300)]);
    const backPaid = undone(booked, cancelled, paid);
    expect([backPaid.status, balanceOf(backPaid), backPaid.paymentFlag]).toEqual(['active', 12_300, 0]);
  });

  it.each<[string, ReservationCommand, string]>([
    ['above 合計料金', cancel(24_601), 'invalid cancellation_fee_above_total cancellation_fee'],
    ['far above it', cancel(99_999_999), 'invalid cancellation_fee_above_total cancellation_fee'],
    [
      'below the proposal without a reason',
      cancel(19_679),
      'invalid waiver_reason_missing cancellation_fee_reason',
    ],
    ['waived wholly without a reason', cancel(0), 'invalid waiver_reason_missing cancellation_fee_reason'],
    ['above the proposal', cancel(24_600), 'done'],
    ['waived wholly with a reason', cancel(0, '災害のため'), 'done'],
  ])('with a fee %s', (_, command, expected) => {
    expect(codeOf(booked, command)).toBe(expected);
  });

  it('gets a fee by hand where no rule proposes one, without a reason', () => {
    expect(codeOf(booked, cancel(3_000), { cancellationRules: [] })).toBe('done');
    expect(codeOf(booked, cancel(24_601), { cancellationRules: [] })).toMatch(/above_total/);
  });

  it('is refused on a second terminal, which changes nothing', () => {
    const cancelled = following(booked, [cancel(12_300)], eve);
    expect(codeOf(cancelled, cancel(12_300))).toBe('conflict already_cancelled null');
  });
});

describe('a no-show', () => {
  it('for 100 % waived to 4,000 owes 4,000 in the place of the stay', () => {
    const missed = following(booked, [miss(4_000, '初回のため')]);
    expect([feeOwed(missed), balanceOf(missed), missed.paymentFlag]).toEqual([0, 4_000, 0]);
    expect(cancellationFeeOf(missed)?.cancellation).toEqual({ proposed: 24_600, reason: '初回のため' });
  });

  it('without a fee owes the stay, as always; waived wholly it owes nothing', () => {
    expect(balanceOf(following(booked, [{ type: 'mark-no-show' }]))).toBe(24_600);
    const waived = following(booked, [miss(0, '災害のため')]);
    expect([balanceOf(waived), waived.paymentFlag]).toEqual([0, 1]);
  });

  it.each<[string, ReservationCommand]>([
    ['is taken back', { type: 'revert-no-show' }],
    ['comes after all', { type: 'check-in', date: ARRIVAL }],
    ['comes on another day', anAmend({ stayStart: addDays(ARRIVAL, 1) })],
  ])('who %s owes the stay again', (_, command) => {
    const after = following(booked, [miss(4_000, '初回のため'), command]);
    expect([balanceOf(after), after.paymentFlag, cancellationFeeOf(after)]).toEqual([24_600, 0, null]);
  });

  it('who paid its fee owes nothing by another price, and the rest of the stay by another day', () => {
    const paid = following(booked, [miss(4_000, '初回のため'), take(4_000)]);
    const priced = following(paid, [anAmend({ totalFee: 30_000 })]);
    expect([differenceOf({ before: paid, after: priced }), balanceOf(priced)]).toEqual([0, 0]);
    const moved = following(paid, [anAmend({ stayStart: addDays(ARRIVAL, 1) })]);
    expect([differenceOf({ before: paid, after: moved }), balanceOf(moved)]).toEqual([20_600, 20_600]);
  });

  it('is charged again when the check-in is undone', () => {
    const missed = following(booked, [miss(4_000, '初回のため')]);
    const arrived = following(missed, [{ type: 'check-in', date: ARRIVAL }]);
    const back = undone(missed, arrived, arrived);
    expect([back.isNoShow, balanceOf(back), back.paymentFlag]).toEqual([true, 4_000, 0]);
    expect(cancellationFeeOf(back)?.cancellation).toEqual({ proposed: 24_600, reason: '初回のため' });
  });

  it('keeps its fee when it is cancelled, and is charged no second one', () => {
    const missed = following(booked, [miss(4_000, '初回のため')]);
    expect(balanceOf(following(missed, [{ type: 'cancel' }]))).toBe(4_000);
    expect(codeOf(missed, cancel(12_300))).toBe('conflict cancellation_fee_charged cancellation_fee');
  });
});

it('the reason goes with the personal data of its guest, the yen stay', () => {
  const missed = following(booked, [miss(4_000, '山田様のご事情')]);
  const event = { type: 'PersonalDataErased', data: { reason: '請求' } } as never;
  const erased = evolveReservation(missed, event, missed.id);
  expect(JSON.stringify(erased)).not.toContain('山田様のご事情');
  expect(balanceOf(erased)).toBe(4_000);
});

describe('the paper of a fee', () => {
  const PAPERS = { payments: new Map([[CARD, { kind: 'カード' as const }]]), taxRate: 10 };
  const eve = addDays(ARRIVAL, -1);
  it('has its own title, the fee alone, and says 不課税', () => {
    const paid = following(booked, [cancel(12_300), take(12_300)], eve);
    const content = paperContent('receipt', paid, PAPERS);
    expect(content).toMatchObject({
      ...{ receiptAmount: 12_300, receiptTotals: [{ taxRate: 0, amount: 12_300 }] },
      receiptLines: [{ kind: 'キャンセル料', name: '', amount: 12_300, taxRate: 0 }],
      receiptStay: { ended: 'キャンセル' },
    });
    expect(Object.keys(content.receiptLines[0] ?? {})).not.toContain('cancellation');
    expect(paperName('receipt', content.receiptStay?.ended)).toBe('キャンセル料 領収書');
    expect(paperName('receipt', paperContent('receipt', booked, PAPERS).receiptStay?.ended)).toBe('領収書');
  });

  it('is a 明細書 while it is owed, at 10 % where it is a handling fee', () => {
    const owing = following({ ...booked, bookingSource: '楽天' }, [cancel(24_600)], eve);
    expect(usualPaper(owing, PAPERS)).toBe('statement');
    expect(paperContent('statement', owing, PAPERS).receiptTotals).toEqual([{ taxRate: 10, amount: 24_600 }]);
    expect(usualPaper(following(owing, [take(24_600)]), PAPERS)).toBe('receipt');
  });

  it('of a deposit beyond the fee is over the fee', () => {
    const cancelled = following(booked, [take(24_600), cancel(12_300)], eve);
    expect(paperContent('receipt', cancelled, PAPERS).receiptAmount).toBe(12_300);
  });
});
