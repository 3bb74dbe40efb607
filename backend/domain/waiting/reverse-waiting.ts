import type { Day } from '../dates.js';
import { detailsOf, isWaiting, type WaitingEntry, type WaitingEntryEvent } from './waiting-entry.js';

/** The states of an entry of the waiting list around a request (`before` is null when it added the entry), and now. */
export type WaitingPast = { before: WaitingEntry | null; after: WaitingEntry; current: WaitingEntry };

/** Reason why an entry can't be as it was: changed or booked since, its guest erased, its check-in day past. */
export type WaitingObstacle = 'changed' | 'booked' | 'erased' | 'lapsed';

/** An entry as it is planned to be: `event` is null where it stays as it is. */
export type WaitingReversal = {
  current: WaitingEntry;
  event: WaitingEntryEvent | null;
  obstacle: WaitingObstacle | null;
};

const isSame = (one: WaitingEntry, other: WaitingEntry): boolean =>
  one.status === other.status && JSON.stringify(detailsOf(one)) === JSON.stringify(detailsOf(other));

/** Plans back what a request did to an entry; it stays as it is where others have changed it since. */
export function planWaiting({ before, after, current }: WaitingPast, today: Day): WaitingReversal {
  const goal: WaitingEntry = before ?? { ...after, status: 'given_up' };
  const kept = (obstacle: WaitingObstacle | null) => ({ current, event: null, obstacle });
  if (current.isErased) return kept('erased');
  if (isSame(goal, current)) return kept(null);
  if (!isSame(after, current)) return kept(current.status === 'booked' ? 'booked' : 'changed');
  if (goal.status === 'given_up')
    return { current, event: { type: 'WaitingEntryGivenUp', data: {} }, obstacle: null };
  if (!isWaiting(goal, today)) return kept('lapsed');
  const event: WaitingEntryEvent =
    current.status === 'given_up'
      ? { type: 'WaitingEntryTakenUp', data: {} }
      : { type: 'WaitingEntryChanged', data: detailsOf(goal) };
  return { current, event, obstacle: null };
}
