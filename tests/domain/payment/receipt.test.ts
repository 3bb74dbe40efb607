import { day } from '@domain/dates.js';
import { differenceOf, movementsOf, sumsByWay } from '@domain/payment/daily-payments.js';
import { amountDue, decideReceipt, taxIncluded, usualAddressee } from '@domain/payment/receipt.js';
import { evolveReservation } from '@domain/reservation/reservation.events.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { describe, expect, it } from '@jest/globals';
import { aReservation } from '#tests/support/builders.js';

const TEXTS = { receiptAddressee: '㈱見本商事', receiptNote: 'ご宿泊代として' };
const FACTS = { nextNumber: 8, today: day('2026-11-21'), taxRate: 10 };
const paid = (change: Partial<Reservation> = {}) =>
  aReservation({ paymentFlag: 1, totalFee: 16_000, usedPoints: 0, ...change });
const codeOf = (booking: Reservation) => {
  const decision = decideReceipt(TEXTS, booking, FACTS);
  return decision.ok ? decision.value.type : decision.broken.map(({ code }) => code).join();
};

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

describe('a receipt', () => {
  it('is issued for what was paid after points, with the next number', () => {
    expect(decideReceipt(TEXTS, paid({ usedPoints: 1_000 }), FACTS)).toEqual({
      ok: true,
      value: {
        type: 'ReceiptIssued',
        data: {
          ...TEXTS,
          receiptNumber: 8,
          receiptAmount: 15_000,
          receiptTaxRate: 10,
          receiptDate: '2026-11-21',
        },
      },
    });
  });

  it('keeps its number and figures when it is issued again, counts how often, and may name somebody else', () => {
    let booking = paid();
    const issue = (addressee: string) => {
      const decision = decideReceipt({ ...TEXTS, receiptAddressee: addressee }, booking, FACTS);
      if (!decision.ok) throw new Error('refused');
      booking = evolveReservation(booking, decision.value, booking.id);
      return booking.receipt;
    };
    issue('㈱見本');
    expect(issue('㈱見本商事')).toMatchObject({
      receiptNumber: 8,
      receiptAddressee: '㈱見本商事',
      reissues: 1,
    });
    expect(issue('㈱見本商事')).toMatchObject({ receiptNumber: 8, receiptAmount: 16_000, reissues: 2 });
    booking = { ...booking, totalFee: 20_000 };
    expect(decideReceipt(TEXTS, booking, { ...FACTS, nextNumber: 12 })).toMatchObject({
      value: { type: 'ReceiptIssued', data: { receiptNumber: 12, receiptAmount: 20_000 } },
    });
    const erasure = { type: 'PersonalDataErased', data: { reason: '' } } as const;
    const { receipt } = evolveReservation(booking, erasure, booking.id);
    const gone = { receiptAddressee: '削除済み', receiptNote: '削除済み' };
    expect(receipt).toMatchObject({ receiptNumber: 8, ...gone });
  });

  it.each<[string, Partial<Reservation>]>([
    ['unpaid', { paymentFlag: 0 }],
    ['nothing_received', { totalFee: 500, usedPoints: 500 }],
    ['already_cancelled', { status: 'cancelled' }],
    ['guest_erased', { isErased: true }],
  ])('is refused: %s', (code, change) => expect(codeOf(paid(change))).toBe(code));
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
    expect(movementsOf({ before, after }).map(({ paymentType, amount }) => [paymentType, amount])).toEqual(
      moved,
    );
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
