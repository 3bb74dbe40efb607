import type { DayRange } from '@domain/calendar/default-range.js';
import { type Day, parseDay } from '@domain/dates.js';
import {
  GRAINS,
  type Grain,
  moved,
  PERIODS,
  type Period,
  periodOf,
  usualGrain,
  yearBefore,
} from '@domain/reports/periods.js';

/** What the figures of a period are held against. */
export const COMPARISONS = ['before', 'year', 'none'] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** What is reported: the days, by their name when they have one. */
export type ReportQuery = {
  period: Period | null;
  days: DayRange;
  by: Grain;
  comparison: Comparison;
};

function daysIn(search: URLSearchParams): DayRange | null {
  const first = parseDay(search.get('start_date'));
  const last = parseDay(search.get('end_date'));
  return first && last && first <= last ? { first, last } : null;
}

/** What the page's address asks for; this month when it asks for nothing. */
export function reportQueryOf(search: URLSearchParams, today: Day): ReportQuery {
  const own = daysIn(search);
  const period = own ? null : (PERIODS.find((name) => name === search.get('period')) ?? 'month');
  const days = own ?? periodOf(period ?? 'month', today);
  return {
    period,
    days,
    by: GRAINS.find((grain) => grain === search.get('by')) ?? usualGrain(days),
    comparison: COMPARISONS.find((name) => name === search.get('compare')) ?? 'before',
  };
}

/** The address of a named period, or of some days; what it is divided into is as usual again. */
export function addressOfDays(search: URLSearchParams, days: Period | DayRange): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const name of ['period', 'start_date', 'end_date', 'by']) next.delete(name);
  if (typeof days === 'string') next.set('period', days);
  else {
    next.set('start_date', days.first);
    next.set('end_date', days.last);
  }
  return next;
}

/** The days that a report is held against; null for none. */
export function comparedDays({ days, comparison }: ReportQuery): DayRange | null {
  if (comparison === 'none') return null;
  return comparison === 'year' ? yearBefore(days) : moved(days, -1);
}
