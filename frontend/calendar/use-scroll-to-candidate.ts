import { type RefObject, useEffect } from 'react';
import type { RoomHead } from '../state/calendar.js';
import { firstCandidateAtom } from '../state/form.js';
import { useValue } from '../state/store.js';
import { ROW_HEIGHT } from './geometry.js';

const ROWS_ABOVE = 2;

/** After a search, brings the first found room into sight. */
export function useScrollToCandidate(
  scroller: RefObject<HTMLElement | null>,
  heads: readonly RoomHead[],
): void {
  const candidate = useValue(firstCandidateAtom);
  const row = candidate === null ? -1 : heads.findIndex(({ roomNumber }) => roomNumber === candidate);
  useEffect(() => {
    const element = scroller.current;
    if (!element || row < 0) return;
    const top = row * ROW_HEIGHT;
    const inSight = top >= element.scrollTop && top < element.scrollTop + element.clientHeight / 2;
    if (!inSight) element.scrollTop = Math.max(0, top - ROWS_ABOVE * ROW_HEIGHT);
  }, [scroller, row]);
}
