import type { SessionRecord } from '@wire/session.js';
import { atom } from 'jotai';
import { alertFailure } from '../shared/alert-failure.js';
import { callUnguarded } from '../shared/api/request.js';
import { signInGate } from '../shared/api/sign-in-gate.js';
import { cachedSession } from '../shared/offline-cache/cached-basics.js';
import { dropExpired } from '../shared/offline-cache/expire-stored.js';
import { reloadPage } from '../shared/reload-page.js';
import { lastStaffAtom, sessionAtom } from '../shared/session-staff.js';
import { store } from '../shared/store.js';
import { forgetDrafts } from '../shared/stored-drafts.js';

const CHANNEL = 'sign-in';
const SIGNED_IN = 'signed in';
const SIGNED_OUT = 'signed out';
const SESSION = '/api/session';
const NOBODY: SessionRecord = { mode: 'session', staff: null, expires_at: null };

/** Asks for the session, or changes it, without waiting for a sign-in. */
const callSession = (method: 'GET' | 'POST' | 'PUT', body?: Record<string, string>) =>
  callUnguarded<SessionRecord>(method, SESSION, body);

/** A notice about signing in or out; null for none. */
export const signInNoticeAtom = atom<string | null>(null);

/** Tells the other pages of the browser that somebody signed in or out; null before there is a sign-in. */
const otherPagesAtom = atom<BroadcastChannel | null>(null);

/** Begins with the page loaded anew: nothing that was shown or typed stays in it, and no call that waits is sent. */
function startOver(): void {
  signInGate.close();
  forgetDrafts();
  reloadPage();
}

/**
 * Takes over what the server says of who is signed in. A session that ended leaves nothing stored; somebody else than
 * before begins with the page loaded anew: no draft and no call that waits becomes theirs.
 */
function take(session: SessionRecord): void {
  const before = store.get(lastStaffAtom);
  if (before && session.staff && before.id !== session.staff.id) {
    startOver();
    return;
  }
  store.set(sessionAtom, session);
  if (session.mode === 'session') listenToOtherPages();
  if (session.mode === 'session' && session.staff === null) {
    signInGate.close();
    forgetDrafts();
    store.set(signInNoticeAtom, null);
    return;
  }
  signInGate.open();
}

function listenToOtherPages(): void {
  if (store.get(otherPagesAtom) || typeof BroadcastChannel === 'undefined') return;
  const otherPages = new BroadcastChannel(CHANNEL);
  otherPages.onmessage = ({ data }) => (data === SIGNED_OUT ? startOver() : void readSession());
  store.set(otherPagesAtom, otherPages);
}

/** Takes over a sign-in of this page, and lets the other pages of the browser follow. */
function takeOwn(session: SessionRecord): void {
  take(session);
  store.get(otherPagesAtom)?.postMessage(SIGNED_IN);
}

/** Asks the server who is signed in; while it does not answer everything stays as it is. */
export async function readSession(): Promise<void> {
  try {
    take(await callSession('GET'));
  } catch (error) {
    console.error('session', error);
  }
}

/**
 * Finds out who is signed in before anything is shown. Where somebody was a moment ago, what is to be shown is read at
 * the same time: a session that has ended since is found out by those calls as well.
 */
export async function beginSignIn(): Promise<void> {
  signInGate.close();
  signInGate.onRefused(() => take(NOBODY));
  const asked = readSession();
  const dropped = dropExpired();
  const cached = await cachedSession();
  if (cached && store.get(sessionAtom) === null) signInGate.open();
  // Waits only after a session that is over: its data must be gone.
  if (!cached) await dropped;
  await asked;
  if (store.get(sessionAtom) !== null) return;
  // Offline, the last member of staff may see what is cached; the calls themselves find out.
  if (cached) store.set(sessionAtom, cached);
  signInGate.open();
}

/** Signs in. */
export async function signIn(loginName: string, password: string): Promise<void> {
  takeOwn(await callSession('POST', { login_name: loginName, password }));
}

/** Signs in with a one-time code and the password that is chosen with it. */
export async function signInWithCode(code: string, password: string): Promise<void> {
  takeOwn(await callSession('PUT', { code, password }));
}

/** Chooses another password. */
export async function changePassword(current: string, password: string): Promise<void> {
  take(await callSession('PUT', { current_password: current, password }));
  store.set(signInNoticeAtom, 'パスワードを変更しました。他の端末でのログインは終了しました。');
}

/** Signs out, in every page of the browser; unlike a session that ends by itself, it leaves nothing on the screen. */
export async function signOut(): Promise<void> {
  try {
    await callUnguarded('DELETE', SESSION);
    store.get(otherPagesAtom)?.postMessage(SIGNED_OUT);
    startOver();
  } catch (error) {
    await alertFailure(error);
  }
}
