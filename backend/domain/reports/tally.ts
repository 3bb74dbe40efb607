import type { BookingSource } from '../reservation/sources.js';
import type { Category } from '../room/category.js';
import type { Arrivals, Sales } from './figures.js';

/** What was sold in a slice, of a category (null for rooms that are not for sale) and by a source. */
export type SoldRow = {
  slice: string;
  category: Category | null;
  source: BookingSource;
  nights: number;
  revenue: number;
};

/** Which stays start in a slice, by a source. */
export type ArrivalRow = Arrivals & { slice: string; source: BookingSource };

/** What rows sold, in as many rooms for sale. */
export function salesOf(rows: readonly SoldRow[], rooms: number): Sales {
  const sales = { rooms, nights: 0, outside: 0, revenue: 0 };
  for (const { category, nights, revenue } of rows) {
    sales.nights += nights;
    sales.revenue += revenue;
    if (category === null) sales.outside += nights;
  }
  return sales;
}

/** The stays that start in all of the rows. */
export function arrivalsOf(rows: readonly ArrivalRow[]): Arrivals {
  const sum = { arrivals: 0, cancelled: 0, lead: 0 };
  for (const { arrivals, cancelled, lead } of rows) {
    sum.arrivals += arrivals;
    sum.cancelled += cancelled;
    sum.lead += lead;
  }
  return sum;
}
