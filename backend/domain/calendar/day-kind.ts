import { type Day, weekdayOf } from '../dates.js';

const WEEKDAY_NAMES = ['日', '月', '火', '水', '木', '金', '土'] as const;

/** How a day is coloured (spec 9, weekend colouring). */
export type DayKind = 'holiday' | 'sunday' | 'saturday' | 'weekday';

/** The weekday of a date as one Japanese character. */
export function weekdayName(date: Day): string {
  return WEEKDAY_NAMES[weekdayOf(date)] ?? '';
}

/** The kind of a day; a holiday flag of 1 goes before the weekday (spec 9). */
export function dayKind(date: Day, holidayFlag: 0 | 1): DayKind {
  if (holidayFlag === 1) return 'holiday';
  const weekday = weekdayOf(date);
  if (weekday === 0) return 'sunday';
  return weekday === 6 ? 'saturday' : 'weekday';
}
