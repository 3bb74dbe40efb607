import { addDays, type Day, day, type Month } from '@domain/dates.js';
import { EXPORT_COLUMNS, exportedBooking } from '@domain/move-in/export-columns.js';
import {
  evolveLodgingTaxRule,
  exemptionsOf,
  type LodgingTaxDetails,
  type LodgingTaxRule,
  lodgingTaxEvent,
  lodgingTaxFor,
  otherLodgingTax,
  ruleContent,
} from '@domain/payment/lodging-tax.js';
import { countLodgingTax } from '@domain/payment/lodging-tax-month.js';
import { paperContent, usualPaper } from '@domain/payment/paper.js';
import type { HotelReference } from '@domain/reference.js';
import { balanceOf, lodgingTaxOf } from '@domain/reservation/account.js';
import { decideReservation } from '@domain/reservation/decide.js';
import type { ReservationCommand } from '@domain/reservation/reservation.commands.js';
import { evolveReservation, type ReservationEvent } from '@domain/reservation/reservation.events.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { describe, expect, it } from '@jest/globals';
import { anAmend, aReservation, codesOf, facts } from '#tests/support/builders.js';
import { aTaxRule, KYOTO, levyOf } from './tax-rules.js';

const [CASH, SITE] = [1, 2];
const KNOWN = facts({
  ...{ today: day('2026-11-22'), exemptions: ['修学旅行'] },
  knownPayments: new Map([CASH, SITE].map((id) => [id, {}])),
});
const PAPER = {
  payments: new Map([
    [CASH, { kind: '現金' as const }],
    [SITE, { kind: '事前決済' as const }],
  ]),
  taxRate: 10,
};
const NO_MASTERS = { payments: new Map(), corporates: new Map() } as unknown as HotelReference;
const START = day('2026-11-21');
const stay = (fields: Partial<Reservation> = {}) =>
  aReservation({
    ...{ stayStart: START, stayEnd: addDays(START, 3), totalFee: 24_600, usedPoints: 0 },
    ...{ mensCount: 1, womensCount: 0, ...fields },
  });
const applied = (state: Reservation, event: ReservationEvent | null): Reservation =>
  event ? evolveReservation(state, event, state.id) : state;
const taxed = (state: Reservation, rules = [aTaxRule()]): Reservation =>
  applied(state, lodgingTaxEvent(state, rules, 10));
/** The booking after commands, each with the tax that follows. */
const following = (state: Reservation, ...commands: ReservationCommand[]): Reservation =>
  commands.reduce((booking, command) => {
    const decision = decideReservation(command, booking, KNOWN);
    if (!decision.ok) throw new Error(codesOf(decision).join());
    return taxed(decision.value.events.reduce(applied, booking));
  }, taxed(state));
const take = (amount: number): ReservationCommand => ({
  type: 'take-payment',
  parts: [{ paymentType: CASH, amount }],
});
const taxOf = (fields: Partial<Reservation>, rules: LodgingTaxRule[], rate = 10) => {
  const { beside, included } = lodgingTaxOf({
    ...stay(fields),
    lodgingTax: lodgingTaxFor(stay(fields), rules, rate),
  });
  return beside + included;
};

