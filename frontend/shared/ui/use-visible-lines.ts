import { type RefObject, useEffect, useState } from 'react';

/** Lines are drawn this far beyond what is in sight, and anew whenever it is scrolled so far. */
const STEP = 420;
const FIRST_HEIGHT = 900;

/** A line of a windowed list at its place. */
export type PlacedLine = { key: string; top: number; height: number; index: number };

/** The lines that are in sight or near, and the one that has the focus wherever it is. */
export function useVisibleLines<Line extends PlacedLine>(
  pane: RefObject<HTMLElement | null>,
  lines: readonly Line[],
  current: number | undefined,
): Line[] {
  const [sight, setSight] = useState({ top: 0, height: FIRST_HEIGHT });
  useEffect(() => {
    const element = pane.current;
    if (!element) return;
    const look = () => {
      const top = Math.floor(element.scrollTop / STEP) * STEP;
      const height = element.clientHeight || FIRST_HEIGHT;
      setSight((now) => (now.top === top && now.height === height ? now : { top, height }));
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [pane]);
  const first = sight.top - STEP;
  const last = sight.top + sight.height + 2 * STEP;
  const focused = String(current);
  return lines.filter(({ key, top, height }) => (top + height > first && top < last) || key === focused);
}
