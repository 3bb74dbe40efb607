import type { DayRange } from '@domain/calendar/default-range.js';
import { groupBy } from '@domain/group-by.js';
import {
  type ArrivalRow,
  type Arrivals,
  arrivalRates,
  arrivalsOf,
  leadBands,
  medianLead,
  nightsForSale,
  type Sales,
  type SoldRow,
  salesOf,
  salesRates,
} from '@domain/reports/figures.js';
import { type Grain, slicesOf } from '@domain/reports/periods.js';
import { BOOKING_SOURCES } from '@domain/reservation/sources.js';
import type { RoomDirectory } from '@domain/room/room-directory.js';
import { CATEGORIES } from '@domain/room/room-month.js';
import { Inject, Injectable } from '@nestjs/common';
import type { CategoryReport, Report, ReportFigures, ReportSlice, SourceReport } from '@wire/report.js';
import { LRUCache } from 'lru-cache';
import { EventStore } from '../event-store/event-store.js';
import { Clock } from '../platform/clock.js';
import type { HotelDatabase } from '../platform/database.js';
import { DATABASE } from '../platform/platform.module.js';
import { type CountedArrivals, countArrivals, countNights } from './report-counts.query.js';

const MAX_CACHED = 24;

/** Reports of periods, cached until something is written. */
@Injectable()
export class ReportsService {
  private readonly cache = new LRUCache<string, Promise<Report>>({ max: MAX_CACHED });

  constructor(
    private readonly store: EventStore,
    private readonly clock: Clock,
    @Inject(DATABASE) private readonly database: HotelDatabase,
  ) {}

  /** The report of a period as of now. */
  async report(days: DayRange, by: Grain): Promise<Report> {
    const { hash, position, readModels, reference } = await this.store.current();
    const key = [hash, position, readModels, days.first, days.last, by].join(' ');
    const cached = this.cache.get(key);
    if (cached) return cached;
    const report = this.build(days, by, reference.rooms);
    this.cache.set(key, report);
    report.catch(() => this.cache.delete(key));
    return report;
  }

  private async build(days: DayRange, by: Grain, rooms: RoomDirectory): Promise<Report> {
    const [sold, counted] = await Promise.all([
      countNights(this.database, rooms, days, by),
      countArrivals(this.database, this.clock.timezone, days, by),
    ]);
    return buildReport(days, by, { sold, ...counted, rooms });
  }
}

/** The counts of a period, and the hotel's rooms. */
type Counted = CountedArrivals & { sold: SoldRow[]; rooms: RoomDirectory };

const figuresOf = (sales: Sales, arrivals: Arrivals): ReportFigures => ({
  ...sales,
  ...arrivals,
  ...salesRates(sales),
  ...arrivalRates(arrivals),
});

/** Sales of each category, and of the rooms that are not for sale if there are any. */
function categorySales(sold: readonly SoldRow[], rooms: RoomDirectory, days: DayRange) {
  const forSale = nightsForSale(rooms, days);
  const byCategory = groupBy(sold, ({ category }) => category ?? 'outside');
  return [...CATEGORIES, 'outside' as const]
    .map((category) => ({
      category,
      ...salesOf(byCategory.get(category) ?? [], category === 'outside' ? 0 : forSale[category]),
    }))
    .filter(({ category, nights }) => category !== 'outside' || nights > 0);
}

const roomsIn = (categories: readonly Sales[]): number =>
  categories.reduce((sum, { rooms }) => sum + rooms, 0);

function sliceOf(days: DayRange, sold: SoldRow[], arrivals: ArrivalRow[], rooms: RoomDirectory): ReportSlice {
  const categories = categorySales(sold, rooms, days);
  const total = salesOf(sold, roomsIn(categories));
  const bySource = groupBy(sold, ({ source }) => source);
  return {
    ...days,
    ...figuresOf(total, arrivalsOf(arrivals)),
    categories: Object.fromEntries(
      categories
        .filter(({ rooms, nights }) => rooms + nights > 0)
        .map(({ category, ...sales }) => [category, sales]),
    ),
    sources: Object.fromEntries([...bySource].map(([source, rows]) => [source, salesOf(rows, total.rooms)])),
  };
}

function sourceReports({ sold, arrivals }: Counted, rooms: number): SourceReport[] {
  return BOOKING_SOURCES.flatMap((source): SourceReport[] => {
    const ofSource = (row: { source: string }) => row.source === source;
    const figures = figuresOf(salesOf(sold.filter(ofSource), rooms), arrivalsOf(arrivals.filter(ofSource)));
    return figures.nights + figures.arrivals + figures.cancelled === 0 ? [] : [{ source, ...figures }];
  });
}

function buildReport(days: DayRange, by: Grain, counted: Counted): Report {
  const { sold, arrivals, leads, rooms } = counted;
  const soldBySlice = groupBy(sold, ({ slice }) => slice);
  const arrivalsBySlice = groupBy(arrivals, ({ slice }) => slice);
  const categories = categorySales(sold, rooms, days);
  const total = salesOf(sold, roomsIn(categories));
  return {
    start_date: days.first,
    end_date: days.last,
    by,
    total: { ...figuresOf(total, arrivalsOf(arrivals)), median_lead: medianLead(leads) },
    slices: slicesOf(days, by).map((slice) =>
      sliceOf(slice, soldBySlice.get(slice.first) ?? [], arrivalsBySlice.get(slice.first) ?? [], rooms),
    ),
    categories: categories.map((sales): CategoryReport => ({ ...sales, ...salesRates(sales) })),
    sources: sourceReports(counted, total.rooms),
    leads: leadBands(leads),
  };
}