describe('the tax of a person and night', () => {
  it.each<[string, number, number]>([
    ['8,200 with consumption tax', 8_200, 400],
    ['a stay for nothing', 0, 200],
    ['6,599: 5,999 without', 6_599, 200],
    ['6,600: 6,000 without', 6_600, 400],
    ['21,999: 19,999 without', 21_999, 400],
    ['22,000', 22_000, 1_000],
    ['54,999', 54_999, 1_000],
    ['55,000', 55_000, 4_000],
    ['109,999', 109_999, 4_000],
    ['110,000', 110_000, 10_000],
  ])('follows from the bracket of %s', (_, fee, yen) => {
    expect(taxOf({ stayEnd: addDays(START, 1), totalFee: fee }, [aTaxRule()])).toBe(yen);
  });

  it('is of each person, from the share of each', () => {
    const one = { stayEnd: addDays(START, 1), totalFee: 13_200 };
    expect(taxOf({ ...one, mensCount: 1, womensCount: 1 }, [aTaxRule()])).toBe(800);
    expect(taxOf({ ...one, totalFee: 13_199, mensCount: 2 }, [aTaxRule()])).toBe(400);
    expect(taxOf({ ...one, mensCount: 0 }, [aTaxRule()])).toBe(400);
  });

  it.each<[number, number, number]>([
    [300, 10_000, 272],
    [300, 14_300, 390],
    [250, 11_000, 250],
    [0, 50_000, 0],
  ])('is %i hundredths of a percent of the price for %i yen: %i', (rate, totalFee, yen) => {
    const levies = [{ name: '東京都', brackets: [{ from: 0, yen: null, rate }] }];
    expect(taxOf({ stayEnd: addDays(START, 1), totalFee }, [aTaxRule({ levies })])).toBe(yen);
  });

  it('is that of prefecture and city together, each by its own brackets', () => {
    const rate = { name: '倶知安町', brackets: [{ from: 0, yen: null, rate: 200 }] };
    const levies = [levyOf('北海道', [0, 100], [20_000, 200], [50_000, 500]), rate];
    const booking = taxed(stay({ totalFee: 66_000 }), [aTaxRule({ levies })]);
    expect(booking.lodgingTax?.spans).toMatchObject([
      {
        price: 20_000,
        taxes: [
          { levy: '北海道', yen: 200, from: 20_000, until: 50_000 },
          { levy: '倶知安町', yen: 400 },
        ],
      },
    ]);
    expect(balanceOf(booking)).toBe(66_000 + 3 * 600);
    expect(paperContent('statement', booking, PAPER).receiptLines).toEqual([
      { kind: '宿泊税', name: '北海道', amount: 600, taxRate: 0 },
      { kind: '宿泊税', name: '倶知安町', amount: 1_200, taxRate: 0 },
    ]);
  });

  it('is nothing below the first price that is taxed, and the nights stand in the count', () => {
    const levies = [levyOf('東京都', [0, 0], [10_000, 100], [15_000, 200])];
    const booking = taxed(stay(), [aTaxRule({ levies })]);
    expect(balanceOf(booking)).toBe(24_600);
    const { rows, nights, tax } = countLodgingTax([booking.lodgingTax ?? fail()], day('2026-11-01') as Month);
    expect([rows.map(({ from, until, yen }) => [from, until, yen]), nights, tax]).toEqual([
      [[0, 10_000, 0]],
      3,
      0,
    ]);
  });

  it.each<[number, number]>([
    // 5,999 without taxes is 6,598 with consumption tax and 6,798 with 200 more; 6,000 is 7,000 with 400 more.
    [6_799, 200],
    [6_999, 200],
    [7_000, 400],
    [22_399, 400],
    [23_000, 1_000],
    [100, 200],
  ])('is taken out of a fee of %i that includes it: %i', (totalFee, yen) => {
    expect(taxOf({ stayEnd: addDays(START, 1), totalFee }, [aTaxRule({ isIncluded: true })])).toBe(yen);
  });
});

const fail = (): never => {
  throw new Error('no tax');
};

