import { atom } from 'jotai';
import { UNKNOWN_FAILURE } from '../../shared/alert-failure.js';
import { fetchHistory, type HistoryEntry } from '../../shared/api/audit-api.js';
import { ApiError } from '../../shared/api/request.js';
import { calendarAtom } from '../../shared/calendar-data/calendar.js';
import { family } from '../../shared/family.js';
import { store } from '../../shared/store.js';

/** What is known of a booking's past: its entries, newest first, or why they could not be read. */
export type BookingHistory = { id: number; entries: readonly HistoryEntry[]; failure: string | null };

/** The history that is shown; null until it was read. */
export const historyAtom = atom<BookingHistory | null>(null);

let latest = 0;

/** The newest version of a booking that this page has received. */
export const receivedVersionAtom = family((id: number) =>
  atom((get) => get(calendarAtom)?.known.get(id)?.version ?? 0),
);

/** Reads what happened to a booking; what was read before stays until then. */
export async function loadHistory(id: number): Promise<void> {
  const ticket = ++latest;
  if (store.get(historyAtom)?.id !== id) store.set(historyAtom, null);
  try {
    const events = await fetchHistory(id);
    if (ticket === latest) store.set(historyAtom, { id, entries: events.toReversed(), failure: null });
  } catch (error) {
    console.error('history', error);
    const failure = error instanceof ApiError ? error.message : UNKNOWN_FAILURE;
    if (ticket !== latest) return;
    store.set(historyAtom, (now) => ({ id, entries: now?.entries ?? [], failure }));
  }
}
