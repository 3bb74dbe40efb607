import { dropOldDrafts, forgetDrafts } from '../stored-drafts.js';
import { clearCache } from './cache-store.js';
import { isCachedSessionOver } from './cached-basics.js';
import { dropOldCalendars } from './cached-calendars.js';
import { dropOldGuestLists } from './cached-lists.js';

const EVERY_MS = 10 * 60_000;

/** Deletes what this terminal stores of guests and may no longer: too old, or of a session that is over. */
export async function dropExpired(): Promise<void> {
  dropOldDrafts();
  await dropOldCalendars();
  await dropOldGuestLists();
  if (!(await isCachedSessionOver())) return;
  forgetDrafts();
  await clearCache();
}

/** Repeats it while the page is open; returns how to stop. */
export function startExpiring(): () => void {
  const timer = setInterval(() => void dropExpired(), EVERY_MS);
  return () => clearInterval(timer);
}
