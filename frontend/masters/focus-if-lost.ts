/** The element id of the button that takes back what was done last. */
export const TAKE_BACK_ID = 'take-back';

/** Removed elements are gone by then, on a busy machine as well. */
const FRAMES = 120;

/** When the focused element was removed, focuses the undo button, or else the chosen tab. */
export function focusIfLost(frames = FRAMES): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) {
      if (frames > 1) focusIfLost(frames - 1);
      return;
    }
    const next =
      document.getElementById(TAKE_BACK_ID) ?? document.querySelector('[role="tab"][aria-selected="true"]');
    if (next instanceof HTMLElement) next.focus();
  });
}
