import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { addDays, type Day, day } from '@domain/dates.js';
import { MONEY_EVENTS, type MoneyEvent, movementsOf, sumsByWay } from '@domain/payment/daily-payments.js';
import { type LodgingTaxRule, lodgingTaxEvent } from '@domain/payment/lodging-tax.js';
import { paperContent } from '@domain/payment/paper.js';
import {
  balanceOf,
  cancellationFeeOf,
  flagOf,
  lodgingTaxOf,
  takenByWay,
} from '@domain/reservation/account.js';
import { decideReservation } from '@domain/reservation/decide.js';
import type { Charge } from '@domain/reservation/money.js';
import type { ReservationCommand } from '@domain/reservation/reservation.commands.js';
import { evolveReservation, type ReservationEvent } from '@domain/reservation/reservation.events.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { planReversal } from '@domain/reservation/reversal/plan-reversal.js';
import { it } from '@jest/globals';
import fc from 'fast-check';
import { anAmend, aReservation, facts } from '#tests/support/builders.js';
import { timesOf } from '#tests/support/trial-size.js';
import { aTaxRule } from './tax-rules.js';

const FIRST = day('2026-11-21');
const SITE = 3;
const RULE = { name: '規定', source: '', daysFrom: 0, daysTo: null, minimum: 0, taxRate: 0 } as const;
const KNOWN = facts({
  knownPayments: new Map([1, 2, SITE].map((id) => [id, {}])),
  exemptions: ['修学旅行'],
  cancellationRules: [
    { ...RULE, occasion: 'キャンセル', percent: 50 },
    { ...RULE, occasion: 'ノーショー', percent: 100 },
    { ...RULE, occasion: '早期出発', percent: 20 },
  ],
});
const PAPER = {
  payments: new Map(
    [1, 2, SITE].map((id) => [id, { kind: id === SITE ? ('事前決済' as const) : ('現金' as const) }]),
  ),
  taxRate: 10,
};

const yen = fc.constantFrom(1, 500, 1_500, 4_000, 8_200, 12_300, 24_600, 99_999_999);
const ways = fc.constantFrom(1, 2, SITE);
const parts = fc.array(fc.record({ paymentType: ways, amount: yen }), { minLength: 1, maxLength: 2 });
const fees = fc.option(
  fc.record({
    amount: fc.oneof(fc.constant(0), yen),
    reason: fc.constantFrom('', '災害のため'),
    taxRate: fc.constantFrom(0 as const, 10 as const, undefined),
  }),
  { nil: undefined },
);
const commands = fc.oneof<fc.Arbitrary<ReservationCommand>[]>(
  parts.map((named) => ({ type: 'take-payment', parts: named })),
  parts.map((named) => ({ type: 'refund', parts: named, reason: 'x' })),
  fc.record({
    type: fc.constant('add-charge' as const),
    kind: fc.constantFrom<Charge['kind'][]>('追加', '値引', 'キャンセル料', '手数料'),
    name: fc.constant('朝食'),
    amount: yen,
    taxRate: fc.constantFrom<Charge['taxRate'][]>(10, 8, 0),
  }),
  fc.record({
    type: fc.constant('record-payment' as const),
    paymentType: ways,
    paymentFlag: fc.constantFrom<(0 | 1)[]>(0, 1),
    isBySource: fc.constantFrom(true as const, undefined).map((said) => said as true),
  }),
  yen.map((totalFee) => anAmend({ totalFee })),
  fc.constantFrom(0, 300, 30_000).map((usedPoints) => anAmend({ usedPoints })),
  fees.map((fee) => ({ type: 'cancel', fee })),
  fees.map((fee) => ({ type: 'mark-no-show', fee })),
  fc.constant({ type: 'revert-no-show' as const }),
  fc.constant({ type: 'check-in' as const, date: FIRST }),
  fc.record({
    type: fc.constant('leave-early' as const),
    lowersFee: fc.constantFrom(undefined, true),
    fee: fc.constantFrom(undefined, 0, 500, 8_200),
    feeTaxRate: fc.constantFrom(0 as const, 10 as const, undefined),
    refunds: fc.constantFrom(undefined, true),
    refundBy: fc.option(ways, { nil: undefined }),
    checksOut: fc.boolean(),
  }),
  fc
    .constantFrom(0, 1)
    .map((days) => anAmend({ stayStart: addDays(FIRST, days), stayEnd: addDays(FIRST, 3) })),
  fc.constantFrom('修学旅行', null).map((exemption) => ({ type: 'exempt' as const, exemption })),
);
const steps = fc.array(
  fc.oneof({ weight: 4, arbitrary: commands }, { weight: 1, arbitrary: fc.nat({ max: 20 }) }),
  { minLength: 4, maxLength: 30, size: 'max' },
);

