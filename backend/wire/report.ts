import type { Day } from '@domain/dates.js';
import type { ArrivalRates, Arrivals, LeadBand, Sales, SalesRates } from '@domain/reports/figures.js';
import type { Grain } from '@domain/reports/periods.js';
import type { BookingSource } from '@domain/reservation/sources.js';
import type { Category } from '@domain/room/room-month.js';
import { CATEGORY_NAMES } from './field-texts.js';

/** A category of rooms, or the rooms that are not for sale. */
export type ReportCategory = Category | 'outside';

/** All figures of some days. */
export type ReportFigures = Sales & Arrivals & SalesRates & ArrivalRates;

/** A day, week or month of a report, without empty categories and sources. */
export type ReportSlice = ReportFigures & {
  first: Day;
  last: Day;
  categories: Partial<Record<ReportCategory, Sales>>;
  sources: Partial<Record<BookingSource, Sales>>;
};

/** The whole period by category: each, and the rooms that are not for sale when nights were sold in them. */
export type CategoryReport = Sales & SalesRates & { category: ReportCategory };

/** The whole period by booking source, of all rooms for sale: occupancy and RevPAR add up to those of the period. */
export type SourceReport = ReportFigures & { source: BookingSource };

/** Answer of GET /api/reports. */
export type Report = {
  start_date: Day;
  end_date: Day;
  by: Grain;
  total: ReportFigures & { median_lead: number | null };
  slices: ReportSlice[];
  categories: CategoryReport[];
  sources: SourceReport[];
  leads: LeadBand[];
};

/** Name of a category in reports. */
export function reportCategoryName(category: ReportCategory): string {
  return category === 'outside' ? '販売対象外' : CATEGORY_NAMES[category];
}
