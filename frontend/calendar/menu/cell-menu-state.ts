import { atom } from 'jotai';
import type { CellPlace } from '../gestures/pointer-place.js';

/** The night whose menu is open, and where in the window. */
type OpenMenu = { cell: CellPlace; left: number; top: number };

/** The menu that is open; null for none. */
export const cellMenuAtom = atom<OpenMenu | null>(null);