type Logged = { event: ReservationEvent; before: Reservation; after: Reservation; day: Day; byUndo: boolean };

/** Runs a history of commands, numbers for undo, and returns the log and the booking. */
function run(
  begun: Reservation,
  history: readonly (ReservationCommand | number)[],
  rules: readonly LodgingTaxRule[],
): Logged[] {
  const log: Logged[] = [];
  const requests: { before: Reservation; after: Reservation }[] = [];
  let booking = begun;
  for (const [index, step] of history.entries()) {
    const paymentDay = addDays(FIRST, index % 3);
    const known = { ...KNOWN, today: paymentDay, paymentDay, neighbours: [booking], isTaken: () => false };
    const before = booking;
    let events: ReservationEvent[] = [];
    if (typeof step === 'number') {
      const request = requests[step % Math.max(1, requests.length)];
      const past = request && { id: booking.id, ...request, current: booking, later: [], record: null };
      events = past ? (planReversal([past], known).bookings[0]?.events ?? []) : [];
    } else {
      const decision = decideReservation(step, booking, known);
      events = decision.ok ? decision.value.events : [];
    }
    const add = (event: ReservationEvent) => {
      const next = evolveReservation(booking, event, booking.id);
      log.push({ event, before: booking, after: next, day: paymentDay, byUndo: typeof step === 'number' });
      booking = next;
    };
    events.forEach(add);
    const tax = events.length > 0 ? lodgingTaxEvent(booking, rules, 10) : null;
    if (tax) add(tax);
    if (booking !== before) requests.push({ before, after: booking });
  }
  return log;
}

/** 京都市's yen for one person and night at a fee with 10 % consumption tax, read from its ordinance a second time. */
function kyotoYen(fee: number): number {
  if (fee < 6_600) return 200;
  if (fee < 22_000) return 400;
  if (fee < 55_000) return 1_000;
  return fee < 110_000 ? 4_000 : 10_000;
}

const nightsBetween = (start: string, end: string) => (Date.parse(end) - Date.parse(start)) / 86_400_000;

