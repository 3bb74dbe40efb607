import type { DayRange } from '../calendar/default-range.js';
import {
  addDays,
  addMonths,
  addYears,
  type Day,
  daysBetween,
  lastDayOf,
  type Month,
  monthOf,
} from '../dates.js';
import { type Grain, isWholeMonths, mondayOf } from './slices.js';

/** Periods that go by a name, whatever day it is. */
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
      const january = `${today.slice(0, 4)}-01-01` as Month;
      return { first: january, last: lastDayOf(addMonths(january, 11)) };
    }
  }
}

/** A period of the same length so many lengths later, negative for earlier: whole months go to whole months. */
export function moved({ first, last }: DayRange, steps: number): DayRange {
  if (isWholeMonths({ first, last })) {
    const months = monthsIn(first, last) * steps;
    const end = lastDayOf(addMonths(monthOf(last), months));
    return { first: addMonths(monthOf(first), months), last: end };
  }
  const days = (daysBetween(first, last) + 1) * steps;
  return { first: addDays(first, days), last: addDays(last, days) };
}

function monthsIn(first: Day, last: Day): number {
  const months = (date: Day) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7));
  return months(last) - months(first) + 1;
}

/** The same dates a year before. */
export function yearBefore({ first, last }: DayRange): DayRange {
  const end = addYears(last, -1);
  return { first: addYears(first, -1), last: isWholeMonths({ first, last }) ? lastDayOf(monthOf(end)) : end };
}

const MOST_DAYS = 62;
const MOST_DAYS_OF_WEEKS = 190;

/** What a period is divided into when nobody says: so much that it can be taken in at a glance. */
export function usualGrain({ first, last }: DayRange): Grain {
  const days = daysBetween(first, last) + 1;
  if (days <= MOST_DAYS) return 'day';
  return days <= MOST_DAYS_OF_WEEKS ? 'week' : 'month';
}
