import { deepStrictEqual, ok } from 'node:assert/strict';
import { addDays, type Day, day, monthOf, nightsOf } from '@domain/dates.js';
import { decideInvoice, decideInvoiceCancel } from '@domain/payment/decide-invoice.js';
import { evolveInvoice, type Invoice, type InvoiceEvent } from '@domain/payment/invoice.js';
import { type LodgingTaxRule, lodgingTaxEvent } from '@domain/payment/lodging-tax.js';
import { decidePaper } from '@domain/payment/paper.js';
import { decideParts, type PartRequest } from '@domain/payment/receipt-parts.js';
import { decideReturnInvoice, lastRefund } from '@domain/payment/return-invoice.js';
import { balanceOf, takenByWay } from '@domain/reservation/account.js';
import { decideReservation } from '@domain/reservation/decide.js';
import type { Charge } from '@domain/reservation/money.js';
import type { ReservationCommand } from '@domain/reservation/reservation.commands.js';
import { evolveReservation, type ReservationEvent } from '@domain/reservation/reservation.events.js';
import { type PaperKind, type Reservation, stayOf } from '@domain/reservation/reservation.js';
import { planReversal } from '@domain/reservation/reversal/plan-reversal.js';
import { it } from '@jest/globals';
import fc from 'fast-check';
import { createPaperRecount } from '#backend/tools/evidence-verifier/paper-recount.mjs';
import { anAmend, aReservation, facts } from '#tests/support/builders.js';
import { timesOf } from '#tests/support/trial-size.js';
import { aTaxRule } from './tax-rules.js';

const FIRST = day('2026-11-21');
const TODAY = day('2026-11-28');
const [CASH, CARD, SITE] = [1, 2, 3];
const COMPANY = 5;
const KINDS = { [CASH]: '現金', [CARD]: 'カード', [SITE]: '事前決済' } as const;
const PAYMENTS = new Map(Object.entries(KINDS).map(([id, kind]) => [Number(id), { kind }]));
const RULE = { name: '規定', source: '', daysFrom: 0, daysTo: null, minimum: 0, taxRate: 0 } as const;
const KNOWN = facts({
  knownPayments: new Map([CASH, CARD, SITE].map((id) => [id, {}])),
  exemptions: ['修学旅行'],
  cancellationRules: [
    { ...RULE, occasion: 'キャンセル', percent: 50 },
    { ...RULE, occasion: 'ノーショー', percent: 100 },
  ],
});

/** Papers: the whole of a kind, by nights and lines, over the last refund, or the company's. */
type Paper = PaperKind | 'nights' | 'lines' | 'return' | 'invoice' | 'cancel invoice';
/** A number undoes a request before. */
type Step = { booking: number; does: ReservationCommand | number | { settles: number } | Paper };

