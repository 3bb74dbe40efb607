import { addDays, type Day } from '@domain/dates.js';
import type { RefObject } from 'react';
import type { RoomHead } from '../../shared/calendar-data/calendar.js';
import type { GridSize, Viewport } from '../geometry.js';
import type { Place } from './place.js';

/** The calendar that gestures are made in. */
export type GridPlace = {
  scroller: RefObject<HTMLElement | null>;
  heads: readonly RoomHead[];
  days: readonly Day[];
  size: GridSize;
};

/** A room's night. */
export type CellPlace = { roomNumber: string; date: Day };

/** What of the calendar is in sight. */
export function viewOf(element: HTMLElement): Viewport {
  const { scrollTop, scrollLeft, clientWidth, clientHeight } = element;
  return { scrollTop, scrollLeft, width: clientWidth, height: clientHeight };
}

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
