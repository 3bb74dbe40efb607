import type { PresenceEntry } from '@wire/live.js';
import { atom } from 'jotai';

/** Whether live updates arrive, and since when. */
export type ConnectionState = { connected: boolean; since: Date };

export const connectionAtom = atom<ConnectionState>({ connected: false, since: new Date() });

/** Up to when everything was heard before the live updates stopped; null while they arrive, and before they did. */
export const lostAtom = atom<Date | null>(null);

/** Up to when the calendar is known when it is one that was kept on this terminal; null when it was read. */
export const keptAtom = atom<Date | null>(null);

/** The moment that the calendar shows when it is not as of now; null when it is. */
export const calendarAsOfAtom = atom((get) => get(keptAtom) ?? get(lostAtom));

/** What other terminals do: the bookings that they have open or look at, and the cells that they are about to book. */
export const presenceAtom = atom<readonly PresenceEntry[]>([]);
