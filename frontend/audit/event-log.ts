import type { EventPage, EventRecord } from '@wire/event-record.js';
import { atom } from 'jotai';
import { type EventQuery, fetchEvents } from '../shared/api/audit-api.js';
import { Resource } from '../shared/resource.js';
import { store } from '../shared/store.js';

/** The event log as far as it was read, newest first. */
export type EventLog = {
  filter: EventQuery;
  events: readonly EventRecord[];
  /** Where the next older page begins; null when there is none. */
  next: number | null;
  /** Up to which position newer ones were asked for. */
  head: number;
  /** Newer ones that are not listed yet, newest first; more than these when `freshGoOn`. */
  fresh: readonly EventRecord[];
  freshGoOn: boolean;
};

const PAGE = '100';
const MOST_FRESH = '200';

/** The log as far as it was read. */
export const eventLog = new Resource<EventQuery, EventLog>(
  'events',
  async (filter, signal) => {
    const { data, position } = await fetchEvents({ ...filter, before: 'head', limit: PAGE }, signal);
    return { data: { ...data, filter, fresh: [], freshGoOn: false }, position };
  },
  { keepPrevious: true },
);

/** The page before the oldest event that is listed. */
const olderEvents = new Resource<EventLog, EventPage>('events', ({ filter, next }, signal) =>
  fetchEvents({ ...filter, before: String(next), limit: PAGE }, signal),
);

/** The log that is shown; null until it was read. */
export const eventLogAtom = atom((get) => get(eventLog.atom).value);
/** Why the log, or more of it, could not be read; null when it could. */
export const logFailureAtom = atom(
  (get) => (get(eventLog.atom).error ?? get(olderEvents.atom).error)?.message ?? null,
);
/** Whether the list stands at its top, so that what is new appears there at once. */
export const atTopAtom = atom(true);
/** The event whose details are shown. */
export const openedEventAtom = atom<EventRecord | null>(null);
/** The event that the keyboard is on, by its position. */
export const currentEventAtom = atom<number | null>(null);

/** Reads the newest events that a filter finds; none are shown when that fails. Answers the head. */
export async function showEvents(filter: EventQuery): Promise<number | null> {
  olderEvents.reset();
  await eventLog.load(filter);
  const { status, query, value } = eventLog.state;
  if (query !== filter) return null;
  if (status === 'failed') store.set(eventLog.atom, (now) => ({ ...now, value: null }));
  return status === 'ready' && value ? value.head : null;
}

/** Tries once more to read what could not be read. */
export async function retryEvents(): Promise<void> {
  if (eventLog.state.value) await loadOlder();
  else await eventLog.reload();
}

/** Reads the next older page, if there is one. */
export async function loadOlder(): Promise<void> {
  const log = eventLog.state.value;
  if (!log || log.next === null || olderEvents.state.status === 'loading') return;
  await olderEvents.load(log);
  const { query, value: page } = olderEvents.state;
  if (query !== log || page === null) return;
  olderEvents.reset();
  eventLog.update((now) =>
    now.next === log.next ? { ...now, events: [...now.events, ...page.events], next: page.next } : now,
  );
}

/** Lists what is new; when that is more than was read, the list begins anew. */
export async function showFresh(): Promise<void> {
  const log = eventLog.state.value;
  if (!log || log.fresh.length === 0) return;
  if (log.freshGoOn) await showEvents(log.filter);
  else eventLog.update((now) => ({ ...now, events: [...now.fresh, ...now.events], fresh: [] }));
}

/** Adds newer events; they are listed at once while the list is at its top. */
export async function takeNewer(page: EventPage): Promise<void> {
  eventLog.update((log) => {
    const newer = page.events.filter(({ position }) => position > log.head).reverse();
    const freshGoOn = log.freshGoOn || page.next !== null;
    return { ...log, head: Math.max(log.head, page.head), fresh: [...newer, ...log.fresh], freshGoOn };
  });
  if (store.get(atTopAtom)) await showFresh();
}

/** Asks for what came after the events that were read. */
export async function fetchNewer({ filter, head }: EventLog): Promise<EventPage> {
  return (await fetchEvents({ ...filter, after: String(head), limit: MOST_FRESH })).data;
}
