import { type RefObject, useEffect } from 'react';
import { roomInFocusAtom } from '../booking/room-preview.js';
import type { RoomHead } from '../shared/calendar-data/calendar.js';
import { useValue } from '../shared/store.js';
import { ROW_HEIGHT } from './geometry.js';

const ROWS_ABOVE = 2;

/** Brings the first room that a search found into sight, or the one of a proposal that is looked at. */
export function useScrollToCandidate(
  scroller: RefObject<HTMLElement | null>,
  heads: readonly RoomHead[],
): void {
  const candidate = useValue(roomInFocusAtom);
  const row = candidate === null ? -1 : heads.findIndex(({ roomNumber }) => roomNumber === candidate);
  useEffect(() => {
    const element = scroller.current;
    if (!element || row < 0) return;
    const top = row * ROW_HEIGHT;
    const inSight = top >= element.scrollTop && top < element.scrollTop + element.clientHeight / 2;
    if (!inSight) element.scrollTop = Math.max(0, top - ROWS_ABOVE * ROW_HEIGHT);
  }, [scroller, row]);
}
