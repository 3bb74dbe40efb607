import type { ComponentProps } from 'react';
import { Gestures } from './gestures/Gestures.js';
import { CellMenuHost } from './menu/CellMenuHost.js';

type CalendarToolsProps = ComponentProps<typeof Gestures> & ComponentProps<typeof CellMenuHost>;

/** What staff can do right in the calendar beside clicking: the menu of a night and, at the desk, dragging. */
export function CalendarTools({ isDesk, onBooking, ...grid }: CalendarToolsProps) {
  return (
    <>
      <CellMenuHost scroller={grid.scroller} isDesk={isDesk} onBooking={onBooking} />
      {isDesk && <Gestures {...grid} />}
    </>
  );
}
