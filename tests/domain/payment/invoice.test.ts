import { day, type Month } from '@domain/dates.js';
import {
  decideInvoice,
  decideInvoiceCancel,
  decideInvoicePayment,
  decideInvoiceReissue,
  decideRevert,
  type InvoiceFacts,
  type InvoiceRequest,
  shareTakenBack,
} from '@domain/payment/decide-invoice.js';
import {
  debtAge,
  evolveInvoice,
  type Invoice,
  type InvoiceEvent,
  invoiceAmount,
  invoiceOpen,
  invoicePaid,
  invoiceTotals,
  isOutdated,
} from '@domain/payment/invoice.js';
import { balanceOf } from '@domain/reservation/account.js';
import { decideReservation } from '@domain/reservation/decide.js';
import type { Movement } from '@domain/reservation/money.js';
import { evolveReservation } from '@domain/reservation/reservation.events.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { aReservation, facts } from '#tests/support/builders.js';

const [BANK, BILL, CASH] = [1, 2, 3];
const PAYMENTS = new Map([
  [BANK, { kind: 'その他' as const }],
  [BILL, { kind: '請求書' as const }],
  [CASH, { kind: '現金' as const }],
]);
const KNOWN = facts({ knownPayments: PAYMENTS });
const COMPANY = 4;
const TODAY = day('2026-12-01');

const stay = (id: number, start: string, end: string, change: Partial<Reservation> = {}) =>
  aReservation({
    ...{ id, stayStart: day(start), stayEnd: day(end), corporateId: COMPANY, paymentType: BILL },
    ...{ totalFee: 24_600, usedPoints: 0, paymentFlag: 0, ...change },
  });
const FOUR = [
  stay(11, '2026-11-03', '2026-11-06'),
  stay(12, '2026-11-10', '2026-11-13'),
  stay(13, '2026-11-17', '2026-11-20'),
  stay(14, '2026-11-27', '2026-11-30'),
];
const byId = (bookings: readonly Reservation[]) => new Map(bookings.map((one) => [one.id, one]));
const REQUEST: InvoiceRequest = {
  ...{ corporateId: COMPANY, bookingIds: [14, 12, 11, 13], month: day('2026-11-01') as Month },
  ...{ dueDay: day('2026-12-31'), honorific: '御中', remark: '' },
};
const factsWith = (change: Partial<InvoiceFacts> = {}): InvoiceFacts => ({
  ...{ nextNumber: 7, today: TODAY, taxRate: 10, companyName: '㈱見本商事' },
  ...{ bookings: byId(FOUR), living: [], ...change },
});
const codes = (decision: { ok: true } | { ok: false; broken: readonly { code: string }[] }) =>
  decision.ok ? [] : decision.broken.map(({ code }) => code);
const must = <T>(decision: { ok: true; value: T } | { ok: false; broken: readonly object[] }): T => {
  if (!decision.ok) throw new Error(JSON.stringify(decision.broken));
  return decision.value;
};
const issued = (change: Partial<InvoiceFacts> = {}, request: Partial<InvoiceRequest> = {}) =>
  evolveInvoice(null, must(decideInvoice({ ...REQUEST, ...request }, factsWith(change))), 40);

/** An invoice with the accounts of its bookings, which take and give back what is decided. */
class Books {
  bookings: Map<number, Reservation>;
  constructor(
    public invoice: Invoice,
    bookings: readonly Reservation[],
  ) {
    this.bookings = byId(bookings);
  }
  change(id: number, command: Parameters<typeof decideReservation>[0]): Reservation {
    let booking = this.bookings.get(id) as Reservation;
    for (const event of must(decideReservation(command, booking, KNOWN)).events)
      booking = evolveReservation(booking, event, id);
    this.bookings.set(id, booking);
    return booking;
  }
  apply(event: InvoiceEvent): void {
    this.invoice = evolveInvoice(this.invoice, event, this.invoice.id);
  }
  pay(parts: readonly Movement[], receivedOn = TODAY): string[] {
    const { bookings } = this;
    const decision = decideInvoicePayment({ parts, receivedOn }, this.invoice, { bookings, today: TODAY });
    if (!decision.ok) return codes(decision);
    const shares = decision.value.map(({ booking, moved }) => ({
      bookingId: booking.id,
      entry: this.change(booking.id, { type: 'take-payment', parts: moved, keepsWay: true }).version,
      moved,
    }));
    this.apply({ type: 'InvoicePaid', data: { receivedOn, shares } });
    return [];
  }
  revert(payment: number): string[] {
    const decision = decideRevert(payment, this.invoice, this.bookings);
    if (!decision.ok) return codes(decision);
    for (const share of decision.value.payment.shares) {
      const booking = this.bookings.get(share.bookingId) as Reservation;
      const event = shareTakenBack(share, booking, TODAY);
      this.bookings.set(booking.id, evolveReservation(booking, event, booking.id));
    }
    this.apply(decision.value.event);
    return [];
  }
  get open(): number {
    return invoiceOpen(this.invoice, this.bookings);
  }
}

