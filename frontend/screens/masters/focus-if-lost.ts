/** The element id of the button that takes back what was done last. */
export const TAKE_BACK_ID = 'take-back';

/** When what had the focus has gone from the page: gives it to the way back, or else to the chosen tab. */
export function focusIfLost(): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return;
    const next =
      document.getElementById(TAKE_BACK_ID) ?? document.querySelector('[role="tab"][aria-selected="true"]');
    if (next instanceof HTMLElement) next.focus();
  });
}
