import { addDays, type Day, day } from '@domain/dates.js';
import { decidePaper } from '@domain/payment/paper.js';
import {
  arePartsCurrent,
  decideParts,
  type PartRequest,
  partsOf,
  splitItems,
} from '@domain/payment/receipt-parts.js';
import { decideReservation } from '@domain/reservation/decide.js';
import type { ReservationCommand } from '@domain/reservation/reservation.commands.js';
import { evolveReservation } from '@domain/reservation/reservation.events.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { anAmend, aReservation, facts } from '#tests/support/builders.js';

const [CASH, CARD, SITE] = [1, 2, 3];
const KNOWN = facts({ knownPayments: new Map([CASH, CARD, SITE].map((id) => [id, {}])) });
const PAYMENTS = new Map([
  [CASH, { kind: '現金' as const }],
  [CARD, { kind: 'カード' as const }],
  [SITE, { kind: '事前決済' as const }],
]);
const TODAY = day('2026-11-28');
const FACTS = { today: TODAY, taxRate: 10, payments: PAYMENTS };
const [FIRST, SECOND, THIRD] = [TODAY, addDays(TODAY, 1), addDays(TODAY, 2)];

class Desk {
  number = 8;
  now: Reservation;
  constructor(change: Partial<Reservation> = {}) {
    this.now = aReservation({
      ...{ version: 1, totalFee: 24_601, usedPoints: 0, paymentFlag: 0, paymentType: null },
      ...{ stayStart: FIRST, stayEnd: addDays(TODAY, 3), ...change },
    });
  }
  does(...commands: ReservationCommand[]): this {
    for (const command of commands) {
      const decision = decideReservation(command, this.now, KNOWN);
      if (!decision.ok) throw new Error(JSON.stringify(decision.broken));
      for (const event of decision.value.events) this.now = evolveReservation(this.now, event, this.now.id);
    }
    return this;
  }
  pays(amount: number, paymentType = CASH): this {
    return this.does({ type: 'take-payment', parts: [{ paymentType, amount }] });
  }
  adds(amount: number, taxRate: 10 | 8 | 0 = 10, kind: '追加' | '値引' = '追加'): number {
    this.does({ type: 'add-charge', kind, name: 'x', amount, taxRate });
    return this.now.version;
  }
  splits(...parts: PartRequest[]): string[] {
    const decision = decideParts(parts, this.now, { ...FACTS, nextNumber: this.number + 1 });
    if (!decision.ok) return decision.broken.map(({ code }) => code);
    for (const event of decision.value) {
      this.now = evolveReservation(this.now, event, this.now.id);
      if (event.type === 'ReceiptIssued') this.number = event.data.receiptNumber;
    }
    return partsOf(this.now).map(({ receiptNumber, receiptAmount, reissues }) =>
      [receiptNumber, receiptAmount, ...(reissues > 0 ? [`再発行${reissues}`] : [])].join(' '),
    );
  }
  whole(): number | null {
    const request = {
      receiptKind: 'receipt',
      receiptHonorific: '様',
      receiptAddressee: 'x',
      receiptNote: '',
    } as const;
    const decision = decidePaper(request, this.now, { ...FACTS, nextNumber: this.number + 1 });
    if (!decision.ok) return null;
    this.now = evolveReservation(this.now, decision.value, this.now.id);
    this.number = Math.max(this.number, this.now.receipt?.receiptNumber ?? 0);
    return this.now.receipt?.receiptNumber ?? null;
  }
}

const part = (nights: PartRequest['nights'], charges: number[] = [], addressee = '鈴木'): PartRequest => ({
  ...{ nights, charges, addressee, honorific: '様', note: 'ご宿泊代として' },
});

