import { atom } from 'jotai';
import { fetchHistory, type HistoryEntry } from '../../shared/api/audit-api.js';
import { calendarAtom } from '../../shared/calendar-data/calendar.js';
import { onErasure } from '../../shared/erasure.js';
import { family } from '../../shared/family.js';
import { Resource } from '../../shared/resource.js';

/** Events of the booking that is looked at, newest first. */
export const bookingHistory = new Resource<number, readonly HistoryEntry[]>('history', async (id, signal) => {
  const { data, position } = await fetchHistory(id, signal);
  return { data: data.events.toReversed(), position };
});

/** The newest version of a booking that this page has received. */
export const receivedVersionAtom = family((id: number) =>
  atom((get) => get(calendarAtom)?.known.get(id)?.version ?? 0),
);

onErasure(() => bookingHistory.renew());
