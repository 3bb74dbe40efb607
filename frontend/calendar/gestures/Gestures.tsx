import './gestures.css';
import type { Day } from '@domain/dates.js';
import { memo, type RefObject, useMemo } from 'react';
import type { RoomHead } from '../../shared/calendar-data/calendar.js';
import { GesturePreview } from './GesturePreview.js';
import { GestureWords } from './GestureWords.js';
import type { GridPlace } from './pointer-place.js';
import { useKeyGestures } from './use-key-gestures.js';
import { usePointerGestures } from './use-pointer-gestures.js';

type GesturesProps = {
  scroller: RefObject<HTMLElement | null>;
  heads: readonly RoomHead[];
  days: readonly Day[];
  columnWidth: number;
  headerHeight: number;
};

/** Dragging and steering bookings in the calendar. */
export const Gestures = memo(function Gestures(props: GesturesProps) {
  const { scroller, heads, days, columnWidth, headerHeight } = props;
  const grid = useMemo(
    (): GridPlace => ({
      scroller,
      heads,
      days,
      size: { rows: heads.length, columns: days.length, columnWidth, headerHeight },
    }),
    [scroller, heads, days, columnWidth, headerHeight],
  );
  usePointerGestures(grid);
  useKeyGestures(grid);
  return (
    <>
      <GesturePreview {...grid} />
      <GestureWords grid={grid} />
    </>
  );
});
