import { ERASING_EVENT } from '@domain/erased.js';
import type { EventPage, EventRecord } from '@wire/event-record.js';
import { atom } from 'jotai';
import { type EventQuery, fetchEvents } from '../shared/api/audit-api.js';
import { onErasure } from '../shared/erasure.js';
import { followFrames } from '../shared/live/frame-listeners.js';
import { logPositionAtom } from '../shared/live/live-session.js';
import { Resource } from '../shared/resource.js';
import { stopAll, store } from '../shared/store.js';

/** Filters of the event log; the names are those of the server's query and of the address. */
const EVENT_FILTERS = ['from', 'to', 'type', 'room', 'booking_id', 'staff_id', 'terminal', 'q'] as const;
export type EventFilterName = (typeof EVENT_FILTERS)[number];

/** The filters that an address has. */
export function filterOf(search: URLSearchParams): EventQuery {
  const given = EVENT_FILTERS.map((name) => [name, (search.get(name) ?? '').trim()] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== ''));
}

/** A filter with one of its parts set anew; an empty value takes the part away. */
export function withFilter(
  filter: EventQuery,
  changes: Partial<Record<EventFilterName, string>>,
): EventQuery {
  return filterOf(new URLSearchParams({ ...filter, ...changes }));
}

/** The event log as far as it was read, newest first. */
export type EventLog = {
  filter: EventQuery;
  events: readonly EventRecord[];
  /** Cursor of the next older page; null when there is none. */
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
const eventLog = new Resource<EventQuery, EventLog>(
  'events',
  async (filter, signal) => {
    const { data, position } = await fetchEvents({ ...filter, before: 'head', limit: PAGE }, signal);
    return { data: { ...data, filter, fresh: [], freshGoOn: false }, position };
  },
  { keepPrevious: 'briefly' },
);

/** The page before the oldest event that is listed. */
const olderEvents = new Resource<EventLog, EventPage>('events', ({ filter, next }, signal) =>
  fetchEvents({ ...filter, before: String(next), limit: PAGE }, signal),
);

/** The log that is shown; null until it was read. */
export const eventLogAtom = atom((get) => get(eventLog.atom).value);
/** Reason why the log, or more of it, could not be read; null when it could. */
export const logFailureAtom = atom(
  (get) => (get(eventLog.atom).error ?? get(olderEvents.atom).error)?.message ?? null,
);
/** True if the list stands at its top, so that what is new appears there at once. */
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
async function takeNewer(page: EventPage): Promise<void> {
  eventLog.update((log) => {
    const newer = page.events.filter(({ position }) => position > log.head).reverse();
    const freshGoOn = log.freshGoOn || page.next !== null;
    return { ...log, head: Math.max(log.head, page.head), fresh: [...newer, ...log.fresh], freshGoOn };
  });
  if (store.get(atTopAtom)) await showFresh();
}

/** True if the log is on the screen. */
const isFollowedAtom = atom(false);

/** Returns true if a guest was erased since the list was read. */
async function erasedSince(log: EventLog): Promise<boolean> {
  const query = { type: ERASING_EVENT, after: String(log.head), limit: '1' };
  return (await fetchEvents(query)).data.events.length > 0;
}

async function readAnew(log: EventLog): Promise<void> {
  await showEvents(log.filter);
  const opened = store.get(openedEventAtom);
  if (!opened) return;
  const { data } = await fetchEvents({ after: String(opened.position - 1), limit: '1' });
  store.set(openedEventAtom, (now) => (now === opened ? (data.events[0] ?? null) : now));
}

async function catchUp(log: EventLog): Promise<void> {
  if (await erasedSince(log)) return readAnew(log);
  const query = { ...log.filter, after: String(log.head), limit: MOST_FRESH };
  const { data: page } = await fetchEvents(query);
  if (store.get(eventLogAtom)?.filter === log.filter) await takeNewer(page);
}

/** Reads until the list has everything up to the received log position. */
async function readNewer(): Promise<void> {
  try {
    for (;;) {
      const log = store.get(eventLogAtom);
      const place = store.get(logPositionAtom);
      if (!log || !place || place.position <= log.head) return;
      await catchUp(log);
      if (store.get(eventLogAtom)?.head === log.head) return;
    }
  } catch (error) {
    console.error('events', error);
  }
}

/** Drops the events while they are not on the screen; those on the screen are read anew after an erasure. */
function forgetEvents(): void {
  if (store.get(isFollowedAtom)) return;
  eventLog.reset();
  store.set(openedEventAtom, null);
}

/** Keeps the event log current while it is shown; returns how to stop. */
export function followLog(): () => void {
  let logId = store.get(logPositionAtom)?.logId;
  let isReading = false;
  const followOnce = async () => {
    if (isReading) return;
    isReading = true;
    await readNewer();
    isReading = false;
  };
  const onMove = () => {
    const place = store.get(logPositionAtom);
    const log = store.get(eventLogAtom);
    const isOther = logId !== undefined && place?.logId !== logId;
    logId = place?.logId;
    if (!log && store.get(logFailureAtom) !== null) void retryEvents();
    else if (log && isOther) void readAnew(log);
    else void followOnce();
  };
  store.set(isFollowedAtom, true);
  const stops = [
    // Everything is to be read anew: the log may have been restored and gone on differently.
    followFrames((frame) => {
      const log = store.get(eventLogAtom);
      if (log && frame === null) void readAnew(log);
    }),
    store.sub(logPositionAtom, onMove),
    store.sub(eventLogAtom, () => void followOnce()),
  ];
  return stopAll([() => store.set(isFollowedAtom, false), ...stops]);
}

onErasure(forgetEvents);
