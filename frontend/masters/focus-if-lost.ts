import { store } from '../shared/store.js';
import { doneAtom } from './lists.atoms.js';

/** The element id of the button that takes back what was done last. */
export const TAKE_BACK_ID = 'take-back';

/** Removed elements are gone by then, and the undo button is drawn, on a busy machine as well. */
const FRAMES = 120;

/** When the focused element was removed, focuses the undo button, or else, when nothing can be undone, the chosen tab. */
export function focusIfLost(frames = FRAMES): void {
  requestAnimationFrame(() => {
    const undo = document.getElementById(TAKE_BACK_ID);
    const isComing = undo === null && typeof store.get(doneAtom)?.takeBack === 'function';
    if (document.activeElement !== document.body || isComing) {
      if (frames > 1) focusIfLost(frames - 1);
      return;
    }
    const next = undo ?? document.querySelector('[role="tab"][aria-selected="true"]');
    if (next instanceof HTMLElement) next.focus();
  });
}
