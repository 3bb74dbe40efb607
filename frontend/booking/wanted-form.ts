import { atom } from 'jotai';
import { store } from '../shared/store.js';

type Begin = () => Promise<void>;

/** A booking that another screen begins: the form does so as soon as it is there. Null for none. */
export const wantedFormAtom = atom<{ begin: Begin } | null>(null);

/** Has the form begin a booking, in the place of what it would show when its screen comes; whoever asks goes to the screen. */
export function beginInForm(begin: Begin): void {
  store.set(wantedFormAtom, { begin });
}