describe('an invoice to a company', () => {
  it('is over what is left of its stays, the oldest first, by tax rate', () => {
    const invoice = issued();
    expect(invoice).toMatchObject({ number: 7, companyName: '㈱見本商事', status: 'living', replaces: null });
    expect(invoice.stays.map(({ bookingId }) => bookingId)).toEqual([11, 12, 13, 14]);
    expect(invoiceAmount(invoice)).toBe(98_400);
    expect(invoiceTotals(invoice)).toEqual([{ taxRate: 10, amount: 98_400 }]);
    expect(JSON.stringify(invoice)).not.toMatch(/山田|ヤマダ/);
  });

  it('bills only what was not paid, and lines by their rates', () => {
    const lines = [
      { id: 2, kind: '追加' as const, name: '弁当', amount: 800, taxRate: 8 as const },
      { id: 3, kind: '値引' as const, name: '常連', amount: -600, taxRate: 10 as const },
    ];
    const entries = [{ id: 4, moved: [{ paymentType: CASH, amount: 4_800 }], day: TODAY }];
    const booking = stay(11, '2026-11-03', '2026-11-06', { account: { entries, charges: lines } });
    const invoice = issued({ bookings: byId([booking]) }, { bookingIds: [11, 11] });
    expect(invoice.stays[0]).toMatchObject({ owed: 24_800, taken: 4_800, amount: 20_000 });
    expect(invoiceTotals(invoice)).toEqual([
      { taxRate: 10, amount: 19_200 },
      { taxRate: 8, amount: 800 },
    ]);
    expect(JSON.stringify(invoice)).not.toContain('弁当');
  });

  it.each<[string, Partial<InvoiceFacts>, Partial<InvoiceRequest>]>([
    ['unknown_company', { companyName: null }, {}],
    ['due_before_issue', {}, { dueDay: day('2026-11-30') }],
    ['unknown_booking', {}, { bookingIds: [11, 99] }],
    ['other_company', { bookings: byId([stay(11, '2026-11-03', '2026-11-06', { corporateId: 5 })]) }, {}],
    ['after_month', { bookings: byId([stay(11, '2026-11-30', '2026-12-02')]) }, {}],
    ['nothing_due', { bookings: byId([stay(11, '2026-11-03', '2026-11-06', { totalFee: 0 })]) }, {}],
    ['nothing_due', { bookings: byId([stay(11, '2026-11-03', '2026-11-06', { status: 'cancelled' })]) }, {}],
    ['already_billed', { living: [issued()] }, { bookingIds: [12] }],
  ])('is refused: %s', (code, change, request) => {
    const bookingIds = change.bookings ? [11] : REQUEST.bookingIds;
    const decision = decideInvoice({ ...REQUEST, bookingIds, ...request }, factsWith(change));
    expect(codes(decision)).toEqual([code]);
  });

  it('may have a stay to the first of the next month, and one of the months before', () => {
    const bookings = byId([
      stay(11, '2026-09-03', '2026-09-06'),
      stay(12, '2026-11-29', '2026-12-01'),
      stay(13, '2026-11-01', '2026-11-02', { status: 'cancelled', account: cancelFee(5_000) }),
    ]);
    expect(invoiceAmount(issued({ bookings }, { bookingIds: [11, 12, 13] }))).toBe(54_200);
  });
});

const cancelFee = (amount: number) => ({
  entries: [],
  charges: [{ id: 2, kind: 'キャンセル料' as const, name: '', amount, taxRate: 0 as const }],
});

