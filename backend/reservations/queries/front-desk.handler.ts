import { oldestRecentDay } from '@domain/calendar/front-desk.js';
import { addDays, type Day } from '@domain/dates.js';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { BookingRecord } from '@wire/booking-record.js';
import { type RawBuilder, sql } from 'kysely';
import { EventStore } from '../../event-store/event-store.js';
import { Clock } from '../../platform/clock.js';
import type { HotelDatabase } from '../../platform/database.js';
import { DATABASE } from '../../platform/platform.module.js';
import { bookingRecord } from '../booking-answer.public.js';

/** The bookings that the front desk has to do with today (GET /api/front-desk). */
export class FrontDesk extends Query<BookingRecord[]> {}

/** `isAtDesk` of the domain in SQL, a part for each index. */
export function isAtDeskSql(today: Day): RawBuilder<boolean> {
  return sql<boolean>`not is_cancelled and id in (
    select id from bookings
    where daterange(stay_start, stay_end) && daterange(${addDays(today, -1)}::date, ${today}::date, '[]')
    union select id from bookings where checkout_date = ${today}::date
    union select id from open_stays where is_in_house
    union select id from open_stays where is_unpaid and stay_end >= ${oldestRecentDay(today)}::date)`;
}

@QueryHandler(FrontDesk)
export class FrontDeskHandler implements IQueryHandler<FrontDesk> {
  constructor(
    @Inject(DATABASE) private readonly database: HotelDatabase,
    private readonly store: EventStore,
    private readonly clock: Clock,
  ) {}

  /** First-night records in the order of stays. */
  async execute(): Promise<BookingRecord[]> {
    const { reference } = await this.store.current();
    const rows = await this.database
      .selectFrom('bookings')
      .select('state')
      .where(isAtDeskSql(this.clock.today()))
      .orderBy('stay_start')
      .orderBy('id')
      .execute();
    return rows.map(({ state }) => bookingRecord(state, reference.rooms));
  }
}
