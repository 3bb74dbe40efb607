import type { ReportFigures } from '@wire/report.js';
import {
  ADR,
  ARRIVALS,
  CANCELLATION,
  type FigureSpec,
  NIGHTS,
  NOTICE,
  OCCUPANCY,
  REVENUE,
  REVPAR,
} from '../figures.js';
import { countText } from '../report-texts.js';

type Column = Pick<FigureSpec, 'name' | 'of' | 'text'>;

const ROOMS: Column = { name: '販売可能', of: ({ rooms }) => rooms, text: countText };
const CANCELLED: Column = { name: '取消', of: ({ cancelled }) => cancelled, text: countText };

const SALES_COLUMNS: readonly Column[] = [ROOMS, NIGHTS, OCCUPANCY, REVENUE, ADR, REVPAR];
/** The columns for sales and the stays that begin. */
export const ALL_COLUMNS: readonly Column[] = [...SALES_COLUMNS, ARRIVALS, CANCELLED, CANCELLATION, NOTICE];

/** What columns are called. */
export const namesOf = (columns: readonly Column[]): string[] => columns.map(({ name }) => name);

/** The texts of some figures in some columns. */
export function cellsOf(columns: readonly Column[], figures: ReportFigures): string[] {
  return columns.map(({ of, text }) => text(of(figures)));
}
