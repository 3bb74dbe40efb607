import type { PresenceEntry } from '@wire/live.js';
import { atom } from 'jotai';

/** Whether live updates arrive, and since when. */
export type ConnectionState = { connected: boolean; since: Date };

export const connectionAtom = atom<ConnectionState>({ connected: false, since: new Date() });

export type PresenceEntries = ReadonlyMap<number, PresenceEntry>;

/** Which bookings other terminals have open in their forms, by booking id. */
export const presenceAtom = atom<PresenceEntries>(new Map());
