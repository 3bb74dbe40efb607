import { CANCEL_REASONS, evolveInvoice, type Invoice, type InvoiceEvent } from '@domain/payment/invoice.js';
import { TAX_RATES } from '@domain/reservation/money.js';
import { HONORIFICS, PAPER_LINE_KINDS } from '@domain/reservation/reservation.js';
import { z } from 'zod';
import {
  eventDay,
  eventId,
  noData,
  onlyVersion,
  type StreamDefinition,
} from '../event-store/event-stream.js';

const yen = z.int().nonnegative();
const moved = z.array(z.strictObject({ paymentType: eventId.nullable(), amount: z.int() }));
const stay = z.strictObject({
  ...{ bookingId: eventId, stayStart: eventDay, stayEnd: eventDay, roomNumber: z.string() },
  ...{ totalFee: yen, usedPoints: yen, owed: yen, taken: z.int(), amount: yen },
  lines: z.array(
    z.strictObject({
      ...{
        charge: z.int().nonnegative(),
        kind: z.enum(PAPER_LINE_KINDS),
        amount: z.int(),
        taxRate: z.literal(TAX_RATES),
      },
    }),
  ),
  totals: z.array(z.strictObject({ taxRate: yen, amount: yen })),
});

const issued = {
  ...{ number: eventId, corporateId: eventId, companyName: z.string(), honorific: z.enum(HONORIFICS) },
  ...{ month: eventDay, issuedOn: eventDay, dueDay: eventDay, replaces: eventId.nullable() },
  stays: z.array(stay),
};

/** Invoices to companies (請求書); guests are named by their bookings alone, so that only the remark may be personal. */
export const invoiceStream: StreamDefinition<Invoice, InvoiceEvent> = {
  category: 'invoice',
  table: 'invoices',
  key: { column: 'id', type: 'integer' },
  row: ({ number, corporateId, status, stays }) => ({
    ...{ number, corporate_id: corporateId, is_living: status === 'living' },
    booking_ids: stays.map(({ bookingId }) => bookingId),
  }),
  evolve: evolveInvoice,
  events: {
    // Version 1 had no remark.
    InvoiceIssued: {
      schemas: [z.strictObject(issued), z.strictObject({ ...issued, remark: z.string() })],
      upcasters: [(data) => ({ ...data, remark: '' })],
    },
    InvoiceReissued: onlyVersion(noData),
    InvoicePaid: onlyVersion(
      z.strictObject({
        receivedOn: eventDay,
        shares: z.array(z.strictObject({ bookingId: eventId, entry: eventId, moved })),
      }),
    ),
    InvoicePaymentReverted: onlyVersion(z.strictObject({ payment: eventId })),
    InvoiceCancelled: onlyVersion(
      z.strictObject({ reason: z.enum(CANCEL_REASONS), replacedBy: eventId.nullable() }),
    ),
  },
  personalFields: ['remark'],
};
