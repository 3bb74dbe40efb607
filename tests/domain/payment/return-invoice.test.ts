import { day } from '@domain/dates.js';
import {
  decideReturnInvoice,
  isRequired,
  knownReturn,
  type ReturnFacts,
  taxedAmount,
} from '@domain/payment/return-invoice.js';
import { decideReservation } from '@domain/reservation/decide.js';
import type { ReservationCommand } from '@domain/reservation/reservation.commands.js';
import { evolveReservation, type ReservationEvent } from '@domain/reservation/reservation.events.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { expect, it } from '@jest/globals';
import { anAmend, aReservation, facts } from '#tests/support/builders.js';

const [CASH, SITE] = [1, 3];
const KNOWN = facts({ knownPayments: new Map([CASH, SITE].map((id) => [id, {}])) });
const PAYMENTS = new Map([
  [CASH, { kind: '現金' as const }],
  [SITE, { kind: '事前決済' as const }],
]);
const TODAY = day('2026-11-28');

/** A booking with the states that its events left. */
class Stay {
  readonly states: Reservation[];
  constructor(change: Partial<Reservation> = {}) {
    const begun = aReservation({
      ...{ version: 1, totalFee: 24_600, usedPoints: 0, paymentFlag: 0, paymentType: null },
      ...{ stayStart: day('2026-11-28'), stayEnd: day('2026-12-01'), ...change },
    });
    this.states = [begun];
  }
  get now(): Reservation {
    return this.states.at(-1) as Reservation;
  }
  append(event: ReservationEvent): number {
    this.states.push(evolveReservation(this.now, event, this.now.id));
    return this.now.version;
  }
  does(command: ReservationCommand): number {
    const decision = decideReservation(command, this.now, KNOWN);
    if (!decision.ok) throw new Error(JSON.stringify(decision.broken));
    for (const event of decision.value.events) this.append(event);
    return this.now.version;
  }
  pays(amount: number, paymentType = CASH): number {
    return this.does({ type: 'take-payment', parts: [{ paymentType, amount }] });
  }
  getsBack(amount: number): number {
    return this.does({ type: 'refund', parts: [{ paymentType: CASH, amount }], reason: '早発ち' });
  }
  costs(totalFee: number): number {
    return this.does(anAmend({ totalFee }));
  }
  adds(amount: number, taxRate: 10 | 8 | 0, kind: '追加' | '値引' = '追加'): number {
    return this.does({ type: 'add-charge', kind, name: 'x', amount, taxRate });
  }
  paper(refund: number, change: Partial<ReturnFacts> = {}): string[] {
    const decision = decideReturnInvoice({ refund, addressee: '鈴木 一郎', honorific: '様' }, this.now, {
      ...{ states: this.states, nextNumber: 9, today: TODAY, taxRate: 10, payments: PAYMENTS },
      ...{ registrationNumber: 'T7123456789012', ...change },
    });
    if (!decision.ok) return decision.broken.map(({ code }) => code);
    this.append(decision.value);
    const { totals = [] } = knownReturn(this.now, refund) ?? {};
    return [decision.value.type, ...totals.map(({ taxRate, amount }) => `${amount} ${taxRate}%`)];
  }
}

it('is over the nights that are given back, with the tax on the stay apart, whichever comes first', () => {
  for (const isRefundedFirst of [true, false]) {
    const stay = new Stay();
    stay.adds(1_200, 0);
    stay.pays(25_800);
    let refund = isRefundedFirst ? stay.getsBack(17_200) : 0;
    stay.costs(8_200);
    stay.adds(800, 0, '値引');
    if (!isRefundedFirst) refund = stay.getsBack(17_200);
    expect(stay.paper(refund)).toEqual(['ReturnInvoiceIssued', '16400 10%', '800 0%']);
    expect(knownReturn(stay.now, refund)).toMatchObject({
      ...{ number: 9, stay: { stayStart: '2026-11-28', stayEnd: '2026-12-01' }, replaces: null },
    });
    const { totals = [] } = knownReturn(stay.now, refund) ?? {};
    expect([taxedAmount(totals), isRequired(totals)]).toEqual([16_400, true]);
    expect(stay.paper(refund)).toEqual(['ReturnInvoiceReissued', '16400 10%', '800 0%']);
    expect(knownReturn(stay.now, refund)).toMatchObject({ number: 9, reissues: 1 });
  }
});

it('is not over money that is given back without a lower price', () => {
  const stay = new Stay();
  stay.pays(24_600);
  const refund = stay.getsBack(24_600);
  expect(stay.paper(refund)).toEqual(['nothing_returned']);
  stay.pays(24_600);
  stay.costs(20_000);
  expect(stay.paper(refund)).toEqual(['nothing_returned']);
});

