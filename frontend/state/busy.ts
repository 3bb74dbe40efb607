import { atom } from 'jotai';
import { store } from './store.js';

const pendingAtom = atom(0);

/** Whether the full-page loading overlay is up: rooms load or a save runs (spec 2). */
export const busyAtom = atom((get) => get(pendingAtom) > 0);

/** Keeps the loading overlay up until the work is done. */
export async function withOverlay<T>(work: () => Promise<T>): Promise<T> {
  store.set(pendingAtom, (pending) => pending + 1);
  try {
    return await work();
  } finally {
    store.set(pendingAtom, (pending) => pending - 1);
  }
}
