import { atom } from 'jotai';
import { store } from './store.js';

const pendingAtom = atom(0);
const writesAtom = atom(0);

/** True if the full-page loading overlay is up: rooms load or a save runs (spec 2). */
export const busyAtom = atom((get) => get(pendingAtom) > 0);

/** True if a write runs under the overlay: nothing else may be done meanwhile. */
export const writingAtom = atom((get) => get(writesAtom) > 0);

async function counted<T>(running: typeof pendingAtom, work: () => Promise<T>): Promise<T> {
  store.set(running, (count) => count + 1);
  try {
    return await work();
  } finally {
    store.set(running, (count) => count - 1);
  }
}

/** Keeps the loading overlay up until the work is done. */
export function withOverlay<T>(work: () => Promise<T>): Promise<T> {
  return counted(pendingAtom, work);
}

const SLOW_MS = 300;

/** Keeps the loading overlay up until the work is done, once it takes longer than staff feel. */
export async function withOverlayWhenSlow<T>(work: () => Promise<T>): Promise<T> {
  const done = work();
  const slow = setTimeout(() => void withOverlay(() => done).catch(() => {}), SLOW_MS);
  return done.finally(() => clearTimeout(slow));
}

/** Keeps the loading overlay up until a write is done. */
export function withWriteOverlay<T>(write: () => Promise<T>): Promise<T> {
  return counted(writesAtom, () => withOverlay(write));
}