describe('the money of an invoice', () => {
  it('goes to the oldest stays first, in part and as a whole; what was billed is never exceeded', () => {
    const books = new Books(issued(), FOUR);
    expect(books.pay([{ paymentType: BANK, amount: 90_000 }], day('2026-11-10'))).toEqual([]);
    expect(books.open).toBe(8_400);
    expect([...books.bookings.values()].map(balanceOf)).toEqual([0, 0, 0, 8_400]);
    expect(books.pay([{ paymentType: BANK, amount: 8_401 }])).toEqual(['invoice_settled']);
    const two = [
      { paymentType: BANK, amount: 8_000 },
      { paymentType: CASH, amount: 399 },
    ];
    expect(books.pay(two)).toEqual([]);
    const lastYen = [{ paymentType: BANK, amount: 1 }];
    expect(books.pay(lastYen)).toEqual([]);
    expect(books.open).toBe(0);
    expect(books.pay(lastYen)).toEqual(['invoice_settled']);
    expect(books.invoice.payments.map(({ receivedOn }) => receivedOn)).toEqual(['2026-11-10', TODAY, TODAY]);
  });

  it('is taken back once, and not where it was given back at the desk', () => {
    const books = new Books(issued(), FOUR);
    books.pay([{ paymentType: BANK, amount: 30_000 }]);
    books.pay([{ paymentType: BANK, amount: 20_000 }]);
    expect(books.revert(9)).toEqual(['unknown_payment']);
    expect(books.revert(2)).toEqual([]);
    expect(books.revert(2)).toEqual(['already_reverted']);
    expect(books.open).toBe(78_400);
    expect([...books.bookings.values()].map(balanceOf)).toEqual([24_600, 5_400, 23_800, 24_600]);
    books.change(12, { type: 'refund', parts: [{ paymentType: BANK, amount: 19_200 }], reason: 'x' });
    expect(books.revert(3)).toEqual(['already_refunded']);
  });

  it('counts what the desk took and gave back', () => {
    const books = new Books(issued(), FOUR);
    books.change(13, { type: 'take-payment', parts: [{ paymentType: CASH, amount: 24_600 }] });
    expect(books.open).toBe(73_800);
    books.change(13, { type: 'refund', parts: [{ paymentType: CASH, amount: 600 }], reason: 'x' });
    expect(invoicePaid(books.invoice, books.bookings)).toBe(24_000);
  });

  it('leaves a stay by invoice as it is, also where the desk takes a part of it in cash', () => {
    const books = new Books(issued(), FOUR);
    books.pay([{ paymentType: BANK, amount: 30_000 }]);
    expect([...books.bookings.values()].map(({ paymentType }) => paymentType)).toEqual([
      BILL,
      BILL,
      BILL,
      BILL,
    ]);
    const part = (amount: number) =>
      books.change(13, { type: 'take-payment', parts: [{ paymentType: CASH, amount }] });
    expect(part(600).paymentType).toBe(BILL);
    expect(part(24_000).paymentType).toBe(CASH);
  });

  it('is not taken for a fee that is lower by now; the invoice says that it is outdated', () => {
    const books = new Books(issued(), FOUR);
    const lower = { kind: '値引' as const, name: '', amount: 4_600, taxRate: 10 as const };
    books.change(14, { type: 'add-charge', ...lower });
    const [, , , last] = books.invoice.stays;
    expect(last && isOutdated(last, books.bookings)).toBe(true);
    expect(books.pay([{ paymentType: BANK, amount: 98_400 }])).toEqual(['invoice_outdated']);
    expect(books.pay([{ paymentType: BANK, amount: 93_800 }])).toEqual([]);
  });

  it('is refused for a day ahead and for a cancelled invoice, which can’t be printed again either', () => {
    const books = new Books(issued(), FOUR);
    expect(books.pay([{ paymentType: BANK, amount: 1 }], day('2026-12-02'))).toEqual(['received_ahead']);
    books.apply(must(decideInvoiceCancel('料金の変更', books.invoice, 8)));
    expect(books.open).toBe(0);
    expect(books.pay([{ paymentType: BANK, amount: 1 }])).toEqual(['invoice_cancelled']);
    expect(codes(decideInvoiceReissue(books.invoice))).toEqual(['invoice_cancelled']);
    expect(codes(decideInvoiceCancel('誤発行', books.invoice))).toEqual(['invoice_cancelled']);
    expect(books.invoice).toMatchObject({ replacedBy: 8, cancelReason: '料金の変更' });
  });

  it('always is what its bookings took, whatever is paid, taken back or taken at the desk', () => {
    const amount = fc.integer({ min: 1, max: 60_000 });
    const step = fc.oneof(
      fc.record({ pay: amount }),
      fc.record({ revert: fc.integer({ min: 2, max: 9 }) }),
      fc.record({ desk: amount, at: fc.constantFrom(11, 12, 13, 14) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const books = new Books(issued(), FOUR);
        for (const one of steps) {
          if ('pay' in one) books.pay([{ paymentType: BANK, amount: one.pay }]);
          else if ('revert' in one) books.revert(one.revert);
          else {
            const left = balanceOf(books.bookings.get(one.at) as Reservation);
            const parts = [{ paymentType: CASH, amount: Math.min(one.desk, left) }];
            if (left > 0) books.change(one.at, { type: 'take-payment', parts });
          }
          const balances = [...books.bookings.values()].map(balanceOf);
          expect(balances.every((balance) => balance >= 0)).toBe(true);
          expect(books.open).toBe(balances.reduce((sum, balance) => sum + balance, 0));
        }
      }),
    );
  });
});

it.each([
  ['2026-12-31', 'current'],
  ['2027-03-31', 'current'],
  ['2026-12-01', 'current'],
  ['2026-11-30', 'one'],
  ['2026-10-01', 'two'],
  ['2026-09-30', 'more'],
  ['2024-09-30', 'more'],
])('what is due on %s is %s on 2026-12-01', (due, age) => {
  expect(debtAge(day(due), TODAY)).toBe(age);
});
