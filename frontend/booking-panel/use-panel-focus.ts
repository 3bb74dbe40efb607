import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { panelFocusAtom } from '../shared/open-panel.js';
import { store, useValue } from '../shared/store.js';

/** Of these the first that is in the panel takes the focus; another Enter must not go on to something else by itself. */
const TO_FOCUS = {
  first: ['.primary-action', '.booking-pane a, .booking-pane button'],
  next: ['.paid-just-now', '.panel-next', '.panel-close'],
};

function focusIn(pane: HTMLElement, wanted: keyof typeof TO_FOCUS): void {
  const panel = pane.closest('.booking-panel') ?? pane;
  // A dialog that was opened over the panel meanwhile keeps it.
  const dialogs = [...document.querySelectorAll('[role="dialog"]')];
  if (dialogs.some((dialog) => !panel.contains(dialog))) return;
  const found = TO_FOCUS[wanted].flatMap((one) => panel.querySelector<HTMLElement>(one) ?? []);
  found[0]?.focus();
}

/** Leads the focus into the pane when the panel is opened, or when what had it went away. */
export function usePanelFocus(): RefObject<HTMLDivElement | null> {
  const pane = useRef<HTMLDivElement>(null);
  const wanted = useValue(panelFocusAtom);
  const last = useRef<keyof typeof TO_FOCUS>('first');
  useLayoutEffect(() => {
    if (wanted === null || !pane.current) return;
    last.current = wanted;
    store.set(panelFocusAtom, null);
    focusIn(pane.current, wanted);
  }, [wanted]);
  useEffect(() => {
    const element = pane.current;
    if (!element) return;
    /** The element that was focused or pressed last, if that was in the pane: focus that staff moved away is not led back. */
    let held: Node | null = null;
    const note = ({ target }: Event) => {
      held = target instanceof Node && element.contains(target) ? target : null;
    };
    const observer = new MutationObserver(() => {
      if (held === null || held.isConnected || document.activeElement !== document.body) return;
      focusIn(element, last.current);
    });
    document.addEventListener('focusin', note);
    document.addEventListener('pointerdown', note);
    observer.observe(element, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', note);
      document.removeEventListener('pointerdown', note);
      observer.disconnect();
    };
  }, []);
  return pane;
}
