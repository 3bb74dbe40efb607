import type { BrokenRule } from '@domain/broken-rule.js';
import type { Day } from '@domain/dates.js';
import { taxIncluded } from '@domain/payment/paper.js';
import { isRequired } from '@domain/payment/return-invoice.js';
import { type Flag, HONORIFICS, type ReturnInvoice } from '@domain/reservation/reservation.js';
import { choice, idField, text } from './fields.js';

/** Query of `GET /api/booking/{id}/return-invoice`: a refund by its entry in the account, the latest when left out. */
export const refundField = idField('返金').optional();

/** Body of `POST /api/booking/{id}/return-invoice`: of which refund, to whom and how addressed (as usual when left out). */
export const returnInvoiceShape = {
  refund: idField('返金'),
  addressee: text('宛名', 100).optional(),
  honorific: choice('敬称', HONORIFICS).optional(),
};

/** A 適格返還請求書; `number` is null for one that would be the first. Whole yen, the tax included. */
export type ReturnInvoiceRecord = {
  /** The booking's id. */
  id: number;
  refund: number;
  number: number | null;
  addressee: string;
  honorific: ReturnInvoice['honorific'];
  date: Day;
  /** The day of the return. */
  day: Day;
  stay: { stay_start: Day; stay_end: Day; room_number: string };
  amount: number;
  totals: { tax_rate: number; amount: number; tax: number }[];
  /** 0 below 10,000 yen, where nobody must hand it out. */
  is_required: Flag;
  is_reissue: Flag;
  replaces: number | null;
  refusal: string | null;
};

/** Encodes a paper that was issued, or as it would be; `refusal` is why it can't be. */
export function encodeReturnInvoice(
  id: number,
  paper: Omit<ReturnInvoice, 'number'> & { number: number | null },
  refusal: BrokenRule | null = null,
): ReturnInvoiceRecord {
  const { refund, number, addressee, honorific, date, day, stay, totals, replaces } = paper;
  return {
    ...{ id, refund, number, addressee, honorific, date, day },
    stay: { stay_start: stay.stayStart, stay_end: stay.stayEnd, room_number: stay.roomNumber },
    amount: totals.reduce((sum, { amount }) => sum + amount, 0),
    totals: totals.map(({ taxRate, amount }) => ({
      ...{ tax_rate: taxRate, amount, tax: taxIncluded(amount, taxRate) },
    })),
    is_required: isRequired(totals) ? 1 : 0,
    is_reissue: paper.reissues > 0 ? 1 : 0,
    replaces,
    refusal: refusal?.message ?? null,
  };
}