it('of two refunds each has its part, and together no more than the price fell', () => {
  const stay = new Stay();
  stay.adds(800, 8);
  stay.pays(25_400);
  stay.costs(12_000);
  const [one, two] = [stay.getsBack(10_000), stay.getsBack(2_600)];
  expect(stay.paper(one)).toEqual(['ReturnInvoiceIssued', '10000 10%']);
  expect(stay.paper(two)).toEqual(['ReturnInvoiceIssued', '2600 10%']);
  const three = stay.getsBack(800);
  expect(stay.paper(three)).toEqual(['nothing_returned']);
  stay.adds(800, 8, '値引');
  expect(stay.paper(three)).toEqual(['ReturnInvoiceIssued', '800 8%']);
});

it('takes away what the other refund’s paper says now, not what one says that was superseded', () => {
  const stay = new Stay();
  stay.pays(24_600);
  stay.costs(20_500);
  const first = stay.getsBack(4_100);
  stay.paper(first);
  stay.costs(22_500);
  expect(stay.paper(first, { nextNumber: 10 })).toEqual(['ReturnInvoiceIssued', '2100 10%']);
  stay.costs(16_400);
  const second = stay.getsBack(4_100);
  expect(stay.paper(second, { nextNumber: 11 })).toEqual(['ReturnInvoiceIssued', '4100 10%']);
});

it('says another thing with a number of its own once the price has changed', () => {
  const stay = new Stay();
  stay.pays(24_600);
  stay.costs(14_600);
  const refund = stay.getsBack(10_000);
  stay.paper(refund);
  stay.costs(15_600);
  expect(stay.paper(refund, { nextNumber: 12 })).toEqual(['ReturnInvoiceIssued', '9000 10%']);
  expect(knownReturn(stay.now, refund)).toMatchObject({ number: 12, replaces: 9 });
  expect(stay.now.returnInvoices).toHaveLength(2);
});

it('after a new payment counts from there', () => {
  const stay = new Stay();
  stay.pays(24_600);
  stay.costs(20_000);
  const first = stay.getsBack(4_600);
  stay.paper(first);
  stay.adds(1_000, 10);
  stay.pays(1_000);
  stay.adds(1_000, 10, '値引');
  const second = stay.getsBack(1_000);
  expect(stay.paper(second)).toEqual(['ReturnInvoiceIssued', '1000 10%']);
  expect(isRequired(knownReturn(stay.now, second)?.totals ?? [])).toBe(false);
});

it('is over what this hotel took, not the booking site', () => {
  const stay = new Stay({ account: { entries: [], charges: [], isPrepaid: true }, paymentFlag: 1 });
  stay.adds(3_000, 10);
  stay.pays(3_000);
  stay.adds(1_500, 10, '値引');
  const refund = stay.getsBack(1_500);
  expect(stay.paper(refund)).toEqual(['ReturnInvoiceIssued', '1500 10%']);
});

it('is refused for a payment, an unknown entry, without a registration number, and of an erased guest', () => {
  const stay = new Stay();
  const payment = stay.pays(24_600);
  stay.costs(8_200);
  const refund = stay.getsBack(16_400);
  expect(stay.paper(payment)).toEqual(['unknown_refund']);
  expect(stay.paper(99)).toEqual(['unknown_refund']);
  expect(stay.paper(refund, { registrationNumber: '' })).toEqual(['no_registration']);
  stay.paper(refund);
  stay.append({ type: 'PersonalDataErased', data: { reason: 'x' } });
  expect(stay.paper(refund)).toEqual(['guest_erased']);
  expect(JSON.stringify(stay.now.returnInvoices)).not.toContain('鈴木');
});

it('is not over nights that go on in another room: their price and their money went with them', () => {
  const stay = new Stay();
  stay.pays(24_600);
  const moved = [{ paymentType: CASH, amount: -8_200 }];
  const part = { stayEnd: day('2026-11-30'), totalFee: 16_400, usedPoints: 0, moved, reverses: [] };
  stay.append({ type: 'StayDivided', data: { ...part, paymentDay: TODAY, paymentFlag: 1 } });
  const apart = stay.getsBack(500);
  expect(stay.paper(apart)).toEqual(['nothing_returned']);
  stay.costs(15_400);
  const [one] = [stay.getsBack(1_000)];
  expect(stay.paper(one)).toEqual(['ReturnInvoiceIssued', '1000 10%']);
});

it('is over all that the price fell by when more was given back by a booking site than it had taken', () => {
  const stay = new Stay();
  stay.pays(24_600);
  const parts = [
    { paymentType: SITE, amount: 500 },
    { paymentType: CASH, amount: 500 },
  ];
  stay.does({ type: 'refund', parts, reason: '誤り' });
  stay.pays(1_000);
  stay.costs(20_000);
  expect(stay.paper(stay.getsBack(4_600))).toEqual(['ReturnInvoiceIssued', '4600 10%']);
});
