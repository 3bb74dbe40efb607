import type { DayRange } from '@domain/calendar/default-range.js';
import type { ChangeFrame } from '@wire/live.js';
import { calendarAtom } from '../calendar-data/calendar.js';
import { hotelAtom } from '../hotel.js';
import { cachedAsOfAtom, connectionAtom } from '../live/connection.js';
import { followFrames } from '../live/frame-listeners.js';
import { corporatesAtom, paymentsAtom } from '../masters.js';
import { sessionAtom, signedOutAtom } from '../session-staff.js';
import { store } from '../store.js';
import { whenAtRest } from '../ui/at-rest.js';
import { clearCache, writeCached } from './cache-store.js';
import { HOTEL, listName, SESSION } from './cached-basics.js';
import { cacheCalendar, cacheTime, dropOldCalendars, dropOtherCalendars } from './cached-calendars.js';

const KEEP_AFTER_MS = 1_500;
/** Writing takes the longer the more there is. */
const KEEP_AFTER_MS_PER_BOOKING = 0.2;
const STILL_TRUE_MS = 30_000;

/** The days that were cached last, the timer by which they are cached again, and whether there was a connection yet. */
const cached = {
  range: null as DayRange | null,
  timer: null as ReturnType<typeof setTimeout> | null,
  hasConnected: false,
};

/** Returns true if the screen shows the present, for a valid session. */
function isTrueNow(): boolean {
  return store.get(cachedAsOfAtom) === null && !store.get(signedOutAtom);
}

async function keepNow(): Promise<void> {
  if (cached.timer === null) return;
  clearTimeout(cached.timer);
  cached.timer = null;
  const snapshot = store.get(calendarAtom);
  if (!snapshot || !isTrueNow()) return;
  cached.range = snapshot.range;
  await cacheCalendar(snapshot);
  await dropOldCalendars();
}

function keepSoon(): void {
  const snapshot = store.get(calendarAtom);
  if (!snapshot || !isTrueNow()) return;
  const wait = KEEP_AFTER_MS + snapshot.known.values().length * KEEP_AFTER_MS_PER_BOOKING;
  cached.timer ??= setTimeout(() => void whenAtRest().then(keepNow), wait);
}

/** Drops everything: the session has ended. */
function forgetAll(): void {
  if (cached.timer !== null) clearTimeout(cached.timer);
  cached.timer = null;
  cached.range = null;
  void clearCache();
}

/** After an erasure, or a change of the log, drops the cached calendars and caches the shown one again. */
function onFrame(frame: ChangeFrame | null): void {
  if (frame && frame.erased.length === 0) return;
  cached.range = null;
  void dropOtherCalendars(null).then(keepSoon);
}

/** Calendars cached before this page may name guests that were erased since: drops them once there is a connection. */
function onFirstConnection(): void {
  cached.hasConnected = true;
  void dropOtherCalendars(cached.range).then(keepSoon);
}

function onConnection(): void {
  void keepNow();
  if (!cached.hasConnected && store.get(connectionAtom).connected) onFirstConnection();
  if (cached.range && isTrueNow()) void cacheTime(cached.range);
}

/** Caches what this terminal needs offline, while there is a valid session. */
export function startCaching(): void {
  store.sub(calendarAtom, keepSoon);
  followFrames(onFrame);
  store.sub(hotelAtom, () => void writeCached(HOTEL, store.get(hotelAtom)));
  store.sub(corporatesAtom, () => void writeCached(listName('corporate'), store.get(corporatesAtom)));
  store.sub(paymentsAtom, () => void writeCached(listName('payment'), store.get(paymentsAtom)));
  store.sub(sessionAtom, () => {
    if (!store.get(signedOutAtom)) void writeCached(SESSION, store.get(sessionAtom));
  });
  store.sub(signedOutAtom, () => (store.get(signedOutAtom) ? forgetAll() : keepSoon()));
  store.sub(connectionAtom, onConnection);
  document.addEventListener('visibilitychange', () => void keepNow());
  setInterval(() => {
    if (cached.range && store.get(connectionAtom).connected && isTrueNow()) void cacheTime(cached.range);
  }, STILL_TRUE_MS);
}