describe('the rule of a night', () => {
  const from = (firstDay: string, yen: number, since = '2000-01-01', id = 90) =>
    aTaxRule({ firstDay: day(firstDay), levies: [levyOf('市', [0, yen])] }, day(since), id);
  const over = (stayStart: string, nights: number, rules: LodgingTaxRule[]) => {
    const start = day(stayStart);
    return lodgingTaxFor(stay({ stayStart: start, stayEnd: addDays(start, nights) }), rules, 10).spans.map(
      ({ start: first, end, taxes }) => `${first}..${end} ${taxes.map(({ yen }) => yen).join()}`,
    );
  };

  it('is the newest that has begun, night by night', () => {
    const rules = [from('2026-10-01', 100), from('2027-01-01', 300, '2026-12-01', 91)];
    expect(over('2026-12-30', 4, rules)).toEqual([
      '2026-12-30..2027-01-01 100',
      '2027-01-01..2027-01-03 300',
    ]);
    expect(over('2026-09-29', 2, rules)).toEqual([]);
    expect(over('2026-09-29', 4, rules)).toEqual(['2026-10-01..2026-10-03 100']);
    expect(over('2028-02-28', 2, [from('2028-02-29', 100)])).toEqual(['2028-02-29..2028-03-01 100']);
  });

  it('never changes for a night before the day on which staff changed it', () => {
    const define = (rule: LodgingTaxRule | null, recordedOn: string, details: Partial<LodgingTaxDetails>) =>
      evolveLodgingTaxRule(
        rule,
        {
          type: 'LodgingTaxRuleDefined',
          data: { ...ruleContent({ ...aTaxRule(), ...details }), recordedOn: day(recordedOn) },
        },
        90,
      );
    const first = define(null, '2026-11-10', {
      firstDay: day('2026-03-01'),
      levies: [levyOf('市', [0, 100])],
    });
    expect(over('2026-11-08', 4, [first])).toEqual(['2026-11-10..2026-11-12 100']);
    const same = define(first, '2026-11-10', { levies: [levyOf('市', [0, 150])] });
    expect(over('2026-11-08', 4, [same])).toEqual(['2026-11-10..2026-11-12 150']);
    const dearer = define(same, '2026-11-20', {
      firstDay: day('2026-03-01'),
      levies: [levyOf('市', [0, 200])],
    });
    expect(over('2026-11-18', 4, [dearer])).toEqual([
      '2026-11-18..2026-11-20 150',
      '2026-11-20..2026-11-22 200',
    ]);
    const retired = evolveLodgingTaxRule(
      dearer,
      { type: 'LodgingTaxRuleRetired', data: { recordedOn: day('2026-11-25') } },
      90,
    );
    expect(over('2026-11-23', 4, [retired])).toEqual(['2026-11-23..2026-11-25 200']);
    expect([retired.version, retired.isRetired, exemptionsOf([retired]), exemptionsOf([dearer])]).toEqual([
      ...[4, true, [], ['修学旅行']],
    ]);
  });
});

