import { Inject, Injectable } from '@nestjs/common';
import { Gauge, Registry } from 'prom-client';
import { LiveHub } from '../live/live.module.js';
import type { Queryable } from '../platform/database.js';
import { POOL } from '../platform/platform.module.js';
import { type HotelFacts, hotelFacts, inTime } from './hotel-facts.query.js';

const GAUGES: { [Fact in keyof HotelFacts]: [name: string, help: string] } = {
  position: ['hotel_log_position', 'Position at which the log ends'],
  lagSeconds: [
    'hotel_log_subscription_lag_seconds',
    'Age of the oldest event that this node has not told its terminals',
  ],
  importsRunning: ['hotel_imports_running', 'Imports that are not done'],
  importRowsWaiting: ['hotel_import_rows_waiting', 'Rows of imports that are not worked off'],
  oldestImportSeconds: ['hotel_import_oldest_age_seconds', 'Age of the oldest import that is not done'],
  failedRegistrations: ['hotel_registrations_failed', 'Imported reservations that wait for staff'],
  backupSeconds: ['hotel_backup_age_seconds', 'Age of the newest backup; NaN while there is none'],
  databaseBytes: ['hotel_database_size_bytes', 'Size of the database on its disk'],
};

/** The state of the hotel as its database tells; the same on every node but for the lag. */
@Injectable()
export class HotelGauges {
  private readonly gauges: [keyof HotelFacts, Gauge][];
  private readonly lag: Gauge;
  private readonly up: Gauge;

  constructor(
    registry: Registry,
    private readonly hub: LiveHub,
    @Inject(POOL) private readonly queries: Queryable,
  ) {
    const registers = [registry];
    this.gauges = Object.entries(GAUGES).map(([fact, [name, help]]) => [
      fact as keyof HotelFacts,
      new Gauge({ name, help, registers }),
    ]);
    this.lag = new Gauge({
      name: 'hotel_log_subscription_lag_events',
      help: 'Events that this node has not told its terminals',
      registers,
    });
    this.up = new Gauge({ name: 'hotel_database_up', help: '1 while the database answers', registers });
  }

  /** Asks the database; what it does not tell in time is shown as not a number. */
  async refresh(): Promise<void> {
    const { reached } = this.hub;
    const facts = await inTime(hotelFacts(this.queries, reached)).catch(() => null);
    this.up.set(facts ? 1 : 0);
    for (const [fact, gauge] of this.gauges) gauge.set(facts?.[fact] ?? Number.NaN);
    this.lag.set(facts ? Math.max(0, facts.position - reached) : Number.NaN);
  }
}
