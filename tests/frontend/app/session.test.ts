import { listRange } from '@domain/calendar/default-range.js';
import type { Day } from '@domain/dates.js';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import type { SessionRecord } from '@wire/session.js';
import { startSession } from '#frontend/app/session.js';
import { startStoringDrafts, storeDrafts } from '#frontend/booking/drafts.js';
import { NEW_FORM, placeForm } from '#frontend/booking/form.js';
import { BLANK_FORM } from '#frontend/booking/form-values.js';
import { get } from '#frontend/shared/api/request.js';
import { rangeAtom } from '#frontend/shared/calendar-data/calendar.js';
import { showRange } from '#frontend/shared/calendar-data/show-range.js';
import { messageAtom } from '#frontend/shared/dialogs.js';
import { hotelAtom, todayAtom } from '#frontend/shared/hotel.js';
import { connectionAtom } from '#frontend/shared/live/connection.js';
import type { LiveListener } from '#frontend/shared/live/live-connection.js';
import { reloadPage } from '#frontend/shared/reload-page.js';
import { may, sessionAtom } from '#frontend/shared/session-staff.js';
import { store } from '#frontend/shared/store.js';
import { draftPages } from '#frontend/shared/stored-drafts.js';
import { beginSignIn, readSession, signIn, signOut } from '#frontend/sign-in/sign-in.js';
import { serve } from '../support/fake-server.js';
import { RANGE } from '../support/records.js';

let opened: LiveListener | null = null;
// The global one: calls of an imported one are not moved before the imports.
declare const jest: typeof import('@jest/globals').jest;
jest.mock('#frontend/shared/reload-page.js', () => ({
  ...jest.requireActual<object>('#frontend/shared/reload-page.js'),
  reloadPage: jest.fn(),
}));
jest.mock('#frontend/shared/live/live-connection.js', () => ({
  openLive: (given: LiveListener) => {
    opened = given;
    return { activity() {}, reconnect() {}, close() {} };
  },
}));

/** Messages to the other pages of the browser, and their listeners: jsdom has no channels. */
const otherPages = { posted: [] as unknown[], listener: null as OtherPages | null };
class OtherPages {
  onmessage: ((message: { data: unknown }) => void) | null = null;
  constructor() {
    otherPages.listener = this;
  }
  postMessage(data: unknown): void {
    otherPages.posted.push(data);
  }
}
Object.assign(globalThis, { BroadcastChannel: OtherPages });

test('a hotel that could not be read is read again after a while', async () => {
  jest.useFakeTimers();
  jest.spyOn(console, 'error').mockImplementation(() => {});
  serve({ 'GET /api/hotel': () => ({ status: 503, body: { error: '準備中', errors: [] } }) });
  startSession();
  await jest.advanceTimersByTimeAsync(4_999);
  serve();
  expect(store.get(hotelAtom)).toBeNull();
  await jest.advanceTimersByTimeAsync(1);
  expect(store.get(hotelAtom)?.name).toBe('試験ホテル');
});

test('the calendar of the address is read as soon as the day is known, before its screen asks, and once', async () => {
  const calls = serve();
  const readings = () => calls.filter(({ path }) => path === '/api/bookings').length;
  startSession();
  await waitFor(() => expect(readings()).toBe(1));
  const range = listRange(store.get(todayAtom) as Day);
  expect(await showRange(range)).toBe(true);
  expect([readings(), store.get(rangeAtom)]).toEqual([1, range]);
  await showRange(range);
  expect(readings()).toBe(2);
});

test('a hotel that is being set up has its calendar read by the screen only', async () => {
  const hotel = { name: '準備中ホテル', today: '2026-11-21', timezone: 'Asia/Tokyo', is_preparing: 1 };
  const calls = serve({ 'GET /api/hotel': () => ({ body: hotel }) });
  startSession();
  await waitFor(() => expect(store.get(hotelAtom)?.name).toBe(hotel.name));
  expect(calls.filter(({ path }) => path === '/api/bookings')).toEqual([]);
});

/** Starts the session and shows a calendar; answers who listens to the socket that is opened then. */
async function openSocket(): Promise<LiveListener | null> {
  opened = null;
  startSession();
  await showRange(RANGE);
  await waitFor(() => expect(opened).not.toBeNull());
  return opened;
}

test('told to reload, the page reads everything anew and is connected', async () => {
  const calls = serve();
  const listener = await openSocket();
  listener?.lost(new Date());
  expect(store.get(connectionAtom).connected).toBe(false);

  calls.length = 0;
  listener?.reload({ log_id: 'another log', position: 99, hash: 'hash of 99' });
  expect(store.get(connectionAtom).connected).toBe(true);
  await waitFor(() => expect(calls.map(({ path }) => path)).toContain('/api/bookings'));
  expect(store.get(messageAtom)).toBeNull();
  expect(calls.map(({ path }) => path)).toEqual(expect.arrayContaining(['/api/hotel', '/api/blacklist']));
});

