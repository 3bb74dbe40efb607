import type { PaperKind } from '@domain/reservation/reservation.js';
import type { ReceiptRecord, ReceiptSplit } from '@wire/payment.js';
import { atom } from 'jotai';
import { flushSync } from 'react-dom';
import { get, write } from '../shared/api/request.js';
import { Resource } from '../shared/resource.js';
import { store } from '../shared/store.js';
import { renewOnErasure } from '../shared/ui/use-opened.js';

/** The booking whose receipt is being written; null for none. */
export const receiptBookingAtom = atom<number | null>(null);

/** The receipt that goes on paper; null while none does. */
export const printedReceiptAtom = atom<ReceiptRecord | null>(null);

/** The parts of a receipt that go on paper; empty while none do. */
export const printedPartsAtom = atom<readonly ReceiptRecord[]>([]);

/** Issues the receipt of a booking in parts, or issues them again, and prints them all. */
export async function issueParts(
  bookingId: number,
  parts: readonly object[],
  version: number,
): Promise<void> {
  const path = `/api/booking/${bookingId}/receipt-parts`;
  const issued: { parts: ReceiptRecord[] } = await write('POST', path, { parts }, { version });
  flushSync(() => store.set(printedPartsAtom, issued.parts));
  window.print();
  store.set(printedPartsAtom, []);
  store.set(receiptBookingAtom, null);
}

/** Opens the receipt of a booking, which is issued and printed from there. */
export function printReceipt(bookingId: number): void {
  store.set(receiptBookingAtom, bookingId);
}

/** A paper of a booking, of the usual kind where that is null. */
type AskedPaper = { bookingId: number; kind: PaperKind | null };

/** The paper that is being written, before its issue. */
export const openedReceipt = new Resource<AskedPaper, ReceiptRecord>(
  'receipt',
  ({ bookingId, kind }, signal) =>
    get(`/api/booking/${bookingId}/receipt`, kind === null ? {} : { kind }, signal),
  { keepPrevious: 'always' },
);

/** The nights and lines that a receipt is split into, before its parts are issued. */
export const openedParts = new Resource<number, ReceiptSplit>('receipt-parts', (bookingId, signal) =>
  get(`/api/booking/${bookingId}/receipt-parts`, {}, signal),
);

renewOnErasure(openedReceipt, ({ bookingId }) => bookingId);
renewOnErasure(openedParts, (bookingId) => bookingId);

/** Issues a paper of a booking, or issues it again, and prints it. */
export async function issueAndPrint(
  bookingId: number,
  said: Pick<ReceiptRecord, 'kind' | 'addressee' | 'honorific' | 'note'>,
): Promise<void> {
  const receipt: ReceiptRecord = await write('POST', `/api/booking/${bookingId}/receipt`, said);
  flushSync(() => store.set(printedReceiptAtom, receipt));
  window.print();
  store.set(printedReceiptAtom, null);
  store.set(receiptBookingAtom, null);
}
