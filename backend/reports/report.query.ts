import type { DayRange } from '@domain/calendar/default-range.js';
import type { Grain } from '@domain/reports/slices.js';
import { Inject, Injectable } from '@nestjs/common';
import type { Report } from '@wire/report.js';
import { LRUCache } from 'lru-cache';
import { EventStore } from '../event-store/event-store.js';
import { Clock } from '../platform/clock.js';
import type { HotelDatabase } from '../platform/database.js';
import { DATABASE } from '../platform/platform.module.js';
import { buildReport } from './build-report.js';
import { countedArrivals } from './counted-arrivals.query.js';
import { countedNights } from './counted-nights.query.js';

const MOST_REPORTS = 24;

/** Works reports out; of those asked for again before anything was written, once. */
@Injectable()
export class Reports {
  private readonly cache = new LRUCache<string, Promise<Report>>({ max: MOST_REPORTS });

  constructor(
    private readonly store: EventStore,
    private readonly clock: Clock,
    @Inject(DATABASE) private readonly database: HotelDatabase,
  ) {}

  /** The report of a period as of now. */
  async of(days: DayRange, by: Grain): Promise<Report> {
    const { hash, position, reference } = await this.store.current();
    const key = [hash, position, days.first, days.last, by].join(' ');
    const known = this.cache.get(key);
    if (known) return known;
    const counting = Promise.all([
      countedNights(this.database, reference.rooms, days, by),
      countedArrivals(this.database, this.clock.timezone, days, by),
    ]);
    const report = counting.then(([sold, starts]) =>
      buildReport(days, by, { sold, ...starts, rooms: reference.rooms }),
    );
    this.cache.set(key, report);
    report.catch(() => this.cache.delete(key));
    return report;
  }
}
