import type { StayCell } from '@domain/calendar/stay-cells.js';
import { type GridSize, HEAD_WIDTH, ROW_HEIGHT, type Viewport } from '../geometry.js';
import type { Grip } from './place.js';

/** A point from the calendar's upper left corner. */
export type Point = { x: number; y: number };

const EDGE_WIDTH = 7;
const SCROLL_ZONE = 30;
const FASTEST = 16;

const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value));

/** The body row and day column under a point; beyond the rooms and days in sight it is the nearest of them. */
export function cellUnder(view: Viewport, size: GridSize, { x, y }: Point): { row: number; column: number } {
  const inX = clamp(x, HEAD_WIDTH, view.width - 1) - HEAD_WIDTH + view.scrollLeft;
  const inY = clamp(y, size.headerHeight, view.height - 1) - size.headerHeight + view.scrollTop;
  return {
    row: clamp(Math.floor(inY / ROW_HEIGHT), 0, size.rows - 1),
    column: clamp(Math.floor(inX / size.columnWidth), 0, size.columns - 1),
  };
}

/** What of a stay is gripped at this many pixels from the left of one of its nights: its ends are at its edges. */
export function gripAt(cell: StayCell, isCheckedIn: boolean, inCell: number, columnWidth: number): Grip {
  if (cell.isLastNight && inCell >= columnWidth - EDGE_WIDTH) return 'end';
  if (cell.isFirstNight && !isCheckedIn && inCell < EDGE_WIDTH) return 'start';
  return 'whole';
}

function speed(at: number, least: number, most: number): number {
  const before = least + SCROLL_ZONE - at;
  const after = at - (most - SCROLL_ZONE);
  const depth = before > 0 ? -before : Math.max(0, after);
  return clamp(Math.round((depth / SCROLL_ZONE) * FASTEST), -FASTEST, FASTEST);
}

/** How far the calendar scrolls in the next frame while something is dragged to its edges. */
export function scrollStep(view: Viewport, size: GridSize, { x, y }: Point): Point {
  return { x: speed(x, HEAD_WIDTH, view.width), y: speed(y, size.headerHeight, view.height) };
}