const yen = fc.constantFrom(500, 1_500, 4_000, 8_200, 24_600);
const ways = fc.constantFrom(CASH, CASH, CARD, SITE);
const moved = fc.array(fc.record({ paymentType: ways, amount: yen }), { minLength: 1, maxLength: 2 });
const fee = fc.option(
  fc.record({ amount: yen, reason: fc.constant('x'), taxRate: fc.constantFrom(0 as const, 10 as const) }),
  { nil: undefined },
);
const commands = fc.oneof<fc.Arbitrary<ReservationCommand>[]>(
  moved.map((parts) => ({ type: 'take-payment', parts })),
  moved.map((parts) => ({ type: 'refund', parts, reason: 'x' })),
  fc.record({
    type: fc.constant('add-charge' as const),
    kind: fc.constantFrom<Charge['kind'][]>('追加', '値引', '手数料'),
    name: fc.constantFrom('朝食', '駐車場'),
    amount: yen,
    taxRate: fc.constantFrom<Charge['taxRate'][]>(10, 8, 0),
  }),
  fc.record({
    type: fc.constant('record-payment' as const),
    paymentType: ways,
    paymentFlag: fc.constantFrom<(0 | 1)[]>(0, 1, 1),
  }),
  fc.constantFrom(8_201, 12_300, 24_600, 24_601).map((totalFee) => anAmend({ totalFee })),
  fc.constantFrom(0, 300).map((usedPoints) => anAmend({ usedPoints })),
  fc.constantFrom(1, 2, 3).map((nights) => anAmend({ stayEnd: addDays(FIRST, nights) })),
  fee.map((said) => ({ type: 'cancel', fee: said })),
  fee.map((said) => ({ type: 'mark-no-show', fee: said })),
  fc.constant({ type: 'revert-no-show' as const }),
  fc.constantFrom('修学旅行', null).map((exemption) => ({ type: 'exempt' as const, exemption })),
);
const papers = fc.constantFrom<Paper[]>(
  ...(['receipt', 'receipt', 'statement', 'nights', 'nights', 'lines', 'lines'] as const),
  ...(['return', 'return', 'invoice', 'cancel invoice'] as const),
);
const booking = fc.nat(2);
/** Half of what is done settles the account: what is due is taken, what is too much goes back. */
const steps = fc.array(
  fc.oneof<fc.Arbitrary<Step>[]>(
    fc.record({ booking, does: fc.oneof<fc.Arbitrary<Step['does']>[]>(commands, fc.nat({ max: 20 })) }),
    fc.record({ booking, does: ways.map((way) => ({ settles: way })) }),
    fc.record({ booking, does: papers }),
  ),
  { minLength: 10, maxLength: 50, size: 'max' },
);

function settling(booking: Reservation, paymentType: number): ReservationCommand {
  const due = balanceOf(booking);
  if (due >= 0) return { type: 'take-payment', parts: [{ paymentType, amount: due }] };
  const [way] = takenByWay(booking);
  const amount = Math.min(-due, way?.amount ?? 0);
  return { type: 'refund', parts: [{ paymentType: way?.paymentType ?? paymentType, amount }], reason: 'x' };
}

type Row = Parameters<ReturnType<typeof createPaperRecount>['add']>[0];

/** A hotel of three bookings of a company, the second one prepaid, and the log that it leaves. */
class House {
  readonly rows: Row[] = [];
  private readonly states: Reservation[][] = [[], [], []];
  private readonly requests: { before: Reservation; after: Reservation }[][] = [[], [], []];
  private readonly invoices: Invoice[] = [];
  private numbers = 0;

  constructor(private readonly rules: readonly LodgingTaxRule[]) {
    this.write('hotel-1', { type: 'HotelDefined', data: { taxRate: 10 } });
    for (const [id, kind] of Object.entries(KINDS))
      this.write(`payment-${id}`, { type: 'PaymentDefined', data: { paymentName: kind, kind } });
    this.write(`corporate-${COMPANY}`, {
      type: 'CorporateDefined',
      data: { corporateShortName: '試験商事' },
    });
    for (const index of [0, 1, 2]) {
      const first = aReservation({
        ...{ id: index + 1, totalFee: 24_601, usedPoints: index * 300, corporateId: COMPANY },
        ...{ stayStart: FIRST, stayEnd: addDays(FIRST, 3), paymentFlag: index === 1 ? 1 : 0 },
        version: 1,
      });
      const { id: _, version: __, ...data } = first;
      this.append(index, { type: 'ReservationCreated', data } as unknown as ReservationEvent);
    }
  }

  run(history: readonly Step[]): Row[] {
    for (const { booking: index, does } of history) {
      if (typeof does === 'string') this.issue(index, does);
      else this.change(index, does);
    }
    return this.rows;
  }

  private change(index: number, does: Exclude<Step['does'], Paper>): void {
    const before = this.now(index);
    for (const event of this.eventsOf(index, does)) this.append(index, event);
    if (this.now(index) === before) return;
    const tax = lodgingTaxEvent(this.now(index), this.rules, 10);
    if (tax) this.append(index, tax);
    this.requests[index]?.push({ before, after: this.now(index) });
  }

  private now = (index: number): Reservation => this.states[index]?.at(-1) as Reservation;

