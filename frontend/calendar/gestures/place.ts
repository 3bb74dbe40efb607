import type { StayCell } from '@domain/calendar/stay-cells.js';
import { addDays, type Day, daysBetween, type Stay } from '@domain/dates.js';
import type { RefObject } from 'react';
import type { RoomHead } from '../../shared/calendar-data/calendar.js';
import { clamp, type GridSize, type Viewport } from '../geometry.js';

/** Place of a booking, present or intended. */
export type Place = { roomNumber: string; stay: Stay };

/** Part of a stay that follows the pointer. */
export type Grip = 'new' | 'whole' | 'start' | 'end';

const atMost = (a: Day, b: Day): Day => (a < b ? a : b);
const atLeast = (a: Day, b: Day): Day => (a > b ? a : b);

/** A place of one night. */
export function oneNight(roomNumber: string, date: Day): Place {
  return { roomNumber, stay: { start: date, end: addDays(date, 1) } };
}

/** The same stay, some days later or, negative, earlier. */
export function shifted({ roomNumber, stay }: Place, days: number): Place {
  return { roomNumber, stay: { start: addDays(stay.start, days), end: addDays(stay.end, days) } };
}

/** The stay with its end some days later or earlier; a night is always left. */
export function withEndMoved({ roomNumber, stay }: Place, days: number): Place {
  return {
    roomNumber,
    stay: { start: stay.start, end: atLeast(addDays(stay.end, days), addDays(stay.start, 1)) },
  };
}

/** The stay with its start some days later or earlier; a night is always left. */
export function withStartMoved({ roomNumber, stay }: Place, days: number): Place {
  return {
    roomNumber,
    stay: { start: atMost(addDays(stay.start, days), addDays(stay.end, -1)), end: stay.end },
  };
}

/** Returns true if two places are the same room and nights. */
export function isSamePlace(a: Place, b: Place): boolean {
  return a.roomNumber === b.roomNumber && a.stay.start === b.stay.start && a.stay.end === b.stay.end;
}

/** Returns the place of what was gripped at one cell when the pointer is at another. */
export function placeAt(grip: Grip, from: Place, gripped: CellPlace, at: CellPlace): Place {
  const days = daysBetween(gripped.date, at.date);
  switch (grip) {
    case 'new':
      return {
        roomNumber: from.roomNumber,
        stay: { start: atMost(gripped.date, at.date), end: addDays(atLeast(gripped.date, at.date), 1) },
      };
    case 'whole':
      return { ...shifted(from, days), roomNumber: at.roomNumber };
    case 'start':
      return withStartMoved(from, days);
    case 'end':
      return withEndMoved(from, days);
    default:
      return grip satisfies never;
  }
}

/** A point from the calendar's upper left corner. */
export type Point = { x: number; y: number };

/** In columns. */
const DEAD_ZONE = 0.5;
const EDGE_WIDTH = 7;
const SCROLL_ZONE = 30;
const FASTEST = 16;

/** The body row and day column under a point; beyond the rooms and days in sight it is the nearest of them. */
export function cellUnder(view: Viewport, size: GridSize, { x, y }: Point): { row: number; column: number } {
  const inX = clamp(x, size.headWidth, view.width - 1) - size.headWidth + view.scrollLeft;
  const inY = clamp(y, size.headerHeight, view.height - 1) - size.headerHeight + view.scrollTop;
  return {
    row: clamp(Math.floor(inY / size.rowHeight), 0, size.rows - 1),
    column: clamp(Math.floor(inX / size.columnWidth), 0, size.columns - 1),
  };
}

/**
 * Returns what of a drag stays as it was pressed, after so many pixels: with Shift the room or the date, whichever moved less in
 * rows and columns; the date also until the pointer has once left it by half a column.
 */
export function heldAxes(
  moved: Point,
  { columnWidth, rowHeight }: GridSize,
  isShift: boolean,
): { room: boolean; date: boolean } {
  const across = Math.abs(moved.x) / columnWidth;
  const down = Math.abs(moved.y) / rowHeight;
  return { room: isShift && across >= down, date: across <= DEAD_ZONE || (isShift && down > across) };
}

/** Returns the part of a stay that is gripped this many pixels from the left of one of its nights: its ends are at its edges. */
export function gripAt(
  cell: Pick<StayCell, 'isFirstNight' | 'isLastNight'>,
  isCheckedIn: boolean,
  inCell: number,
  columnWidth: number,
): Grip {
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

/** Returns how far the calendar scrolls in the next frame while something is dragged to its edges. */
export function scrollStep(view: Viewport, size: GridSize, { x, y }: Point): Point {
  return { x: speed(x, size.headWidth, view.width), y: speed(y, size.headerHeight, view.height) };
}

/** The calendar that gestures are made in. */
export type GridPlace = {
  scroller: RefObject<HTMLElement | null>;
  heads: readonly RoomHead[];
  days: readonly Day[];
  size: GridSize;
};

/** A room's night. */
export type CellPlace = { roomNumber: string; date: Day };

/** The room's night that an event happened at, null for any other place. */
export function cellOf(target: EventTarget | null): CellPlace | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('.cell') : null;
  const { room, date } = cell?.dataset ?? {};
  return room && date ? { roomNumber: room, date: date as Day } : null;
}

/** The first or last night of a place, or the nearest of the days shown. */
export function cellAtEnd(
  { roomNumber, stay }: Place,
  which: 'start' | 'end',
  days: readonly Day[],
): CellPlace {
  const date = which === 'start' ? stay.start : addDays(stay.end, -1);
  const [first = date, last = date] = [days[0], days.at(-1)];
  return { roomNumber, date: date < first ? first : date > last ? last : date };
}
