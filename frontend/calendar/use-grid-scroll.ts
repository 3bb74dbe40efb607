import type { Day } from '@domain/dates.js';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { roomInFocusAtom } from '../booking/room-preview.js';
import { type CalendarTarget, calendarTargetAtom, type RoomHead } from '../shared/calendar-data/calendar.js';
import { store, useValue } from '../shared/store.js';

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

const ROWS_ABOVE = 2;

/** Brings the first room that a search found into sight, or the one of a proposal that is looked at. */
export function useScrollToCandidate(
  scroller: RefObject<HTMLElement | null>,
  heads: readonly RoomHead[],
  rowHeight: number,
): void {
  const candidate = useValue(roomInFocusAtom);
  const row = candidate === null ? -1 : heads.findIndex(({ roomNumber }) => roomNumber === candidate);
  useEffect(() => {
    const element = scroller.current;
    if (!element || row < 0) return;
    const top = row * rowHeight;
    const inSight = top >= element.scrollTop && top < element.scrollTop + element.clientHeight / 2;
    if (!inSight) element.scrollTop = Math.max(0, top - ROWS_ABOVE * rowHeight);
  }, [scroller, row, rowHeight]);
}

/** Follows what is chosen beside the calendar: leads to the cell that it names. */
export function useGoToCell(go: (target: CalendarTarget) => void): void {
  const latest = useRef(go);
  latest.current = go;
  useEffect(() => {
    return store.sub(calendarTargetAtom, () => {
      const target = store.get(calendarTargetAtom);
      if (target) latest.current(target);
    });
  }, []);
}
