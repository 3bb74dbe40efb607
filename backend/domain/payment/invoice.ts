import { type Day, type Month, monthsBetween } from '../dates.js';
import { balanceOf, owedOf, prepaidOf, takenOf } from '../reservation/account.js';
import type { Movement, TaxRate } from '../reservation/money.js';
import type { Honorific, PaperLine, RateTotal, Reservation } from '../reservation/reservation.js';

/**
 * A line beside the fee as it was billed; its name stands in the booking alone, which may be erased. `charge` is 0 for the
 * 宿泊税, which the fee includes as 内宿泊税.
 */
export type InvoiceLine = { charge: number; kind: PaperLine['kind']; amount: number; taxRate: TaxRate };

/**
 * A stay on an invoice as it was then, in whole yen; its guest is looked up from the booking. `owed` is its cost less what
 * others took, `taken` what this hotel took of it before, `amount` what is billed: the rest.
 */
export type InvoiceStay = {
  bookingId: number;
  stayStart: Day;
  stayEnd: Day;
  roomNumber: string;
  totalFee: number;
  usedPoints: number;
  lines: readonly InvoiceLine[];
  owed: number;
  taken: number;
  amount: number;
  totals: readonly RateTotal[];
};

/** An invoice (請求書) over stays of a company; `companyName` as it was then. */
export type InvoiceDetails = {
  number: number;
  corporateId: number;
  companyName: string;
  honorific: Honorific;
  month: Month;
  issuedOn: Day;
  dueDay: Day;
  stays: readonly InvoiceStay[];
  /** The number of the invoice that it stands in for. */
  replaces: number | null;
  /** 備考, printed on it; empty for none. */
  remark: string;
};

/** Money that a payment gave to one booking: the entry of its account, by way of paying. */
export type InvoiceShare = { bookingId: number; entry: number; moved: readonly Movement[] };

/** Reason for the cancellation of an invoice. */
export const CANCEL_REASONS = ['料金の変更', '予約の変更', '宛先・期限の変更', '誤発行', 'その他'] as const;
export type CancelReason = (typeof CANCEL_REASONS)[number];

export type InvoiceEvent =
  | { type: 'InvoiceIssued'; data: InvoiceDetails }
  | { type: 'InvoiceReissued'; data: Record<string, never> }
  | { type: 'InvoicePaid'; data: { receivedOn: Day; shares: readonly InvoiceShare[] } }
  | { type: 'InvoicePaymentReverted'; data: { payment: number } }
  | { type: 'InvoiceCancelled'; data: { reason: CancelReason; replacedBy: number | null } };

/** A payment of an invoice; `id` is the version that it gave the invoice. */
export type InvoicePayment = {
  id: number;
  receivedOn: Day;
  shares: readonly InvoiceShare[];
  isReverted?: true;
};

/** An invoice as its events have left it; `reissues` is how often it was printed again. */
export type Invoice = InvoiceDetails & {
  id: number;
  version: number;
  status: 'living' | 'cancelled';
  payments: readonly InvoicePayment[];
  reissues: number;
  cancelReason?: CancelReason;
  /** The number of the invoice that stands in for it. */
  replacedBy?: number;
};

function changed(state: Invoice, event: Exclude<InvoiceEvent, { type: 'InvoiceIssued' }>): Partial<Invoice> {
  switch (event.type) {
    case 'InvoiceReissued':
      return { reissues: state.reissues + 1 };
    case 'InvoicePaid':
      return { payments: [...state.payments, { id: state.version + 1, ...event.data }] };
    case 'InvoicePaymentReverted':
      return {
        payments: state.payments.map((payment) =>
          payment.id === event.data.payment ? { ...payment, isReverted: true as const } : payment,
        ),
      };
    case 'InvoiceCancelled': {
      const { reason, replacedBy } = event.data;
      return {
        status: 'cancelled',
        cancelReason: reason,
        ...(replacedBy !== null && { replacedBy }),
      };
    }
    default:
      return event satisfies never;
  }
}

/** The invoice after an event; it begins with InvoiceIssued. */
export function evolveInvoice(state: Invoice | null, event: InvoiceEvent, id: number): Invoice {
  if (event.type === 'InvoiceIssued') {
    if (state) throw new Error(`invoice ${id} was issued twice`);
    return { ...event.data, id, version: 1, status: 'living', payments: [], reissues: 0 };
  }
  if (!state) throw new Error(`${event.type} does not fit the history of invoice ${id}`);
  return { ...state, ...changed(state, event), version: state.version + 1 };
}