/** A second reading of the log, by the words of the events alone; the tax by the fee of each night. */
function readAgain(begun: Reservation, log: readonly Logged[], isTaxed: boolean) {
  const state = {
    ...{ fee: begun.totalFee, points: begun.usedPoints, isCancelled: false, isExempt: false },
    ...{ isPrepaid: begun.account?.isPrepaid === true, version: begun.version },
    ...{ isMissed: false, start: begun.stayStart, end: begun.stayEnd, feeLine: null as number | null },
    ...{ isIn: false, whole: null as number | null, left: null as string | null },
  };
  const lines = new Map<number, { rate: number; amount: number }>();
  const drawer = new Map<number | null, number>();
  const days = new Map<string, number>();
  for (const { event } of log) {
    state.version += 1;
    const { data, type } = event;
    if (type === 'ReservationCancelled') state.isCancelled = true;
    if (type === 'ReservationReinstated') state.isCancelled = false;
    if (type === 'LodgingTaxExempted') state.isExempt = data.exemption !== null;
    if (type === 'GuestNoShow') state.isMissed = true;
    const isMoved = type === 'ReservationAmended' && (data.stayStart ?? state.start) !== state.start;
    if (type === 'GuestCheckedIn') state.isIn = true;
    if (type === 'CheckInReverted') [state.isIn, state.whole] = [false, null];
    if (type === 'GuestCheckedOut') state.left = data.date;
    if (type === 'CheckOutReverted') state.left = null;
    if (type === 'ReservationAmended') {
      // After check-in nights keep the share of the fee that they had.
      if (state.isIn && data.stayEnd !== undefined) state.whole ??= nightsBetween(state.start, state.end);
      state.start = data.stayStart ?? state.start;
      state.end = data.stayEnd ?? state.end;
    }
    if (type === 'NoShowReverted' || type === 'GuestCheckedIn' || isMoved) state.isMissed = false;
    if (type === 'CancellationFeeCharged') {
      state.feeLine = state.version;
      lines.set(state.version, { rate: data.feeTaxRate, amount: data.feeAmount });
    }
    if (state.feeLine !== null && !state.isCancelled && !state.isMissed) {
      lines.delete(state.feeLine);
      state.feeLine = null;
    }
    if (type === 'ReservationAmended') {
      state.fee = data.totalFee ?? state.fee;
      state.points = data.usedPoints ?? state.points;
    }
    if (type === 'ChargeAdded') {
      lines.set(state.version, { rate: data.chargeTaxRate, amount: data.chargeAmount });
    }
    if (type === 'ChargeRemoved') {
      lines.delete(data.charge);
      if (data.charge === state.feeLine) state.feeLine = null;
    }
    if (type === 'PaymentRecorded') state.isPrepaid = data.isPrepaid === true;
    if (!('moved' in data)) continue;
    for (const { paymentType, amount } of data.moved ?? []) {
      drawer.set(paymentType, (drawer.get(paymentType) ?? 0) + amount);
      const key = `${data.paymentDay} ${paymentType}`;
      days.set(key, (days.get(key) ?? 0) + amount);
    }
  }
  const price = Math.max(0, state.fee - state.points);
  const forFee = state.feeLine === null ? 0 : (lines.get(state.feeLine)?.amount ?? 0);
  const isFree = state.isCancelled || (state.isMissed && state.feeLine !== null);
  const fee = isFree ? 0 : price;
  const charged = [...lines.values()].reduce((sum, { amount }) => sum + amount, 0);
  const taken = [...drawer.values()].reduce((sum, amount) => sum + amount, 0);
  const prepaid = !state.isPrepaid ? 0 : isFree ? Math.min(price, forFee) : fee;
  const nights = nightsBetween(state.start, state.end);
  const whole = state.whole ?? nights;
  const persons = begun.mensCount + begun.womensCount;
  const shares = Array.from(
    { length: nights },
    (_, night) => Math.floor(state.fee / whole) + (night < state.fee % whole ? 1 : 0),
  );
  // Who left has no tax for the nights after that, but for the first one.
  const stayed = state.left === null ? nights : Math.max(1, nightsBetween(state.start, state.left));
  const due = shares.slice(0, stayed).reduce((sum, share) => sum + persons * kyotoYen(share / persons), 0);
  const tax = isTaxed && log.length > 0 && !state.isCancelled && !state.isMissed && !state.isExempt ? due : 0;
  return { forFee, isMissed: state.isMissed, fee, charged, taken, prepaid, drawer, days, tax };
}

const sorted = (sums: Iterable<readonly [unknown, number]>) =>
  [...sums]
    .filter(([, amount]) => amount !== 0)
    .sort(([one], [other]) => (String(one) < String(other) ? -1 : 1));

