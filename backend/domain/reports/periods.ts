import type { DayRange } from '../calendar/default-range.js';
import {
  addDays,
  addMonths,
  addYears,
  type Day,
  daysBetween,
  firstOfMonth,
  lastDayOf,
  type Month,
  monthOf,
  monthsBetween,
  weekdayOf,
} from '../dates.js';

/** The slices of a report: days, weeks from Monday, or months. */
export const GRAINS = ['day', 'week', 'month'] as const;
export type Grain = (typeof GRAINS)[number];

/** The Monday on or before a day. */
function mondayOf(date: Day): Day {
  return addDays(date, -((weekdayOf(date) + 6) % 7));
}

function nextStart(date: Day, by: Grain): Day {
  if (by === 'day') return addDays(date, 1);
  return by === 'week' ? addDays(mondayOf(date), 7) : addMonths(monthOf(date), 1);
}

/** The days, weeks or months of a range in order, the first and last cut at its ends. */
export function slicesOf({ first, last }: DayRange, by: Grain): DayRange[] {
  const slices: DayRange[] = [];
  for (let start = first; start <= last; ) {
    const next = nextStart(start, by);
    slices.push({ first: start, last: next > last ? last : addDays(next, -1) });
    start = next;
  }
  return slices;
}

/** Returns whether a range consists of whole months. */
export function isWholeMonths({ first, last }: DayRange): boolean {
  return first === monthOf(first) && last === lastDayOf(monthOf(last));
}

/** Periods relative to today. */
export const PERIODS = ['today', 'week', 'month', 'last-month', 'year'] as const;
export type Period = (typeof PERIODS)[number];

const monthRange = (month: Month): DayRange => ({ first: month, last: lastDayOf(month) });

/** The days of a named period. */
export function periodOf(period: Period, today: Day): DayRange {
  const month = monthOf(today);
  switch (period) {
    case 'today':
      return { first: today, last: today };
    case 'week':
      return { first: mondayOf(today), last: addDays(mondayOf(today), 6) };
    case 'month':
      return monthRange(month);
    case 'last-month':
      return monthRange(addMonths(month, -1));
    case 'year': {
      const january = firstOfMonth(Number(today.slice(0, 4)), 1);
      return { first: january, last: lastDayOf(addMonths(january, 11)) };
    }
  }
}

/** A period shifted by `steps` times its own length, negative for earlier; whole months stay whole months. */
export function moved({ first, last }: DayRange, steps: number): DayRange {
  if (isWholeMonths({ first, last })) {
    const months = (monthsBetween(first, last) + 1) * steps;
    const end = lastDayOf(addMonths(monthOf(last), months));
    return { first: addMonths(monthOf(first), months), last: end };
  }
  const days = (daysBetween(first, last) + 1) * steps;
  return { first: addDays(first, days), last: addDays(last, days) };
}

/** The same dates a year before. */
export function yearBefore({ first, last }: DayRange): DayRange {
  const end = addYears(last, -1);
  return { first: addYears(first, -1), last: isWholeMonths({ first, last }) ? lastDayOf(monthOf(end)) : end };
}

const MAX_DAYS_BY_DAY = 62;
const MAX_DAYS_BY_WEEK = 190;

/** The default grain of a period, which keeps the number of slices readable. */
export function usualGrain({ first, last }: DayRange): Grain {
  const days = daysBetween(first, last) + 1;
  if (days <= MAX_DAYS_BY_DAY) return 'day';
  return days <= MAX_DAYS_BY_WEEK ? 'week' : 'month';
}
