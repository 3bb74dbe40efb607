import { atom } from 'jotai';
import { flushSync } from 'react-dom';
import { store } from './store.js';

/** Whether the page is being put on paper. */
export const printingAtom = atom(false);

/** Follows the browser's printing; what is printed is in the document before it is put on paper. */
export function watchPrinting(): void {
  const set = (printing: boolean) => flushSync(() => store.set(printingAtom, printing));
  window.addEventListener('beforeprint', () => set(true));
  window.addEventListener('afterprint', () => set(false));
  window.matchMedia('print').addEventListener('change', ({ matches }) => set(matches));
}
