import { day } from '@domain/dates.js';
import { differenceOf, formerMovementsOf, movementsOf, sumsByWay } from '@domain/payment/daily-payments.js';
import {
  decidePaper,
  needsStamp,
  owedByRate,
  type PaperRequest,
  taxIncluded,
  usualAddressee,
  usualHonorific,
  usualPaper,
} from '@domain/payment/paper.js';
import { amountDue } from '@domain/reservation/account.js';
import type { Charge } from '@domain/reservation/money.js';
import { evolveReservation } from '@domain/reservation/reservation.events.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { describe, expect, it } from '@jest/globals';
import { aReservation } from '#tests/support/builders.js';

const [CASH, CARD, SITE] = [1, 2, 3];
const PAYMENTS = new Map([
  [CASH, { kind: '現金' as const }],
  [CARD, { kind: 'カード' as const }],
  [SITE, { kind: '事前決済' as const }],
]);
const REQUEST: PaperRequest = {
  receiptKind: 'receipt',
  receiptAddressee: '㈱見本商事',
  receiptNote: 'ご宿泊代として',
  receiptHonorific: '御中',
};
const STATEMENT: PaperRequest = { ...REQUEST, receiptKind: 'statement' };
const FACTS = { nextNumber: 8, today: day('2026-11-21'), taxRate: 10, payments: PAYMENTS };

const line = (amount: number, taxRate: Charge['taxRate'], id = 5): Charge => ({
  ...{ id, kind: amount < 0 ? '値引' : '追加', name: '朝食', amount, taxRate },
});
/** A reservation of which so much was taken by a way, cash unless told otherwise. */
const paid = (change: Partial<Reservation> = {}, amount = 16_000, paymentType = CASH) =>
  aReservation({
    ...{ paymentFlag: 1, paymentType, totalFee: 16_000, usedPoints: 0 },
    account: { entries: [{ id: 2, moved: [{ paymentType, amount }], day: null }], charges: [] },
    ...change,
  });
const prepaid = (change: Partial<Reservation> = {}) =>
  paid({ account: { isPrepaid: true, entries: [], charges: [] }, ...change });
const decide = (booking: Reservation, request = REQUEST, facts = FACTS) => {
  const decision = decidePaper(request, booking, facts);
  if (!decision.ok) throw new Error(decision.broken.map(({ code }) => code).join());
  return decision.value;
};
const codeOf = (booking: Reservation, request = REQUEST) => {
  const decision = decidePaper(request, booking, FACTS);
  return decision.ok ? decision.value.type : decision.broken.map(({ code }) => code).join();
};
const issued = (booking: Reservation, request = REQUEST, facts = FACTS) =>
  evolveReservation(booking, decide(booking, request, facts), booking.id);

it.each([
  [16_000, 0, 16_000],
  [16_000, 1_200, 14_800],
  [1_000, 1_000, 0],
  [1_000, 3_000, 0],
])('of a fee of %d and %d points, %d is due', (totalFee, usedPoints, due) => {
  expect(amountDue({ totalFee, usedPoints })).toBe(due);
});

it.each([
  [11_000, 10, 1_000],
  [16_000, 10, 1_454],
  [9, 10, 0],
  [10_800, 8, 800],
  [5_000, 0, 0],
])('%d yen include at %d %% a tax of %d', (amount, rate, tax) => expect(taxIncluded(amount, rate)).toBe(tax));

it.each([
  [{ corporateId: 4 }, '㈱見本商事'],
  [{ corporateId: 0 }, '山田 花子'],
  [{ corporateId: 9 }, '山田 花子'],
  [{ corporateId: 0, reserverName: '' }, '山田 太郎'],
])('a receipt with %j goes to %s unless staff say otherwise', (change, name) => {
  const corporates = new Map([[4, { corporateShortName: '㈱見本商事' }]]);
  const booking = { reserverName: '山田 花子', guestName1: '山田 太郎', ...change };
  expect(usualAddressee(booking, corporates)).toBe(name);
});

it.each([
  [{ corporateId: 4 }, '御中'],
  [{ corporateId: 0 }, '様'],
])('the addressee of %j is addressed with %s', (change, honorific) => {
  const corporates = new Map([[4, { corporateShortName: '㈱見本商事' }]]);
  expect(usualHonorific(aReservation(change), corporates)).toBe(honorific);
});

