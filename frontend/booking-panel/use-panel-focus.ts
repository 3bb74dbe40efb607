import { type RefObject, useEffect, useRef } from 'react';
import { panelFocusAtom } from '../shared/open-panel.js';
import { store, useValue } from '../shared/store.js';

/** The first of these that is in the panel takes the focus. */
const FIRST_TO_FOCUS = ['.primary-action', 'a, button'];

function focusFirst(pane: HTMLElement): void {
  const found = FIRST_TO_FOCUS.flatMap((one) => pane.querySelector<HTMLElement>(one) ?? []);
  found[0]?.focus();
}

/** Leads the focus into the pane when the panel is opened, or when what had it went away. */
export function usePanelFocus(): RefObject<HTMLDivElement | null> {
  const pane = useRef<HTMLDivElement>(null);
  const isWanted = useValue(panelFocusAtom);
  useEffect(() => {
    if (!isWanted || !pane.current) return;
    store.set(panelFocusAtom, false);
    focusFirst(pane.current);
  }, [isWanted]);
  useEffect(() => {
    const element = pane.current;
    if (!element) return;
    /** What was focused or pressed last, if that was in the pane: what staff left is not led back. */
    let held: Node | null = null;
    const note = ({ target }: Event) => {
      held = target instanceof Node && element.contains(target) ? target : null;
    };
    const observer = new MutationObserver(() => {
      if (held === null || held.isConnected || document.activeElement !== document.body) return;
      focusFirst(element);
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