describe('the account of a taxed stay', () => {
  it('has the tax beside the fee, and is settled with it', () => {
    const booking = following(stay());
    expect([balanceOf(booking), booking.paymentFlag]).toEqual([25_800, 0]);
    expect(following(stay(), take(24_600)).paymentFlag).toBe(0);
    const whole = following(stay(), { type: 'record-payment', paymentType: CASH, paymentFlag: 1 });
    expect([balanceOf(whole), whole.paymentFlag]).toEqual([0, 1]);
    const { receiptAmount, receiptTotals, receiptLines } = paperContent('receipt', whole, PAPER);
    expect([receiptAmount, receiptTotals]).toEqual([
      25_800,
      [
        { taxRate: 10, amount: 24_600 },
        { taxRate: 0, amount: 1_200 },
      ],
    ]);
    expect(receiptLines).toEqual([{ kind: '宿泊税', name: '', amount: 1_200, taxRate: 0 }]);
  });

  it('has that of the nights left after an early departure, whether the fee is corrected before or after', () => {
    const arrived = [take(25_800), { type: 'check-in', date: START }] as const;
    const leaves = { type: 'check-out', date: addDays(START, 1), freeNights: true } as const;
    const less = { type: 'add-charge', kind: '値引', name: '早発ち', amount: 16_400, taxRate: 10 } as const;
    for (const steps of [
      [leaves, less],
      [less, leaves],
      [less, { ...leaves, freeNights: false }],
    ]) {
      const booking = following(stay(), ...arrived, ...steps);
      expect([balanceOf(booking), lodgingTaxOf(booking).beside]).toEqual([-17_200, 400]);
    }
  });

  it('is due alone where a booking site took the fee, and has a receipt of its own', () => {
    const prepaid = stay({
      ...{ totalFee: 66_000, usedPoints: 1_500, paymentFlag: 1 },
      account: { isPrepaid: true, entries: [], charges: [] },
    });
    const booking = following(prepaid);
    expect([balanceOf(booking), booking.paymentFlag, usualPaper(booking, PAPER)]).toEqual([
      3_000,
      0,
      'statement',
    ]);
    const column = EXPORT_COLUMNS.findIndex(({ field }) => field === 'paid');
    const exported = (state: Reservation) => exportedBooking(state, NO_MASTERS)[column];
    expect([exported(booking), exported(following(stay()))]).toEqual(['済', '未']);
    const paid = following(prepaid, take(3_000));
    expect([balanceOf(paid), paid.paymentFlag, usualPaper(paid, PAPER)]).toEqual([0, 1, 'receipt']);
    expect(paperContent('receipt', paid, PAPER)).toMatchObject({
      ...{ receiptAmount: 3_000, receiptTotals: [{ taxRate: 0, amount: 3_000 }] },
    });
    expect(paperContent('statement', paid, PAPER).receiptTotals).toEqual([
      { taxRate: 10, amount: 64_500 },
      { taxRate: 0, amount: 3_000 },
    ]);
  });

  it('has a fee with the tax in it as two parts on the paper, and nothing more due', () => {
    const booking = taxed(stay(), [aTaxRule({ isIncluded: true })]);
    expect([balanceOf(booking), booking.lodgingTax?.included]).toEqual([24_600, 1_200]);
    const { receiptAmount, receiptTotals, receiptLines } = paperContent('statement', booking, PAPER);
    expect([receiptAmount, receiptTotals, receiptLines[0]?.kind]).toEqual([
      24_600,
      [
        { taxRate: 10, amount: 23_400 },
        { taxRate: 0, amount: 1_200 },
      ],
      '内宿泊税',
    ]);
  });

  it('has none without a stay', () => {
    const cancelled = following(stay(), { type: 'cancel' });
    expect([balanceOf(cancelled), otherLodgingTax(cancelled, [], 10)]).toEqual([0, null]);
    const missed = following(stay(), take(24_600), { type: 'mark-no-show' });
    expect([balanceOf(missed), missed.paymentFlag]).toEqual([0, 1]);
    const back = following(missed, { type: 'revert-no-show' });
    expect([balanceOf(back), back.paymentFlag]).toEqual([1_200, 0]);
  });

  it('has none for exempt guests, whose nights are counted', () => {
    const exempt = following(stay(), { type: 'exempt', exemption: '修学旅行' });
    expect([balanceOf(exempt), paperContent('statement', exempt, PAPER).receiptLines]).toEqual([24_600, []]);
    const month = countLodgingTax([exempt.lodgingTax ?? fail()], day('2026-11-01') as Month);
    expect(month).toMatchObject({
      rows: [],
      exempt: [{ exemption: '修学旅行', nights: 3 }],
      nights: 3,
      exemptNights: 3,
      tax: 0,
    });
    expect(balanceOf(following(exempt, { type: 'exempt', exemption: null }))).toBe(25_800);
    const unknown = decideReservation({ type: 'exempt', exemption: '常連' }, stay(), KNOWN);
    expect(codesOf(unknown)).toEqual(['exemption_unknown']);
    const again = decideReservation({ type: 'exempt', exemption: '修学旅行' }, exempt, KNOWN);
    expect(again).toMatchObject({ ok: true, value: { events: [] } });
  });

  it('is as it was in a hotel without rules', () => {
    expect(lodgingTaxEvent(stay(), [], 10)).toBeNull();
    expect(otherLodgingTax(stay(), [aTaxRule({ firstDay: day('2027-01-01') })], 10)).toBeNull();
  });

  it('follows fee, nights and guests, and a change without effect on it has no event', () => {
    const booking = taxed(stay());
    expect(lodgingTaxEvent(booking, [aTaxRule()], 10)).toBeNull();
    expect(lodgingTaxEvent(following(booking, anAmend({ notes: 'x' })), [aTaxRule()], 10)).toBeNull();
    expect(lodgingTaxOf(following(booking, anAmend({ totalFee: 66_000 }))).beside).toBe(3_000);
    expect(lodgingTaxOf(following(booking, anAmend({ womensCount: 1, guestName2: '髙田' }))).beside).toBe(
      1_200,
    );
  });
});

it('a month has its own part of stays that begin before it or end after it', () => {
  const spans = (start: Day, nights: number) =>
    lodgingTaxFor(
      stay({ stayStart: start, stayEnd: addDays(start, nights), totalFee: nights * 8_200 }),
      [aTaxRule()],
      10,
    );
  const taxes = [spans(day('2026-12-30'), 4), spans(day('2026-11-28'), 5), spans(day('2027-02-27'), 3)];
  const of = (month: string) => {
    const { nights, tax } = countLodgingTax(taxes, day(month) as Month);
    return [nights, tax];
  };
  expect(['2026-11-01', '2026-12-01', '2027-01-01', '2027-02-01', '2027-03-01'].map(of)).toEqual([
    [3, 1_200],
    [4, 1_600],
    [2, 800],
    [2, 800],
    [1, 400],
  ]);
  expect(KYOTO.brackets).toHaveLength(5);
});
