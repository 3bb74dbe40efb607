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
import type { Report } from '@wire/report.js';
import { type Answer, get } from '../shared/api/request.js';
import { liveSession } from '../shared/live/live-session.js';
import { Resource } from '../shared/resource.js';

const queryOf = ({ first, last }: DayRange, by: Grain) => ({ start_date: first, end_date: last, by });

/** The figures of a period. */
function fetchReport(days: DayRange, by: Grain, signal: AbortSignal): Promise<Answer<Report>> {
  return get('/api/reports', queryOf(days, by), signal);
}

/** Returns the path of the file of a period's figures. */
export function reportFilePath(days: DayRange, by: Grain): string {
  return `/api/reports.csv?${new URLSearchParams(queryOf(days, by))}`;
}

/** Periods that the figures can be compared with. */
export const COMPARISONS = ['before', 'year', 'none'] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** Query of a report: the days, by their name when they have one. */
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

/** Returns the query of the page's address; this month when it asks for nothing. */
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

/** The figures that are shown, and those they are held against. */
export type ShownReport = { query: ReportQuery; report: Report; before: Report | null };

/** The figures that were asked for last; those of the query before stay until they were read. */
export const shownReport = new Resource<ReportQuery, ShownReport>(
  'reports',
  async (query, signal) => {
    const compared = comparedDays(query);
    const [report, before] = await Promise.all([
      fetchReport(query.days, query.by, signal),
      compared && fetchReport(compared, query.by, signal),
    ]);
    const position = Math.min(report.position ?? 0, before?.position ?? report.position ?? 0) || null;
    return { data: { query, report: report.data, before: before?.data ?? null }, position };
  },
  { keepPrevious: 'always' },
);

/** Shows the figures of a period. */
export async function showReport(query: ReportQuery): Promise<void> {
  const position = await shownReport.load(query);
  if (shownReport.state.query === query) liveSession.resumeFrom(position);
}

/** Keeps the figures current while it is shown; returns how to stop. */
export function followReport(): () => void {
  return shownReport.follow(
    ({ bookings, rooms, closures }) => bookings.length + rooms.length > 0 || closures !== undefined,
  );
}