/** The bookings of invoices by id. */
export type Bookings = ReadonlyMap<number, Reservation>;

/** Returns what is owed to this hotel for a stay: its cost less what others took, in whole yen. */
export function owedHere(booking: Reservation): number {
  return owedOf(booking) - prepaidOf(booking);
}

/** Returns what came in for a billed stay since then, at the desk as well; never more than was billed. */
export function paidOfStay(stay: InvoiceStay, bookings: Bookings): number {
  const booking = bookings.get(stay.bookingId);
  return booking ? Math.min(Math.max(0, takenOf(booking) - stay.taken), stay.amount) : 0;
}

/** Returns true if a stay costs something else than what was billed. */
export function isOutdated(stay: InvoiceStay, bookings: Bookings): boolean {
  const booking = bookings.get(stay.bookingId);
  return !booking || owedHere(booking) !== stay.owed;
}

const sumOf = (parts: readonly { amount: number }[]): number =>
  parts.reduce((sum, { amount }) => sum + amount, 0);

/** The sum of an invoice in whole yen. */
export function invoiceAmount({ stays }: Pick<Invoice, 'stays'>): number {
  return sumOf(stays);
}

/** Sums an invoice by tax rate, in the order of the first of each: the tax is rounded once a rate. */
export function invoiceTotals({ stays }: Pick<Invoice, 'stays'>): RateTotal[] {
  const sums = new Map<number, number>();
  for (const { taxRate, amount } of stays.flatMap(({ totals }) => totals)) {
    sums.set(taxRate, (sums.get(taxRate) ?? 0) + amount);
  }
  return [...sums].map(([taxRate, amount]) => ({ taxRate, amount }));
}

/** Returns what came in for an invoice, in whole yen. */
export function invoicePaid({ stays }: Pick<Invoice, 'stays'>, bookings: Bookings): number {
  return stays.reduce((sum, stay) => sum + paidOfStay(stay, bookings), 0);
}

/** Returns what is left of an invoice, in whole yen; 0 once it is cancelled. */
export function invoiceOpen(invoice: Pick<Invoice, 'stays' | 'status'>, bookings: Bookings): number {
  return invoice.status === 'cancelled' ? 0 : invoiceAmount(invoice) - invoicePaid(invoice, bookings);
}

/** Open money of one billed stay that an account can take now, the oldest stay first. */
export function takeableStays({ stays }: Pick<Invoice, 'stays'>, bookings: Bookings) {
  return [...stays]
    .sort((a, b) => a.stayStart.localeCompare(b.stayStart) || a.bookingId - b.bookingId)
    .flatMap((stay) => {
      const booking = bookings.get(stay.bookingId);
      if (!booking) return [];
      const open = Math.min(stay.amount - paidOfStay(stay, bookings), balanceOf(booking));
      return open > 0 ? [{ booking, open }] : [];
    });
}

/** Gives amounts by ways of paying to stays, the first one first; what is left over is left out. */
export function sharesOf<Stay extends { open: number }>(
  parts: readonly Movement[],
  stays: readonly Stay[],
): { stay: Stay; moved: Movement[] }[] {
  const left = parts.map((part) => ({ ...part }));
  return stays.flatMap((stay) => {
    let { open } = stay;
    const moved = left.flatMap((part) => {
      const amount = Math.min(part.amount, open);
      part.amount -= amount;
      open -= amount;
      return amount > 0 ? [{ paymentType: part.paymentType, amount }] : [];
    });
    return moved.length > 0 ? [{ stay, moved }] : [];
  });
}

/** Ages of debts (売掛), counted in months from the month of the day they are due. */
export const DEBT_AGES = ['current', 'one', 'two', 'more'] as const;
export type DebtAge = (typeof DEBT_AGES)[number];

/** Returns the age of what is due on a day: `current` in its month and before, `more` from the third month after it on. */
export function debtAge(dueDay: Day, today: Day): DebtAge {
  const months = Math.min(Math.max(0, monthsBetween(dueDay, today)), DEBT_AGES.length - 1);
  return DEBT_AGES[months] ?? 'more';
}