describe('a receipt in parts', () => {
  it('is by nights, which add up to the whole with their tax', () => {
    const desk = new Desk().pays(24_601);
    expect(desk.splits(part([FIRST]), part([SECOND]), part([THIRD]))).toEqual([
      '9 8201',
      '10 8200',
      '11 8200',
    ]);
    expect(partsOf(desk.now)[0]).toMatchObject({
      receiptTotals: [{ taxRate: 10, amount: 8_201 }],
      receiptStay: { stayStart: FIRST, stayEnd: SECOND, totalFee: 8_201 },
      receiptWays: [{ paymentType: CASH, amount: 8_201 }],
      receiptPart: { place: 1, of: 3 },
    });
    expect(arePartsCurrent(desk.now, FACTS)).toBe(true);
  });

  it('is by lines, each with its rate, and the ways go along in their order', () => {
    const desk = new Desk();
    const [breakfast, lunch] = [desk.adds(1_500), desk.adds(800, 8)];
    desk.pays(20_000, CARD).pays(6_901, CASH);
    const nights = [FIRST, SECOND, THIRD];
    expect(desk.splits(part(nights), part([], [breakfast, lunch]))).toEqual(['9 24601', '10 2300']);
    expect(partsOf(desk.now).map(({ receiptWays }) => receiptWays)).toEqual([
      [
        { paymentType: CARD, amount: 20_000 },
        { paymentType: CASH, amount: 4_601 },
      ],
      [{ paymentType: CASH, amount: 2_300 }],
    ]);
    expect(partsOf(desk.now)[1]?.receiptTotals).toEqual([
      { taxRate: 10, amount: 1_500 },
      { taxRate: 8, amount: 800 },
    ]);
  });

  it('shares points between nights', () => {
    const desk = new Desk({ usedPoints: 1_000 }).pays(23_601);
    const { nights } = splitItems(desk.now, FACTS);
    expect(nights.map(({ fee, points }) => fee - points)).toEqual([7_867, 7_867, 7_867]);
    expect(nights.reduce((sum, { points }) => sum + points, 0)).toBe(1_000);
  });

  it('has for each night the 宿泊税 of that night, within its fee or beside it', () => {
    const span = (start: Day, end: Day, yen: number, isIncluded: boolean) => ({
      ...{ start, end, share: 0, persons: 2, price: 8_000, isIncluded, exemption: null },
      taxes: [{ levy: '京都市', from: 0, until: null, rate: null, yen }],
    });
    const spans = [span(FIRST, THIRD, 200, false), span(THIRD, addDays(THIRD, 1), 500, true)];
    const desk = new Desk({ lodgingTax: { fee: 24_601, taxRate: 10, included: 1_000, spans } }).pays(25_401);
    const { nights } = splitItems(desk.now, FACTS);
    expect(nights.map(({ tax, includedTax }) => [tax, includedTax])).toEqual([
      [400, 0],
      [400, 0],
      [0, 1_000],
    ]);
    expect(desk.splits(part([FIRST, SECOND]), part([THIRD]))).toEqual(['9 17201', '10 8200']);
  });

  it('never comes to more than was received', () => {
    const desk = new Desk().pays(16_401);
    expect(desk.splits(part([FIRST]), part([SECOND]), part([THIRD]))).toEqual(['above_received']);
    expect(desk.splits(part([FIRST]), part([SECOND]))).toEqual(['9 8201', '10 8200']);
    expect(new Desk().splits(part([FIRST]))).toEqual(['unpaid']);
  });

  it('has a night and a line once, and only those that there are', () => {
    const desk = new Desk();
    const [line, discount] = [desk.adds(1_500), desk.adds(600, 10, '値引')];
    desk.pays(25_501);
    expect(desk.splits(part([FIRST, SECOND]), part([SECOND]))).toEqual(['item_twice']);
    expect(desk.splits(part([FIRST, FIRST]))).toEqual(['item_twice']);
    expect(desk.splits(part([FIRST], [line]), part([SECOND], [line]))).toEqual(['item_twice']);
    expect(desk.splits(part([addDays(TODAY, 3)]))).toEqual(['unknown_item']);
    expect(desk.splits(part([FIRST], [99]))).toEqual(['unknown_item']);
    expect(desk.splits(part([FIRST]), part([], [discount]))).toEqual(['part_empty']);
    expect(desk.splits(part([FIRST]), part([]))).toEqual(['part_empty']);
    expect(desk.splits(part([FIRST], [discount]))).toEqual(['9 7601']);
  });

  it('has no nights that a booking site took the money for', () => {
    const desk = new Desk({ account: { entries: [], charges: [], isPrepaid: true }, paymentFlag: 1 });
    const line = desk.adds(1_500);
    desk.pays(1_500);
    expect(desk.splits(part([FIRST]))).toEqual(['unknown_item']);
    expect(desk.splits(part([], [line]))).toEqual(['9 1500']);
    expect(new Desk().pays(24_601, SITE).splits(part([FIRST]))).toEqual(['prepaid']);
  });

  it('asked for again is issued again; other parts, and a whole one, stand in for those before', () => {
    const desk = new Desk().pays(24_601);
    expect(desk.whole()).toBe(9);
    const parts = [part([FIRST]), part([THIRD, SECOND])];
    expect(desk.splits(...parts)).toEqual(['10 8201', '11 16400']);
    expect(partsOf(desk.now).map(({ receiptReplaces }) => receiptReplaces)).toEqual([9, 9]);
    expect(desk.splits(part([FIRST], [], '別名'), part([SECOND, THIRD]))).toEqual([
      '10 8201 再発行1',
      '11 16400 再発行1',
    ]);
    expect(partsOf(desk.now)[0]?.receiptAddressee).toBe('別名');
    expect(desk.splits(part([FIRST, SECOND]), part([THIRD]))).toEqual(['12 16401', '13 8200']);
    expect(partsOf(desk.now)[1]).toMatchObject({ receiptReplaces: 10, receiptVoids: [10, 11] });
    expect(desk.whole()).toBe(14);
    expect(desk.now.receipt).toMatchObject({ receiptReplaces: 12, receiptVoids: [12, 13] });
    expect(partsOf(desk.now)).toEqual([]);
    expect(desk.whole()).toBe(14);
  });

  it('is superseded once a fee or a payment has changed', () => {
    const desk = new Desk().pays(24_601);
    desk.splits(part([FIRST]), part([SECOND, THIRD]));
    desk.does({ type: 'refund', parts: [{ paymentType: CASH, amount: 601 }], reason: 'x' });
    expect(arePartsCurrent(desk.now, FACTS)).toBe(false);
    desk.pays(601).does(anAmend({ totalFee: 24_000 }));
    expect(arePartsCurrent(desk.now, FACTS)).toBe(false);
    expect(desk.splits(part([FIRST]), part([SECOND, THIRD]))).toEqual(['11 8000', '12 16000']);
  });

  it('always adds up to no more than was received, however it is split', () => {
    const choice = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 5, maxLength: 5 });
    fc.assert(
      fc.property(
        choice,
        fc.integer({ min: 1, max: 26_901 }),
        fc.integer({ min: 0, max: 3_000 }),
        (of, paid, points) => {
          const desk = new Desk({ usedPoints: points });
          const lines = [desk.adds(1_500), desk.adds(800, 8)];
          desk.pays(Math.min(paid, 26_901 - points));
          const parts = [1, 2, 3].flatMap((paper) => {
            const nights = [FIRST, SECOND, THIRD].filter((_, index) => of[index] === paper);
            const charges = lines.filter((_, index) => of[index + 3] === paper);
            return nights.length + charges.length > 0 ? [part(nights, charges)] : [];
          });
          desk.splits(...parts);
          const issued = partsOf(desk.now);
          const sum = issued.reduce((total, { receiptAmount }) => total + receiptAmount, 0);
          expect(sum).toBeLessThanOrEqual(Math.min(paid, 26_901 - points));
          for (const { receiptAmount, receiptTotals, receiptWays } of issued) {
            expect(receiptTotals.reduce((total, { amount }) => total + amount, 0)).toBe(receiptAmount);
            expect(receiptWays.reduce((total, { amount }) => total + amount, 0)).toBe(receiptAmount);
          }
        },
      ),
    );
  });
});
