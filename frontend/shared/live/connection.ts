import type { Activity, Hold } from '@wire/activity.js';
import type { PresenceEntry } from '@wire/live.js';
import { type Atom, atom } from 'jotai';

/** Whether live updates arrive, and since when. */
export type ConnectionState = { connected: boolean; since: Date };

export const connectionAtom = atom<ConnectionState>({ connected: false, since: new Date() });

/** Up to when everything was heard before the live updates stopped; null while they arrive, and before they did. */
export const disconnectedAtAtom = atom<Date | null>(null);

/** Up to when the calendar is known when it is one that was kept on this terminal; null when it was read. */
export const cachedAsOfAtom = atom<Date | null>(null);

/** The moment that the calendar shows when it is not as of now; null when it is. */
export const calendarAsOfAtom = atom((get) => get(cachedAsOfAtom) ?? get(disconnectedAtAtom));

/** What other terminals do: the bookings that they have open or look at, and the cells that they are about to book. */
export const presenceAtom = atom<readonly PresenceEntry[]>([]);

/** The booking that is open in the form here, null for none. */
export const editingAtom = atom<number | null>(null);

/** The booking whose details are shown here, null for none. */
export const lookingAtom = atom<number | null>(null);

/** What other terminals are told that is done here; `hold` are the cells that the form is about to book. */
export function activityWith(hold: Atom<Hold | null>): Atom<Activity> {
  return atom((get) => {
    const editing = get(editingAtom);
    return { booking_id: editing ?? get(lookingAtom), is_editing: editing !== null, hold: get(hold) };
  });
}