describe('a receipt', () => {
  it('is issued for what was taken, with the stay, points, the amount by tax rate and the ways', () => {
    const booking = paid({ usedPoints: 1_000 }, 15_000);
    expect(decide(booking)).toEqual({
      type: 'ReceiptIssued',
      data: {
        ...REQUEST,
        receiptNumber: 8,
        receiptAmount: 15_000,
        receiptTaxRate: 10,
        receiptTotals: [{ taxRate: 10, amount: 15_000 }],
        receiptStay: {
          ...{ stayStart: booking.stayStart, stayEnd: booking.stayEnd, roomNumber: booking.roomNumber },
          ...{ totalFee: 16_000, usedPoints: 1_000, coupon: booking.coupon },
        },
        receiptLines: [],
        receiptWays: [{ paymentType: CASH, amount: 15_000 }],
        receiptReplaces: null,
        receiptDate: '2026-11-21',
      },
    });
  });

  it('keeps its number and figures when it is issued again, counts how often, and may name somebody else', () => {
    let booking = issued(paid(), { ...REQUEST, receiptAddressee: '㈱見本', receiptHonorific: '' });
    booking = issued(booking);
    expect(booking.receipt).toMatchObject({
      ...{ receiptNumber: 8, receiptAddressee: '㈱見本商事', receiptHonorific: '御中', reissues: 1 },
    });
    expect(issued(booking).receipt).toMatchObject({ receiptNumber: 8, receiptAmount: 16_000, reissues: 2 });
    const erasure = { type: 'PersonalDataErased', data: { reason: '' } } as const;
    const { receipt } = evolveReservation(booking, erasure, booking.id);
    const gone = { receiptAddressee: '削除済み', receiptNote: '削除済み', receiptLines: [] };
    expect(receipt).toMatchObject({ receiptNumber: 8, ...gone });
  });

  it.each<[string, Partial<Reservation>, number]>([
    ['more was taken', { totalFee: 20_000 }, 20_000],
    ['something was given back', { totalFee: 8_000 }, 8_000],
    ['the stay is another one', { roomNumber: '0902' }, 16_000],
    ['it was paid by card after all', { paymentType: CARD }, 16_000],
  ])('is another paper that names the one it stands in for once %s', (_, change, amount) => {
    const before = issued(paid());
    const way = change.paymentType ?? CASH;
    const account = {
      entries: [{ id: 2, moved: [{ paymentType: way, amount }], day: null }],
      charges: [],
    };
    expect(decide({ ...before, account, ...change }, REQUEST, { ...FACTS, nextNumber: 12 })).toMatchObject({
      type: 'ReceiptIssued',
      data: { receiptNumber: 12, receiptReplaces: 8, receiptAmount: amount },
    });
  });

  it('of only a part is for that part', () => {
    expect(decide(paid({ paymentFlag: 0 }, 5_000))).toMatchObject({
      data: { receiptAmount: 5_000, receiptTotals: [{ taxRate: 10, amount: 5_000 }] },
    });
  });

  it('from before its stay was recorded is compared by its amount alone', () => {
    const { receipt } = issued(paid());
    const old = receipt && { ...receipt, receiptStay: null, receiptWays: [] };
    expect(decide(paid({ ...(old && { receipt: old }), roomNumber: '0902' })).type).toBe('ReceiptReissued');
  });

  it.each<[string, Reservation]>([
    ['unpaid', aReservation({ paymentFlag: 0, totalFee: 16_000 })],
    ['nothing_received', aReservation({ paymentFlag: 1, totalFee: 500, usedPoints: 500 })],
    ['prepaid', prepaid()],
    ['prepaid', paid({}, 16_000, SITE)],
    ['already_cancelled', paid({ status: 'cancelled' })],
    ['guest_erased', paid({ isErased: true })],
  ])('is refused: %s', (code, booking) => expect(codeOf(booking)).toBe(code));

  it('of a prepaid stay is for what was taken here: its lines', () => {
    const account = {
      isPrepaid: true as const,
      entries: [{ id: 3, moved: [{ paymentType: CASH, amount: 2_000 }], day: null }],
      charges: [line(1_200, 8), line(800, 0, 6)],
    };
    const booking = paid({ account });
    expect(usualPaper(booking, FACTS)).toBe('receipt');
    expect(decide(booking)).toMatchObject({
      data: {
        receiptAmount: 2_000,
        receiptTotals: [
          { taxRate: 8, amount: 1_200 },
          { taxRate: 0, amount: 800 },
        ],
      },
    });
  });

  it('of a cancelled stay is for its cancellation fee', () => {
    const fee: Charge = { id: 4, kind: 'キャンセル料', name: '', amount: 8_000, taxRate: 0 };
    const entries = [{ id: 5, moved: [{ paymentType: CARD, amount: 8_000 }], day: null }];
    const account = { entries, charges: [fee] };
    expect(decide(paid({ status: 'cancelled', account }))).toMatchObject({
      data: { receiptAmount: 8_000, receiptTotals: [{ taxRate: 0, amount: 8_000 }] },
    });
  });
});

