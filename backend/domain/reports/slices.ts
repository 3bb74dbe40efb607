import type { DayRange } from '../calendar/default-range.js';
import { addDays, addMonths, type Day, lastDayOf, monthOf, weekdayOf } from '../dates.js';

/** What a report is divided into. Weeks begin on Monday. */
export const GRAINS = ['day', 'week', 'month'] as const;
export type Grain = (typeof GRAINS)[number];

/** The Monday on or before a day. */
export function mondayOf(date: Day): Day {
  return addDays(date, -((weekdayOf(date) + 6) % 7));
}

function nextBegin(date: Day, by: Grain): Day {
  if (by === 'day') return addDays(date, 1);
  return by === 'week' ? addDays(mondayOf(date), 7) : addMonths(monthOf(date), 1);
}

/** The days, weeks or months of a range, cut off where the range ends; in order. */
export function slicesOf({ first, last }: DayRange, by: Grain): DayRange[] {
  const slices: DayRange[] = [];
  for (let begin = first; begin <= last; ) {
    const next = nextBegin(begin, by);
    slices.push({ first: begin, last: next > last ? last : addDays(next, -1) });
    begin = next;
  }
  return slices;
}

/** Whether a range is one or more whole months. */
export function isWholeMonths({ first, last }: DayRange): boolean {
  return first === monthOf(first) && last === lastDayOf(monthOf(last));
}
