import { atom } from 'jotai';
import { flushSync } from 'react-dom';
import { store } from './store.js';

/** True if the page is being put on paper. */
export const printingAtom = atom(false);

/** Follows the browser's printing; what is printed is in the document before it is put on paper, and stays until it is. */
export function watchPrinting(): void {
  let isUnderWay = false;
  const set = (printing: boolean) => flushSync(() => store.set(printingAtom, printing));
  const follow = (printing: boolean) => () => {
    isUnderWay = printing;
    set(printing);
  };
  window.addEventListener('beforeprint', follow(true));
  window.addEventListener('afterprint', follow(false));
  // Chromium 153 says once more between the two that it is not for paper.
  window.matchMedia('print').addEventListener('change', ({ matches }) => set(matches || isUnderWay));
}
