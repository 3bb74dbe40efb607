import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import type { EventRecord } from '@wire/event-record.js';
import {
  atTopAtom,
  eventLogAtom,
  filterOf,
  followLog,
  loadOlder,
  logFailureAtom,
  openedEventAtom,
  showEvents,
  withFilter,
} from '#frontend/audit/event-log.js';
import { logPositionAtom } from '#frontend/shared/live/live-session.js';
import { store } from '#frontend/shared/store.js';
import { serve } from '../support/fake-server.js';

const event = (position: number, type = 'ReservationAmended') => ({ position, type }) as EventRecord;
const positions = () => store.get(eventLogAtom)?.events.map(({ position }) => position);
let stop = () => {};

/** A log with an event at each position up to its head; queries as the server answers them. */
function serveLog(types: Record<number, string> = {}, pageSize = 3) {
  const log = { head: 10, pageSize };
  const calls: string[] = [];
  serve({
    'GET /api/events': (url) => {
      calls.push(url.search);
      const query = url.searchParams;
      const type = query.get('type');
      const all = Array.from({ length: log.head }, (_, index) => event(index + 1, types[index + 1]));
      const wanted = all.filter((one) => type === null || one.type === type);
      const before = query.get('before');
      const limit = before === null ? Number(query.get('limit')) : log.pageSize;
      const found =
        before === null
          ? wanted.filter(({ position }) => position > Number(query.get('after')))
          : wanted.filter(({ position }) => before === 'head' || position < Number(before)).reverse();
      const events = found.slice(0, limit);
      const next = found.length > limit ? (events.at(-1)?.position ?? null) : null;
      return { body: { events, next, head: log.head } };
    },
  });
  return { log, calls };
}

const reach = (position: number, logId = 'log') => store.set(logPositionAtom, { logId, position });

beforeEach(() => {
  reach(10);
  store.set(atTopAtom, true);
});
afterEach(() => stop());

test('older pages follow one another to the beginning, each asked for once', async () => {
  const { calls } = serveLog();
  await showEvents({});
  expect(positions()).toEqual([10, 9, 8]);
  await Promise.all([loadOlder(), loadOlder()]);
  expect(positions()).toEqual([10, 9, 8, 7, 6, 5]);
  await loadOlder();
  await loadOlder();
  await loadOlder();
  expect(positions()).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
  expect(calls).toHaveLength(4);
});

test('newer events are listed at the top at once, and wait while it is looked at something further down', async () => {
  const { log } = serveLog();
  await showEvents({});
  stop = followLog();
  log.head = 11;
  reach(11);
  await waitFor(() => expect(positions()).toEqual([11, 10, 9, 8]));
  store.set(atTopAtom, false);
  log.head = 13;
  reach(13);
  await waitFor(() => expect(store.get(eventLogAtom)?.fresh).toHaveLength(2));
  expect(positions()).toEqual([11, 10, 9, 8]);
});

test('very many newer ones make the list begin anew', async () => {
  const { log } = serveLog();
  await showEvents({});
  stop = followLog();
  log.head = 500;
  reach(500);
  await waitFor(() => expect(positions()).toEqual([500, 499, 498]));
});

test('an erasure is noticed under any filter: the list and the opened event are read anew', async () => {
  const types: Record<number, string> = {};
  const { log } = serveLog(types);
  await showEvents({ type: 'ReservationAmended' });
  store.set(openedEventAtom, event(4));
  const opened = store.get(openedEventAtom);
  stop = followLog();
  types[11] = 'PersonalDataErased';
  log.head = 11;
  reach(11);
  await waitFor(() => expect(store.get(openedEventAtom)).not.toBe(opened));
  expect(store.get(openedEventAtom)?.position).toBe(4);
  expect(store.get(eventLogAtom)?.head).toBe(11);
});

test('another log is read anew; a failed one as soon as the server is there again', async () => {
  const { log } = serveLog();
  await showEvents({});
  stop = followLog();
  log.head = 2;
  reach(2, 'another');
  await waitFor(() => expect(positions()).toEqual([2, 1]));
  serve({ 'GET /api/events': () => ({ status: 503, body: { error: '準備中' } }) });
  const told = console.error;
  console.error = () => {};
  await showEvents({});
  console.error = told;
  expect(store.get(logFailureAtom)).toBe('準備中');
  serveLog();
  reach(10, 'another');
  await waitFor(() => expect(positions()).toEqual([10, 9, 8]));
  expect(store.get(logFailureAtom)).toBeNull();
});

test('an address narrows the log down by every filter there is, and by nothing else', () => {
  const all = {
    ...{ from: '2026-11-01', to: '2026-11-02', type: 'ReservationAmended', room: '1001', booking_id: '7' },
    ...{ staff_id: '1', terminal: 'フロント', q: '山田' },
  };
  expect(filterOf(new URLSearchParams({ ...all, other: '1' }))).toEqual(all);
  expect(filterOf(new URLSearchParams({ room: ' 1001 ', q: ' ' }))).toEqual({ room: '1001' });
  const { from, ...others } = all;
  expect(withFilter(all, { from: '', q: '佐藤' })).toEqual({ ...others, q: '佐藤' });
});
