import type { Day } from '@domain/dates.js';
import { atom } from 'jotai';

/** A stay that is to be brought into sight as soon as its booking is open. */
export type WantedStay = { id: number; roomNumber: string; date: Day };

/** The stay that was chosen elsewhere and is not in sight yet. */
export const wantedStayAtom = atom<WantedStay | null>(null);