  private eventsOf(index: number, does: Exclude<Step['does'], Paper>): readonly ReservationEvent[] {
    const current = this.now(index);
    const known = { ...KNOWN, paymentDay: TODAY, neighbours: [current], isTaken: () => false };
    if (typeof does !== 'number') {
      const command = 'settles' in does ? settling(current, does.settles) : does;
      const decision = decideReservation(command, current, known);
      return decision.ok ? decision.value.events : [];
    }
    const own = this.requests[index] ?? [];
    const request = own[does % Math.max(1, own.length)];
    if (!request) return [];
    return (
      planReversal([{ id: current.id, ...request, current, later: [], record: null }], known).bookings[0]
        ?.events ?? []
    );
  }

  private write(stream: string, { type, data }: { type: string; data: object }): void {
    const version = this.rows.filter((row) => row.stream === stream).length + 1;
    const payload = JSON.stringify(data);
    this.rows.push({ position: this.rows.length + 1, stream, version, type, payload });
  }

  private append(index: number, event: ReservationEvent): void {
    const after = evolveReservation(this.states[index]?.at(-1) ?? null, event, index + 1);
    this.states[index]?.push(after);
    this.write(`reservation-${index + 1}`, event);
    if (event.type === 'ReceiptIssued') this.numbers = event.data.receiptNumber;
    if (event.type === 'ReturnInvoiceIssued') this.numbers = event.data.returnNumber;
  }

  private issue(index: number, what: Paper): void {
    if (what === 'invoice' || what === 'cancel invoice') {
      this.bill(what === 'invoice');
      return;
    }
    const stored = this.now(index);
    const known = { nextNumber: this.numbers + 1, today: TODAY, taxRate: 10, payments: PAYMENTS };
    if (what === 'return') {
      const states = this.states[index] ?? [];
      const request = { refund: lastRefund(stored), addressee: 'x', honorific: '様' } as const;
      const decision = decideReturnInvoice(request, stored, {
        ...known,
        states,
        registrationNumber: 'T7123456789012',
      });
      if (decision.ok) this.append(index, decision.value);
    } else if (what === 'nights' || what === 'lines') {
      const decision = decideParts(this.partsOf(stored, what), stored, known);
      for (const event of decision.ok ? decision.value : []) this.append(index, event);
    } else {
      const texts = { receiptAddressee: 'x', receiptNote: 'x', receiptHonorific: '様' } as const;
      const decision = decidePaper({ ...texts, receiptKind: what }, stored, known);
      if (decision.ok) this.append(index, decision.value);
    }
  }

  private partsOf(stored: Reservation, what: 'nights' | 'lines'): PartRequest[] {
    const to = { addressee: 'x', honorific: '様', note: 'x' } as const;
    const nights = nightsOf(stayOf(stored)) as Day[];
    const charges = (stored.account?.charges ?? []).map(({ id }) => id);
    const apart = [
      { ...to, nights, charges: [] },
      { ...to, nights: [], charges },
    ].filter((part) => part.nights.length + part.charges.length > 0);
    if (what === 'lines') return apart;
    return nights.map((night, index) => ({ ...to, nights: [night], charges: index === 0 ? charges : [] }));
  }

