import type { Activity, Hold } from '@wire/activity.js';
import { type Atom, atom } from 'jotai';

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
