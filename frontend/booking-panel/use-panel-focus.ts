import { type RefObject, useEffect, useRef } from 'react';
import { panelFocusAtom } from '../shared/open-panel.js';
import { store, useValue } from '../shared/store.js';

/** The first of these that is in the panel takes the focus. */
const FIRST_TO_FOCUS = ['.primary-action', 'a, button'];

/** Leads the focus into the pane when the panel is opened, or when what had it went away. */
export function usePanelFocus(): RefObject<HTMLDivElement | null> {
  const pane = useRef<HTMLDivElement>(null);
  const isWanted = useValue(panelFocusAtom);
  useEffect(() => {
    if (!isWanted || !pane.current) return;
    store.set(panelFocusAtom, false);
    const found = FIRST_TO_FOCUS.flatMap((one) => pane.current?.querySelector<HTMLElement>(one) ?? []);
    found[0]?.focus();
  }, [isWanted]);
  return pane;
}
