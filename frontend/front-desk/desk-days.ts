import type { Day } from '@domain/dates.js';
import type { DeskRecord, InvoicePage, UnpaidCursor } from '@wire/older-unpaid.js';
import type { RoomChange } from '@wire/room-change.js';
import { atom } from 'jotai';
import { type Answer, get } from '../shared/api/request.js';
import { todayAtom } from '../shared/hotel.js';
import { paymentsStateAtom } from '../shared/masters.js';
import { Resource } from '../shared/resource.js';
import { stopAll, store } from '../shared/store.js';
import { type DeskBooking, deskBooking, withInvoices } from './desk.js';

/** After an answer the next question waits so long, however much happens. */
const PAUSE_MS = 500;

/** The day that the address names; null for today. */
export const namedDayAtom = atom<Day | null>(null);

/** The day that is shown; null until today is known. */
export const deskDayAtom = atom((get) => get(namedDayAtom) ?? get(todayAtom));

const placed = (records: readonly DeskRecord[]): DeskBooking[] =>
  records.map((record) => {
    const kind = record.room_type && `${record.smoking_status}${record.room_type}`;
    return deskBooking(record, { number: record.room_number, kind });
  });

/** The bookings of another day than today. */
export const otherDay = new Resource<Day, readonly DeskRecord[]>(
  'front-desk/day',
  (date, signal) => get('/api/front-desk', { date }, signal),
  { pauseMs: PAUSE_MS },
);
export const otherDayBookingsAtom = atom((get) => {
  const { value, query } = get(otherDay.atom);
  return value && query === get(deskDayAtom) ? placed(value) : null;
});

type Invoices = Pick<InvoicePage, 'bookings' | 'more'>;

async function readInvoices(pages: number, signal: AbortSignal): Promise<Answer<Invoices>> {
  const read = (after: UnpaidCursor | null) =>
    get<InvoicePage>('/api/front-desk/invoices', after === null ? {} : { after }, signal);
  const { data, position } = await read(null);
  let last = data;
  const bookings = [...data.bookings];
  for (let page = 1; page < pages && last.more > 0; page++) {
    last = (await read(last.next)).data;
    bookings.push(...last.bookings);
  }
  return { data: { bookings, more: last.more }, position };
}

/** Invoices that companies owe, so many pages of them. */
export const invoices = new Resource<number, Invoices>('front-desk/invoices', readInvoices, {
  keepPrevious: 'always',
  pauseMs: PAUSE_MS,
});

/** Invoices that companies owe as far as they were read; null until then. */
export const invoicesAtom = atom((get) => {
  const { value } = get(invoices.atom);
  return value && withInvoices(placed(value.bookings), get(paymentsStateAtom).value);
});

/** Number of stays by invoice that are not shown. */
export const moreInvoicesAtom = atom((get) => get(invoices.atom).value?.more ?? 0);

/** Shows one page more of what companies owe by invoice; answers the id of its first. */
export async function showMoreInvoices(): Promise<number | null> {
  const { query, value } = invoices.state;
  await invoices.load((query ?? 0) + 1);
  const shown = invoices.state.value?.bookings ?? [];
  return shown[value?.bookings.length ?? 0]?.id ?? null;
}

/** The moves to other rooms on the shown day. */
export const roomChanges = new Resource<Day, readonly RoomChange[]>(
  'front-desk/room-changes',
  (date, signal) => get('/api/front-desk/room-changes', { date }, signal),
  { pauseMs: PAUSE_MS },
);

/** Reads what belongs to the shown day and what is owed by invoice, and keeps it current; returns how to stop. */
export function followDays(): () => void {
  const read = () => {
    const [day, today] = [store.get(deskDayAtom), store.get(todayAtom)];
    if (day === null) return;
    if (day === today) otherDay.reset();
    else void otherDay.load(day);
    void roomChanges.load(day);
  };
  const stops = [
    store.sub(deskDayAtom, read),
    ...[otherDay, invoices, roomChanges].map((resource) =>
      resource.follow(({ bookings }) => bookings.length > 0),
    ),
  ];
  read();
  void invoices.load(1);
  return stopAll(stops);
}