describe('a 宿泊明細書', () => {
  it('is the paper of a prepaid stay, with all that it costs and no way of paying', () => {
    const booking = prepaid({ totalFee: 66_000, usedPoints: 1_500 });
    expect(usualPaper(booking, FACTS)).toBe('statement');
    expect(decide(booking, STATEMENT)).toMatchObject({
      data: { receiptKind: 'statement', receiptAmount: 64_500, receiptWays: [], receiptReplaces: null },
    });
    const after = issued(booking, STATEMENT);
    expect(after.receipt).toBeUndefined();
    expect(decide(after, STATEMENT).type).toBe('ReceiptReissued');
  });

  it.each([
    ['unpaid', aReservation({ paymentFlag: 0 }), 'receipt'],
    ['paid by the way 事前決済', paid({}, 16_000, SITE), 'statement'],
    ['paid in cash', paid(), 'receipt'],
  ] as const)('a stay that is %s gets by default: %s', (_, booking, kind) => {
    expect(usualPaper(booking, FACTS)).toBe(kind);
  });
});

it.each<[string, Charge[], [number, number][]]>([
  ['no lines', [], [[10, 16_000]]],
  [
    '8 % and 不課税',
    [line(864, 8), line(1_200, 0)],
    [
      [10, 16_000],
      [8, 864],
      [0, 1_200],
    ],
  ],
  ['a discount', [line(-3_000, 10)], [[10, 13_000]]],
  ['a discount beyond its rate', [line(864, 8), line(-17_000, 8)], [[10, 0 - 136]]],
])('the total by tax rate with %s', (_, charges, totals) => {
  const owed = owedByRate(paid({ account: { entries: [], charges } }), 10);
  const sum = 16_000 + charges.reduce((total, { amount }) => total + amount, 0);
  expect(owed.reduce((total, { amount }) => total + amount, 0)).toBe(Math.max(0, sum));
  if (sum >= 0) expect(owed.map(({ taxRate, amount }) => [taxRate, amount])).toEqual(totals);
});

it.each([
  [[{ paymentType: CASH, amount: 50_000 }], true],
  [[{ paymentType: CASH, amount: 49_999 }], false],
  [[{ paymentType: CARD, amount: 66_000 }], false],
  [
    [
      { paymentType: CARD, amount: 40_000 },
      { paymentType: CASH, amount: 20_000 },
    ],
    false,
  ],
])('a receipt over %j has a place for a stamp: %s', (ways, stamp) => {
  expect(needsStamp(ways, PAYMENTS)).toBe(stamp);
});

describe('the payments of a day', () => {
  const unpaid = paid({ paymentFlag: 0, paymentType: null });
  const cash = paid({ paymentType: 1, usedPoints: 1_000 });
  const card = paid({ paymentType: 2 });

  it.each([
    ['a payment', unpaid, cash, [[1, 15_000]]],
    ['one taken back', cash, { ...cash, paymentFlag: 0 as const }, [[1, -15_000]]],
    [
      'another way of paying',
      cash,
      { ...card, usedPoints: 1_000 },
      [
        [1, -15_000],
        [2, 15_000],
      ],
    ],
    ['a way that is only noted', unpaid, { ...unpaid, paymentType: 2 }, []],
  ])('count %s', (_, before, after, moved) => {
    expect(
      formerMovementsOf({ before, after }).map(({ paymentType, amount }) => [paymentType, amount]),
    ).toEqual(moved);
  });

  it('are what an event says that it moved', () => {
    const moved = [
      { paymentType: CASH, amount: 10_000 },
      { paymentType: CARD, amount: 6_000 },
    ];
    const noted = { paymentType: CARD, paymentFlag: 1, paymentDay: null } as const;
    const event = { type: 'PaymentTaken', data: { ...noted, moved } } as const;
    expect(movementsOf(event, { before: unpaid, after: card })).toEqual(moved);
    const old = { ...noted, moved: null, isPrepaid: null, reverses: [] };
    expect(movementsOf({ type: 'PaymentRecorded', data: old }, { before: unpaid, after: card })).toEqual([
      { paymentType: CARD, amount: 16_000 },
    ]);
  });

  it('are summed by way of payment', () => {
    const movements = [
      { paymentType: 1, amount: 500 },
      { paymentType: null, amount: 70 },
      { paymentType: 1, amount: -200 },
    ];
    expect(sumsByWay(movements)).toEqual([
      { paymentType: 1, count: 2, taken: 500, back: -200, sum: 300 },
      { paymentType: null, count: 1, taken: 70, back: 0, sum: 70 },
    ]);
  });

  it.each([
    ['a higher fee after the payment', card, { ...card, totalFee: 18_000 }, 2_000],
    ['points used after the payment', card, { ...card, usedPoints: 500 }, -500],
    ['another name after the payment', card, { ...card, guestName1: '山田 次郎' }, 0],
    ['a higher fee before the payment', unpaid, { ...unpaid, totalFee: 18_000 }, 0],
  ])('name the difference of %s', (_, before, after, difference) => {
    expect(differenceOf({ before, after })).toBe(difference);
  });
});
