import type { PaperKind } from '@domain/reservation/reservation.js';
import type { ReceiptRecord } from '@wire/payment.js';
import { atom } from 'jotai';
import { flushSync } from 'react-dom';
import { get, write } from '../shared/api/request.js';
import { store } from '../shared/store.js';

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

/** Reads the contents of a paper before its issue; of the usual kind unless one is named. */
export async function fetchReceipt(
  bookingId: number,
  kind: PaperKind | null,
  signal: AbortSignal,
): Promise<ReceiptRecord> {
  const query: Record<string, string> = kind === null ? {} : { kind };
  return (await get<ReceiptRecord>(`/api/booking/${bookingId}/receipt`, query, signal)).data;
}

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
