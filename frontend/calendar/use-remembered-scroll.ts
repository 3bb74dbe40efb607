import type { Day } from '@domain/dates.js';
import { type RefObject, useLayoutEffect, useRef } from 'react';

type Kept = { rows: number; days: readonly Day[]; top: number; cutTo: number | null };

/**
 * A calendar of the past may have fewer rooms, down to none, and is scrolled up by that: once they are there again, it
 * is where it was, unless it was scrolled since.
 */
export function useRememberedScroll(
  scroller: RefObject<HTMLElement | null>,
  rows: number,
  days: readonly Day[],
): void {
  const kept = useRef<Kept | null>(null);
  const rowsBefore = useRef(rows);
  if (kept.current?.days !== days) kept.current = null;
  // Noted before the document gets shorter.
  if (scroller.current && rows < rowsBefore.current) {
    kept.current ??= { rows: rowsBefore.current, days, top: scroller.current.scrollTop, cutTo: null };
  }
  useLayoutEffect(() => {
    rowsBefore.current = rows;
    const element = scroller.current;
    if (!element || !kept.current) return;
    const { top, cutTo } = kept.current;
    const untouched = cutTo === null || element.scrollTop === cutTo;
    if (rows < kept.current.rows) {
      kept.current = untouched ? { ...kept.current, cutTo: element.scrollTop } : null;
      return;
    }
    kept.current = null;
    if (untouched) element.scrollTop = top;
  }, [scroller, rows]);
}
