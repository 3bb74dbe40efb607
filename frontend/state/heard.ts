import type { ChangeFrame } from '@wire/live.js';
import { atom } from 'jotai';

/** The last thing that the socket told: a stretch of changes, or (null) that everything is to be read anew. */
export const heardAtom = atom<{ frame: ChangeFrame | null }>({ frame: null });
