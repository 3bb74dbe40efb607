import { beforeEach, expect, test } from '@jest/globals';
import type { PresenceEntry } from '@wire/live.js';
import { atom } from 'jotai';
import { TERMINAL_ID } from '#frontend/shared/api/terminal.js';
import { messageAtom } from '#frontend/shared/dialogs.js';
import { connectionAtom, disconnectedAtAtom, presenceAtom } from '#frontend/shared/live/connection.js';
import { followFrames } from '#frontend/shared/live/frame-listeners.js';
import type { LiveListener } from '#frontend/shared/live/live-connection.js';
import { type LiveView, liveSession, logPositionAtom } from '#frontend/shared/live/live-session.js';
import { sessionAtom } from '#frontend/shared/session-staff.js';
import { store } from '#frontend/shared/store.js';
import { noteShown } from '#frontend/shared/ui/after-paint.js';
import { serve } from '#tests/frontend/support/fake-server.js';
import { placeHotel } from '#tests/frontend/support/known-hotel.js';
import { messageShown } from '#tests/frontend/support/message.js';
import { aFrame } from '#tests/frontend/support/records.js';

let listener: LiveListener;
let reconnects = 0;
// The global one: calls of an imported one are not moved before the imports.
declare const jest: typeof import('@jest/globals').jest;
jest.mock('#frontend/shared/live/lazy-connection.js', () => ({
  openLiveLazily: (given: LiveListener) => {
    listener = given;
    return { activity() {}, reconnect: () => void reconnects++, close() {} };
  },
}));

const place = (position: number, log_id = 'log') => ({ log_id, position, hash: `hash of ${position}` });
let view: { complete: boolean; said: string[]; session: number };

/** A page with one view, which says what is asked of it, connected as of position 10. */
beforeEach(() => {
  jest.useFakeTimers();
  serve();
  reconnects = 0;
  view = { complete: true, said: [], session: 0 };
  const shown: LiveView = {
    isComplete: () => view.complete,
    refresh: async () => void view.said.push('refresh'),
    applyFrame: ({ to }) => void view.said.push(`frame ${to}`),
    resume: () => void view.said.push('resume'),
    reset: () => void view.said.push('reset'),
  };
  const readSession = async () => void view.session++;
  liveSession.start({ views: [shown], hold: atom(null), readSession });
  liveSession.resumeFrom(10);
  listener.ready(place(10));
  view.said.length = 0;
});

const rest = () => jest.advanceTimersByTimeAsync(0);

test('a frame goes to what is shown and to who follows; after a gap what is missing is asked for instead', () => {
  const heard: (number | undefined)[] = [];
  followFrames((frame) => heard.push(frame?.to));
  listener.changes(aFrame(10, 11));
  listener.changes(aFrame(12, 13));
  expect([view.said, heard, reconnects]).toEqual([['frame 11'], [11], 1]);
  expect(store.get(logPositionAtom)).toEqual({ logId: 'log', position: 11 });
  expect(listener.handshake()).toMatchObject({ log_id: 'log', position: 11 });
});

test('back after an outage, what is shown goes on, or is read anew where it could not be read', async () => {
  listener.lost(new Date(1_000));
  expect([store.get(connectionAtom).connected, store.get(disconnectedAtAtom)]).toEqual([
    false,
    new Date(1_000),
  ]);
  listener.ready(place(12));
  await rest();
  expect([view.said, view.session, store.get(disconnectedAtAtom)]).toEqual([['resume'], 0, null]);
  view.complete = false;
  listener.ready(place(13));
  await rest();
  expect([view.said, view.session]).toEqual([['resume', 'refresh'], 1]);
});

test.each([
  [true as const, 'of another history, which staff are told'],
  [undefined, 'after too much was missed'],
])('is_other_history %s: everything is read anew %s', async (is_other_history, _) => {
  const heard: unknown[] = [];
  followFrames((frame) => heard.push(frame));
  listener.reload({ ...place(500, 'another log'), is_other_history });
  await rest();
  expect([view.said, heard]).toEqual([['reset', 'refresh'], [null]]);
  expect(store.get(logPositionAtom)).toEqual({ logId: 'another log', position: 500 });
  if (!is_other_history) return expect(store.get(messageAtom)).toBeNull();
  jest.useRealTimers();
  expect((await messageShown()).text).toMatch(/^表示していた記録の一部がサーバーにありません。/);
});

test('a log that is another one at the next connection is begun anew with', async () => {
  listener.ready(place(3, 'another log'));
  await rest();
  expect([view.said, liveSession.calendar.position()]).toEqual([['reset', 'refresh'], 3]);
});

test('the other terminals are shown, not this one', () => {
  const entry = (terminal_id: string) => ({ terminal_id, booking_id: 1 }) as PresenceEntry;
  listener.presence([entry(TERMINAL_ID), entry('elsewhere')]);
  expect(store.get(presenceAtom)).toEqual([entry('elsewhere')]);
});

test('a refused socket is tried again once there is a session, and not while there is none', async () => {
  store.set(sessionAtom, { mode: 'session', staff: null, expires_at: null });
  listener.lost(new Date());
  listener.signedOut();
  await jest.advanceTimersByTimeAsync(5_000);
  expect([view.session, reconnects]).toEqual([1, 0]);
  store.set(sessionAtom, { mode: 'off', staff: null, expires_at: null });
  expect(reconnects).toBe(1);
  listener.signedOut();
  await jest.advanceTimersByTimeAsync(5_000);
  expect(reconnects).toBe(2);
});

test('a page that joins before it knows which log it reads is not told of another history', async () => {
  liveSession.close();
  liveSession.start({ views: [], hold: atom(null), readSession: async () => {} });
  liveSession.connect();
  listener.reload({ ...place(500), is_other_history: true });
  await rest();
  expect([store.get(logPositionAtom)?.position, store.get(messageAtom)]).toEqual([500, null]);
});

test('of what is shown, that which could not be read is read again every 5 s, and nothing else', async () => {
  const read: string[] = [];
  let isBroken = true;
  const part = (name: string, isComplete: () => boolean): LiveView => ({
    isComplete,
    refresh: async () => void read.push(name),
  });
  const views = [part('broken', () => !isBroken), part('whole', () => true)];
  liveSession.close();
  liveSession.start({ views, hold: atom(null), readSession: async () => {} });
  liveSession.connect();
  store.set(connectionAtom, { connected: true, since: new Date() });
  liveSession.retryLater();
  await jest.advanceTimersByTimeAsync(10_000);
  expect(read).toEqual(['broken', 'broken']);
  isBroken = false;
  await jest.advanceTimersByTimeAsync(60_000);
  expect(read).toEqual(['broken', 'broken']);
});

test('a page whose screen reads nothing is connected once that and the hotel are there, and not while nobody is signed in', async () => {
  const opened = () => listener !== undefined;
  const signedIn = { id: 1, name: '山田', role: 'staff' as const };
  for (const staff of [signedIn, null]) {
    liveSession.close();
    store.set(sessionAtom, { mode: 'session', staff, expires_at: null });
    listener = undefined as unknown as LiveListener;
    liveSession.start({ views: [], hold: atom(null), readSession: async () => {} });
    noteShown();
    await jest.advanceTimersByTimeAsync(3_000);
    expect(opened()).toBe(false);
    placeHotel({ log_id: 'log' });
    await rest();
    expect(opened()).toBe(staff !== null);
  }
  store.set(sessionAtom, { mode: 'session', staff: signedIn, expires_at: null });
  await rest();
  expect(opened()).toBe(true);
});
