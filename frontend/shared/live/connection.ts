import type { Activity, Hold } from '@wire/activity.js';
import type { PresenceEntry } from '@wire/live.js';
import { type Atom, atom } from 'jotai';

/** State of the live updates, and since when. */
export type ConnectionState = { connected: boolean; since: Date };

export const connectionAtom = atom<ConnectionState>({ connected: false, since: new Date() });

/** Until when live updates arrived; null while they arrive, and before the first connection. */
export const disconnectedAtAtom = atom<Date | null>(null);

/** Until when a cached calendar was current; null when the calendar was read. */
export const cachedAsOfAtom = atom<Date | null>(null);

/** The moment that the calendar shows when it is not as of now; null when it is. */
export const calendarAsOfAtom = atom((get) => get(cachedAsOfAtom) ?? get(disconnectedAtAtom));

/** Until when the lists that are shown beside the calendar were current; null when they were read. */
export const cachedListAsOfAtom = atom<Date | null>(null);

/** The version of the node that this terminal is connected to; null for one that doesn't tell. */
export const nodeVersionAtom = atom<string | null>(null);

/** Activity of other terminals: bookings that they have open or look at, and cells that they are about to book. */
export const presenceAtom = atom<readonly PresenceEntry[]>([]);

/** The booking that is open in the form here, null for none. */
export const editingAtom = atom<number | null>(null);

/** The booking whose details are shown here, null for none. */
export const lookingAtom = atom<number | null>(null);

/** This terminal's activity as other terminals see it; `hold` are the cells that the form is about to book. */
export function activityWith(hold: Atom<Hold | null>): Atom<Activity> {
  return atom((get) => {
    const editing = get(editingAtom);
    return { booking_id: editing ?? get(lookingAtom), is_editing: editing !== null, hold: get(hold) };
  });
}
