import type { DayRange } from '@domain/calendar/default-range.js';
import type { Grain } from '@domain/reports/periods.js';
import type { Report } from '@wire/report.js';
import { type Answer, get } from '../shared/api/request.js';

const queryOf = ({ first, last }: DayRange, by: Grain) => ({ start_date: first, end_date: last, by });

/** The figures of a period. */
export function fetchReport(days: DayRange, by: Grain): Promise<Answer<Report>> {
  return get('/api/reports', queryOf(days, by));
}

/** Where the figures of a period can be saved from. */
export function reportFilePath(days: DayRange, by: Grain): string {
  return `/api/reports.csv?${new URLSearchParams(queryOf(days, by))}`;
}
