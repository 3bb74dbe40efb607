import { addMonths, type Day, lastDayOf, type Month } from '@domain/dates.js';
import { folded } from '@domain/search/folded.js';
import type { CompanyReceivables, InvoiceRecord, InvoiceWritten, Receivables } from '@wire/invoice.js';
import type { ChangeFrame } from '@wire/live.js';
import { atom } from 'jotai';
import { flushSync } from 'react-dom';
import { get, type WriteGuards, write } from '../shared/api/request.js';
import { Resource } from '../shared/resource.js';
import { store } from '../shared/store.js';

/** The debts of companies, with the stays that wait up to a month. */
export const receivables = new Resource<Month, Receivables>(
  'receivables',
  (month, signal) => get('/api/receivables', { month }, signal),
  { keepPrevious: 'briefly' },
);

/** The company that is looked at, as `id month`. */
export const companyReceivables = new Resource<string, CompanyReceivables>(
  'receivables/company',
  (query, signal) => {
    const [id = '', month = ''] = query.split(' ');
    return get(`/api/receivables/${id}`, { month }, signal);
  },
);

const concerns = ({ bookings, invoices, masters }: ChangeFrame): boolean =>
  bookings.length > 0 || invoices !== undefined || masters.includes('corporate');

/** Keeps what is shown current; returns how to stop. */
export const followReceivables = (): (() => void) => receivables.follow(concerns);
export const followCompany = (): (() => void) => companyReceivables.follow(concerns);

/** The invoice that goes on paper; null while none does. */
export const printedInvoiceAtom = atom<InvoiceRecord | null>(null);

/** Reads an invoice. */
async function fetchInvoice(id: number): Promise<InvoiceRecord> {
  return (await get<InvoiceRecord>(`/api/invoices/${id}`)).data;
}

/** Puts an invoice on paper. */
export function printInvoice(invoice: InvoiceRecord): void {
  flushSync(() => store.set(printedInvoiceAtom, invoice));
  window.print();
  store.set(printedInvoiceAtom, null);
}

/** Issues an invoice and prints it. */
export async function issueInvoice(body: object): Promise<void> {
  const { id } = await write<InvoiceWritten>('POST', '/api/invoices', body);
  printInvoice(await fetchInvoice(id));
}

/** Does something to an invoice in the version that is shown; answers it as it is then. */
export async function changeInvoice(
  { id, version }: InvoiceRecord,
  what: 'payments' | 'reversals' | 'reissue' | 'cancel' | 'replacement',
  body: object,
): Promise<InvoiceRecord> {
  const guards: WriteGuards = { version };
  const written = await write<InvoiceWritten>('POST', `/api/invoices/${id}/${what}`, body, guards);
  return fetchInvoice(written.id);
}

/** Returns the usual day due: the end of the month after the billed one, and of next month where that is past. */
export function usualDueDay(month: Month, today: Day): Day {
  const due = lastDayOf(addMonths(month, 1));
  return due >= today ? due : lastDayOf(addMonths(`${today.slice(0, 7)}-01` as Month, 1));
}

/** Returns those whose name has a text, however it is spelled. */
export function matching<Debt>(debts: readonly Debt[], nameOf: (debt: Debt) => string, text: string): Debt[] {
  const word = folded(text);
  return debts.filter((debt) => folded(nameOf(debt)).includes(word));
}

/** The ages of debts as headings, in their order. */
export const AGE_NAMES = ['当月', '1か月', '2か月', '3か月以上'] as const;
