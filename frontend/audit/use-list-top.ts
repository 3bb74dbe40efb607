import { type RefObject, useEffect } from 'react';
import { atTopAtom, showFresh } from './event-log.js';
import { store } from '../shared/store.js';
import { ROW_HEIGHT } from './row-place.js';

/** Tells whether the list stands at its top, where it begins again for each filter. */
export function useListTop(pane: RefObject<HTMLElement | null>, filter: unknown): void {
  useEffect(() => {
    const element = pane.current;
    if (!element) return;
    const look = () => {
      const atTop = element.scrollTop < ROW_HEIGHT;
      if (atTop === store.get(atTopAtom)) return;
      store.set(atTopAtom, atTop);
      if (atTop) void showFresh();
    };
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      element.removeEventListener('scroll', look);
      store.set(atTopAtom, true);
    };
  }, [pane]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another filter is another list
  useEffect(() => void pane.current?.scrollTo({ top: 0 }), [pane, filter]);
}
