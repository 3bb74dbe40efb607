import type { EventPage, EventRecord } from '@wire/event-record.js';
import { atom } from 'jotai';
import { UNKNOWN_FAILURE } from '../shared/alert-failure.js';
import { type EventQuery, fetchEvents } from '../shared/api/audit-api.js';
import { ApiError } from '../shared/api/request.js';
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

/** The log that is shown; null until it was read. */
export const eventLogAtom = atom<EventLog | null>(null);
/** Why the log, or more of it, could not be read; null when it could. */
export const logFailureAtom = atom<string | null>(null);
/** Whether the list stands at its top, so that what is new appears there at once. */
export const atTopAtom = atom(true);
/** The event whose details are shown. */
export const openedEventAtom = atom<EventRecord | null>(null);
/** The event that the keyboard is on, by its position. */
export const currentEventAtom = atom<number | null>(null);

let latest = 0;
let wanted: EventQuery = {};
let readingOlder = false;

function failed(error: unknown): void {
  console.error('events', error);
  store.set(logFailureAtom, error instanceof ApiError ? error.message : UNKNOWN_FAILURE);
}

/** Reads the newest events that a filter finds; of two that were asked for, the later one wins. Answers the head. */
export async function showEvents(filter: EventQuery): Promise<number | null> {
  const ticket = ++latest;
  wanted = filter;
  store.set(logFailureAtom, null);
  try {
    const { events, next, head } = await fetchEvents({ ...filter, before: 'head', limit: PAGE });
    if (ticket !== latest) return null;
    store.set(eventLogAtom, { filter, events, next, head, fresh: [], freshGoOn: false });
    return head;
  } catch (error) {
    if (ticket !== latest) return null;
    store.set(eventLogAtom, null);
    failed(error);
    return null;
  }
}

/** Tries once more to read what could not be read. */
export async function retryEvents(): Promise<void> {
  if (store.get(eventLogAtom)) await loadOlder();
  else await showEvents(wanted);
}

/** Reads the next older page, if there is one. */
export async function loadOlder(): Promise<void> {
  const log = store.get(eventLogAtom);
  if (!log || log.next === null || readingOlder) return;
  const ticket = latest;
  readingOlder = true;
  store.set(logFailureAtom, null);
  try {
    const { events, next } = await fetchEvents({ ...log.filter, before: String(log.next), limit: PAGE });
    if (ticket !== latest) return;
    store.set(eventLogAtom, (now) => now && { ...now, events: [...now.events, ...events], next });
  } catch (error) {
    if (ticket === latest) failed(error);
  } finally {
    readingOlder = false;
  }
}

/** Lists what is new; when that is more than was read, the list begins anew. */
export async function showFresh(): Promise<void> {
  const log = store.get(eventLogAtom);
  if (!log || log.fresh.length === 0) return;
  if (log.freshGoOn) await showEvents(log.filter);
  else store.set(eventLogAtom, { ...log, events: [...log.fresh, ...log.events], fresh: [] });
}

/** Adds newer events; they are listed at once while the list is at its top. */
export async function takeNewer(page: EventPage): Promise<void> {
  store.set(eventLogAtom, (log) => {
    if (!log) return log;
    const newer = page.events.filter(({ position }) => position > log.head).reverse();
    const freshGoOn = log.freshGoOn || page.next !== null;
    return { ...log, head: Math.max(log.head, page.head), fresh: [...newer, ...log.fresh], freshGoOn };
  });
  if (store.get(atTopAtom)) await showFresh();
}

/** Asks for what came after the events that were read. */
export async function fetchNewer({ filter, head }: EventLog): Promise<EventPage> {
  return fetchEvents({ ...filter, after: String(head), limit: MOST_FRESH });
}
