import type { DayRange } from '@domain/calendar/default-range.js';
import { groupBy } from '@domain/group-by.js';
import { type Arrivals, arrivalRates, type Sales, salesRates } from '@domain/reports/figures.js';
import { type LeadCount, leadBands, medianLead } from '@domain/reports/lead-times.js';
import { nightsForSale } from '@domain/reports/rooms-for-sale.js';
import { type Grain, slicesOf } from '@domain/reports/slices.js';
import { type ArrivalRow, arrivalsOf, type SoldRow, salesOf } from '@domain/reports/tally.js';
import { BOOKING_SOURCES } from '@domain/reservation/sources.js';
import { CATEGORIES } from '@domain/room/category.js';
import type { RoomDirectory } from '@domain/room/room-directory.js';
import type { CategoryReport, Report, ReportFigures, ReportSlice, SourceReport } from '@wire/report.js';

/** What was counted in a period, and the rooms there are. */
export type Counted = { sold: SoldRow[]; arrivals: ArrivalRow[]; leads: LeadCount[]; rooms: RoomDirectory };

const figuresOf = (sales: Sales, arrivals: Arrivals): ReportFigures => ({
  ...sales,
  ...arrivals,
  ...salesRates(sales),
  ...arrivalRates(arrivals),
});

/** Sales of each category in some days, and of the rooms that are not for sale. */
function categorySales(sold: readonly SoldRow[], rooms: RoomDirectory, days: DayRange) {
  const forSale = nightsForSale(rooms, days);
  const byCategory = groupBy(sold, ({ category }) => category ?? 'outside');
  return [...CATEGORIES, 'outside' as const]
    .map((category) => ({
      category,
      ...salesOf(byCategory.get(category) ?? [], category === 'outside' ? 0 : forSale[category]),
    }))
    .filter(({ category, nights, rooms }) => category !== 'outside' || nights + rooms > 0);
}

function totalOf(categories: readonly Sales[]): Sales {
  const total = { rooms: 0, nights: 0, outside: 0, revenue: 0 };
  for (const { rooms, nights, outside, revenue } of categories) {
    total.rooms += rooms;
    total.nights += nights;
    total.outside += outside;
    total.revenue += revenue;
  }
  return total;
}

function sliceOf(days: DayRange, sold: SoldRow[], arrivals: ArrivalRow[], rooms: RoomDirectory): ReportSlice {
  const categories = categorySales(sold, rooms, days);
  const total = totalOf(categories);
  const bySource = groupBy(sold, ({ source }) => source);
  const sources = [...bySource].map(([source, rows]) => [source, salesOf(rows, total.rooms)]);
  return {
    ...days,
    ...figuresOf(total, arrivalsOf(arrivals)),
    categories: Object.fromEntries(
      categories
        .filter(({ rooms, nights }) => rooms + nights > 0)
        .map(({ category, ...sales }) => [category, sales]),
    ),
    sources: Object.fromEntries(sources),
  };
}

function sourceReports({ sold, arrivals }: Counted, rooms: number): SourceReport[] {
  return BOOKING_SOURCES.flatMap((source): SourceReport[] => {
    const ofSource = (row: { source: string }) => row.source === source;
    const figures = figuresOf(salesOf(sold.filter(ofSource), rooms), arrivalsOf(arrivals.filter(ofSource)));
    return figures.nights + figures.arrivals + figures.cancelled === 0 ? [] : [{ source, ...figures }];
  });
}

/** The report of a period, of what was counted in it by its slices. */
export function buildReport(days: DayRange, by: Grain, counted: Counted): Report {
  const { sold, arrivals, leads, rooms } = counted;
  const soldIn = groupBy(sold, ({ slice }) => slice);
  const arrivingIn = groupBy(arrivals, ({ slice }) => slice);
  const categories = categorySales(sold, rooms, days);
  const total = totalOf(categories);
  return {
    start_date: days.first,
    end_date: days.last,
    by,
    total: { ...figuresOf(total, arrivalsOf(arrivals)), median_lead: medianLead(leads) },
    slices: slicesOf(days, by).map((slice) =>
      sliceOf(slice, soldIn.get(slice.first) ?? [], arrivingIn.get(slice.first) ?? [], rooms),
    ),
    categories: categories.map((sales): CategoryReport => ({ ...sales, ...salesRates(sales) })),
    sources: sourceReports(counted, total.rooms),
    leads: leadBands(leads),
  };
}