it('account, payments of the days and papers equal a second reading of the log, whatever was done and undone', () => {
  const seen = {
    refunds: 0,
    undone: 0,
    cancelledWithMoney: 0,
    papers: 0,
    taxed: 0,
    fees: 0,
    missedForFee: 0,
    feesEnded: 0,
    leftEarly: 0,
  };
  fc.assert(
    fc.property(fc.boolean(), fc.boolean(), steps, (isPrepaid, isTaxed, history) => {
      const start = aReservation({ totalFee: 24_600, usedPoints: 0, paymentFlag: isPrepaid ? 1 : 0 });
      const begun: Reservation = isPrepaid
        ? { ...start, account: { isPrepaid, entries: [], charges: [] } }
        : start;
      const log = run(begun, history, isTaxed ? [aTaxRule()] : []);
      const booking = log.at(-1)?.after ?? begun;
      const read = readAgain(begun, log, isTaxed);
      const cost = Math.max(0, read.fee + read.charged);
      const owed = cost + read.tax;
      ok(isTaxed || !booking.lodgingTax, 'a hotel without rules has no tax');
      strictEqual(lodgingTaxOf(booking).beside, read.tax);
      strictEqual(balanceOf(booking), owed - read.prepaid - read.taken);
      ok(cost <= 99_999_999 && read.taken >= 0, 'nothing is below 0 or too high');
      deepStrictEqual(
        sorted(takenByWay(booking).map(({ paymentType, amount }) => [paymentType, amount] as const)),
        sorted(read.drawer),
      );
      const money = log.filter(({ event }) => (MONEY_EVENTS as readonly string[]).includes(event.type));
      const byDay = money.flatMap((step) =>
        sumsByWay(movementsOf(step.event as MoneyEvent, step)).map(
          ({ paymentType, sum }) => [`${step.day} ${paymentType}`, sum] as const,
        ),
      );
      const daily = new Map<string, number>();
      for (const [key, sum] of byDay) daily.set(key, (daily.get(key) ?? 0) + sum);
      deepStrictEqual(sorted(daily), sorted(read.days));
      const statement = paperContent('statement', booking, PAPER);
      const receipt = paperContent('receipt', booking, PAPER);
      const elsewhere = Math.max(0, read.prepaid + (read.drawer.get(SITE) ?? 0));
      const received = read.taken - (read.drawer.get(SITE) ?? 0);
      strictEqual(statement.receiptAmount, owed);
      strictEqual(receipt.receiptAmount, Math.max(0, Math.min(received, owed - elsewhere)));
      for (const { receiptTotals, receiptAmount } of [statement, receipt]) {
        ok(receiptTotals.every(({ amount }) => amount > 0));
        strictEqual(
          receiptTotals.reduce((sum, { amount }) => sum + amount, 0),
          receiptAmount,
        );
      }
      seen.refunds += money.filter(({ event }) => event.type === 'PaymentRefunded').length;
      seen.undone += booking.account?.entries.filter(({ isReversed }) => isReversed).length ?? 0;
      seen.cancelledWithMoney += booking.status === 'cancelled' && read.taken > 0 ? 1 : 0;
      seen.taxed += read.tax > 0 && read.taken > 0 ? 1 : 0;
      seen.papers += receipt.receiptAmount > 0 ? 1 : 0;
      seen.leftEarly += log.filter(
        ({ event }) => event.type === 'ChargeAdded' && event.data.chargeNights !== undefined,
      ).length;
      const fees = log.filter(({ event }) => event.type === 'CancellationFeeCharged');
      // An undo gives the flag back that there was, as somebody may have chosen it.
      for (const { after, byUndo } of fees)
        ok(byUndo || after.paymentFlag === flagOf(after), 'the flag is that of what is owed');
      seen.fees += booking.status === 'cancelled' && read.forFee > 0 ? 1 : 0;
      seen.missedForFee += booking.status === 'active' && read.forFee > 0 ? 1 : 0;
      seen.feesEnded += fees.length > 0 && cancellationFeeOf(booking) === null ? 1 : 0;
    }),
    { numRuns: timesOf(400, 10_000) },
  );
  ok(Math.min(...Object.values(seen)) > 0, JSON.stringify(seen));
});
