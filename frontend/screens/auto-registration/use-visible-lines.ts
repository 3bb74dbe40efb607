import { type RefObject, useEffect, useState } from 'react';
import type { QueueLine } from './queue-lines.js';

/** Lines are drawn this far beyond what is in sight, and anew whenever it is scrolled so far. */
const STEP = 420;
const FIRST_HEIGHT = 900;

/** The lines that are in sight or near, and the one that has the focus wherever it is. */
export function useVisibleLines(
  pane: RefObject<HTMLElement | null>,
  lines: readonly QueueLine[],
  current: number | undefined,
): QueueLine[] {
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
  return lines.filter(
    (line) =>
      (line.top + line.height > first && line.top < last) ||
      (line.kind === 'record' && line.record.id === current),
  );
}
