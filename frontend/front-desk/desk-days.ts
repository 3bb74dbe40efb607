import type { Day } from '@domain/dates.js';
import type { FoundBooking } from '@wire/booking-record.js';
import type { RoomChange } from '@wire/room-change.js';
import { atom } from 'jotai';
import { get } from '../shared/api/request.js';
import { todayAtom } from '../shared/hotel.js';
import { paymentsAtom } from '../shared/masters.js';
import { Resource } from '../shared/resource.js';
import { store } from '../shared/store.js';
import { type DeskBooking, deskBooking, withInvoices } from './desk.js';

/** After an answer the next question waits so long, however much happens. */
const PAUSE_MS = 500;

/** The day that the address names; null for today. */
export const namedDayAtom = atom<Day | null>(null);

/** The day that is shown; null until today is known. */
export const deskDayAtom = atom((get) => get(namedDayAtom) ?? get(todayAtom));

const placed = (records: readonly FoundBooking[]): DeskBooking[] =>
  records.map((record) => deskBooking(record, { number: record.room_number, kind: '' }));

/** The bookings of another day than today. */
export const otherDay = new Resource<Day, readonly FoundBooking[]>(
  'front-desk/day',
  (date, signal) => get('/api/front-desk', { date }, signal),
  { pauseMs: PAUSE_MS },
);
export const otherDayBookingsAtom = atom((get) => {
  const { value, query } = get(otherDay.atom);
  return value && query === get(deskDayAtom) ? placed(value) : null;
});

const invoices = new Resource<null, readonly FoundBooking[]>(
  'front-desk/invoices',
  (_all, signal) => get('/api/front-desk/invoices', {}, signal),
  { pauseMs: PAUSE_MS },
);

/** What companies owe by invoice; null until it was read. */
export const invoicesAtom = atom((get) => {
  const { value } = get(invoices.atom);
  return value && withInvoices(placed(value), get(paymentsAtom));
});

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
  void invoices.load(null);
  return () => {
    for (const stop of stops) stop();
  };
}