  private bill(isNew: boolean): void {
    const living = this.invoices.filter(({ status }) => status === 'living');
    const change = (event: InvoiceEvent, id: number) => {
      const before = this.invoices.find((one) => one.id === id) ?? null;
      const after = evolveInvoice(before, event, id);
      this.write(`invoice-${id}`, event);
      if (before) this.invoices[this.invoices.indexOf(before)] = after;
      else this.invoices.push(after);
    };
    const [old] = living;
    if (!isNew && old) {
      const decision = decideInvoiceCancel('誤発行', old);
      if (decision.ok) change(decision.value, old.id);
      return;
    }
    const nextNumber = this.invoices.length + 1;
    const cancelled = old ? decideInvoiceCancel('料金の変更', old, nextNumber) : null;
    const rest = living.slice(1);
    const bookings = new Map([0, 1, 2].map((index) => [index + 1, this.now(index)]));
    const request = { corporateId: COMPANY, bookingIds: [1, 2, 3], month: monthOf(FIRST) };
    for (const bookingIds of [request.bookingIds, [1, 3], [1], [2], [3]]) {
      const decision = decideInvoice(
        { ...request, bookingIds, dueDay: addDays(TODAY, 30), honorific: '御中', remark: '' },
        { nextNumber, today: TODAY, taxRate: 10, companyName: '試験商事', bookings, living: rest },
        old?.number ?? null,
      );
      if (!decision.ok) continue;
      if (old && cancelled?.ok) change(cancelled.value, old.id);
      change(decision.value, this.rows.length + 1);
      return;
    }
  }
}

const recounted = (rows: readonly Row[]) => {
  const recount = createPaperRecount();
  for (const row of rows) recount.add(row);
  return recount.end();
};

const ISSUED = ['ReceiptIssued', 'ReturnInvoiceIssued', 'InvoiceIssued'];

type Json = string | number | null | boolean | readonly Json[] | { readonly [key: string]: Json };
/** Texts on papers that are sealed in a real log, and days, that nothing in the log says. */
const UNTOLD =
  /Addressee|Note|Lines|Honorific|receiptDate|returnDate|honorific|month|issuedOn|dueDay|name|kind/;

/** All copies of a paper's event with one of its figures another one. */
function forgeries(value: Json, path = ''): Json[] {
  if (UNTOLD.test(path)) return [];
  if (typeof value === 'number') return [value + 1];
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\d$/.test(value) ? [addDays(day(value), 1)] : [];
  if (value === null) return /[Rr]eplaces/.test(path) ? [1] : [];
  if (typeof value === 'boolean') return [];
  if (Array.isArray(value)) {
    const list = value as readonly Json[];
    return list.flatMap((one, index) =>
      forgeries(one, path).map((other) => list.map((same, at) => (at === index ? other : same))),
    );
  }
  return Object.entries(value).flatMap(([key, one]) =>
    forgeries(one, `${path}.${key}`).map((other) => ({ ...value, [key]: other })),
  );
}

it('the log recounts every paper, whatever was paid, split, given back and billed, and finds any figure that was changed', () => {
  fc.assert(
    fc.property(fc.boolean(), steps, fc.nat(), (isTaxed, history, chosen) => {
      const rows = new House(isTaxed ? [aTaxRule()] : []).run(history);
      deepStrictEqual(recounted(rows).faults, []);
      const issued = rows.filter(({ type }) => ISSUED.includes(type));
      const row = issued[chosen % Math.max(1, issued.length)];
      for (const forged of row ? forgeries(JSON.parse(row.payload)) : []) {
        const payload = JSON.stringify(forged);
        const found = recounted(rows.map((one) => (one === row ? { ...one, payload } : one))).faults;
        ok(found.length > 0, `${row?.payload}\n${payload}`);
      }
    }),
    { numRuns: timesOf(150, 1_500) },
  );
});

it('such histories have papers of every kind, reissued and superseded ones', () => {
  const seen = new Map<string, number>();
  const count = (what: string, by = 1) => seen.set(what, (seen.get(what) ?? 0) + by);
  // Drawn the same in every run: few draws of another seed may have none of the rarest kind.
  for (const history of fc.sample(steps, { numRuns: 300, seed: 20_261_128 })) {
    for (const paper of recounted(new House([]).run(history)).papers) {
      count(paper.kind.replace(/ \(.*/, ' 分'));
      count('再発行', paper.reissues);
      count('差替', paper.replacedBy === null ? 0 : 1);
    }
  }
  const all = ['領収書', '領収書 分', '宿泊明細書', 'キャンセル料 領収書', '適格返還請求書', '請求書'];
  for (const what of [...all, '再発行', '差替']) ok((seen.get(what) ?? 0) > 0, JSON.stringify([...seen]));
});
