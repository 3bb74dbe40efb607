import { isKeptSessionOver } from './kept-basics.js';
import { forgetOldCalendars } from './kept-calendars.js';
import { forgetEverything } from './kept-store.js';
import { dropOldDrafts, forgetDrafts } from '../stored-drafts.js';

const EVERY_MS = 10 * 60_000;

/** Deletes what this terminal stores of guests and may no longer: too old, or of a session that is over. */
export async function dropExpired(): Promise<void> {
  dropOldDrafts();
  await forgetOldCalendars();
  if (!(await isKeptSessionOver())) return;
  forgetDrafts();
  await forgetEverything();
}

/** Goes on doing so while the page is open; answers how to stop. */
export function startExpiring(): () => void {
  const timer = setInterval(() => void dropExpired(), EVERY_MS);
  return () => clearInterval(timer);
}
