import type { DayRange } from '@domain/calendar/default-range.js';
import { liveSession } from '../live/live-session.js';
import { showNotes } from './notes.js';
import { showPastRange } from './travel.js';

/** Shows a range of days, also in the past when that is looked at; false when it could not be read. */
export async function showRange(range: DayRange): Promise<boolean> {
  void showNotes(range);
  const [isShown] = await Promise.all([liveSession.calendar.show(range), showPastRange(range)]);
  liveSession.connect();
  liveSession.retryLater();
  return isShown;
}