test('told that what it showed is gone from the log, the page says so', async () => {
  serve();
  const listener = await openSocket();
  const place = { log_id: 'another log', position: 98, hash: 'hash of 98' };
  listener?.reload({ ...place, is_other_history: true });
  expect(store.get(messageAtom)?.text).toMatch(/^表示していた記録の一部がサーバーにありません。/);
});

describe('what somebody may', () => {
  const signIn = (role: 'staff' | 'auditor' | 'admin') =>
    store.set(sessionAtom, { mode: 'session', staff: { id: 1, name: '花子', role }, expires_at: null });
  const signOut = () => store.set(sessionAtom, { mode: 'session', staff: null, expires_at: null });
  const allowed = () => (['look', 'desk', 'audit', 'manage'] as const).filter(may);

  test('without sign-in everything is allowed', () => {
    store.set(sessionAtom, { mode: 'off', staff: null, expires_at: null });
    expect(allowed()).toEqual(['look', 'desk', 'audit', 'manage']);
  });

  test('before the first sign-in nothing is; afterwards what the role may', () => {
    signOut();
    expect(allowed()).toEqual([]);
    signIn('auditor');
    expect(allowed()).toEqual(['look', 'audit']);
  });

  test('what is on the screen stays as it is until somebody else signs in', () => {
    signIn('admin');
    signOut();
    expect(allowed()).toEqual(['look', 'desk', 'audit', 'manage']);
    signIn('staff');
    expect(allowed()).toEqual(['look', 'desk']);
  });
});

describe('who signs in', () => {
  const HOUR_MS = 60 * 60_000;
  const REFUSED = {
    status: 401,
    body: { error: '', errors: [{ code: 'signed_out', field: null, message: '' }] },
  };
  const sessionOf = (id: number | null): SessionRecord => ({
    mode: 'session',
    staff: id === null ? null : { id, name: `${id}号`, role: 'staff' },
    expires_at: null,
  });
  const typed = (owner: number, at = Date.now()) => ({
    owner,
    at,
    open: { ...NEW_FORM, values: { ...BLANK_FORM, guestName1: '途中 太郎' } },
    aside: [],
    unanswered: [],
  });

  let session = sessionOf(1);
  const signedInServer = () =>
    serve({
      'GET /api/session': () => ({ body: session }),
      'POST /api/session': () => ({ body: session }),
      'GET /api/weather': () => (session.staff ? { body: [] } : REFUSED),
    });

  beforeEach(async () => {
    session = sessionOf(1);
    signedInServer();
    await beginSignIn();
  });

  afterEach(() => void jest.mocked(reloadPage).mockClear());

  test('a session that ends leaves nothing stored that was typed, in whichever page', async () => {
    storeDrafts('another page', typed(1));
    session = sessionOf(null);
    const waiting = get('/api/weather');
    await waitFor(() => expect(store.get(sessionAtom)?.staff).toBeNull());
    expect(draftPages()).toEqual([]);
    session = sessionOf(1);
    await signIn('hanako', 'secret');
    expect((await waiting).data).toEqual([]);
    expect(reloadPage).not.toHaveBeenCalled();
  });

  test('what is in the page of who signs in again is stored again', async () => {
    await startStoringDrafts();
    placeForm(typed(1).open);
    expect(draftPages()).toHaveLength(1);
    session = sessionOf(null);
    await readSession();
    expect(draftPages()).toEqual([]);
    session = sessionOf(1);
    await signIn('hanako', 'secret');
    expect(draftPages()).toHaveLength(1);
  });

  test('somebody else begins with a page loaded anew, and sends nothing that waited', async () => {
    session = sessionOf(null);
    void get('/api/weather');
    await waitFor(() => expect(store.get(sessionAtom)?.staff).toBeNull());
    const calls = signedInServer();
    session = sessionOf(2);
    await signIn('ichiro', 'secret');
    expect(reloadPage).toHaveBeenCalledTimes(1);
    await readSession();
    expect(calls.map(({ path }) => path)).not.toContain('/api/weather');
  });

  test('who signs out leaves nothing that was shown or typed, here and in the other pages', async () => {
    storeDrafts('another page', typed(1));
    otherPages.posted.length = 0;
    serve({ 'DELETE /api/session': () => ({ status: 204, body: null }) });
    await signOut();
    expect(draftPages()).toEqual([]);
    expect(reloadPage).toHaveBeenCalledTimes(1);
    const [told] = otherPages.posted;
    otherPages.listener?.onmessage?.({ data: told });
    expect(reloadPage).toHaveBeenCalledTimes(2);
  });

  test('what is too old is gone before it is known who is there', async () => {
    storeDrafts('old', typed(1, Date.now() - 25 * HOUR_MS));
    storeDrafts('young', typed(1, Date.now() - 23 * HOUR_MS));
    localStorage.setItem('typed-form broken', '{');
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    await beginSignIn();
    expect(draftPages()).toEqual(['young']);
  });
});
