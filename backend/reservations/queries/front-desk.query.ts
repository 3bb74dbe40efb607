import { oldestRecentDay } from '@domain/calendar/front-desk.js';
import { addDays, type Day } from '@domain/dates.js';
import { Inject, Injectable } from '@nestjs/common';
import { type BookingRecord, bookingRecord } from '@wire/booking-record.js';
import { MOST_UNPAID_COUNTED, type OlderUnpaid, unpaidCursor } from '@wire/older-unpaid.js';
import { type RawBuilder, sql } from 'kysely';
import { EventStore } from '../../event-store/event-store.js';
import { Clock } from '../../platform/clock.js';
import type { HotelDatabase } from '../../platform/database.js';
import { DATABASE } from '../../platform/platform.module.js';

/** The stay that a page begins after, by its check-out date and id. */
export type UnpaidCursor = { stayEnd: Day; id: number };

/** `isAtDesk` of the domain in SQL, a part for each index. */
export function isAtDeskSql(today: Day): RawBuilder<boolean> {
  return sql<boolean>`not is_cancelled and id in (
    select id from bookings
    where daterange(stay_start, stay_end) && daterange(${addDays(today, -1)}::date, ${today}::date, '[]')
    union select id from bookings where checkout_date = ${today}::date
    union select id from open_stays where is_in_house
    union select id from open_stays where is_unpaid and stay_end >= ${oldestRecentDay(today)}::date)`;
}

/** `isOlderUnpaid` of the domain in SQL, for bookings joined with `open_stays`. */
export function isOlderUnpaidSql(today: Day): RawBuilder<boolean> {
  return sql<boolean>`open_stays.is_unpaid and not open_stays.is_in_house
    and open_stays.stay_end < ${oldestRecentDay(today)}::date and bookings.checkout_date <> ${today}::date`;
}

/** The bookings that the front desk deals with today, and older unpaid ones. */
@Injectable()
export class FrontDeskQuery {
  constructor(
    @Inject(DATABASE) private readonly database: HotelDatabase,
    private readonly store: EventStore,
    private readonly clock: Clock,
  ) {}

  /** First-night records in the order of stays (GET /api/front-desk). */
  async today(): Promise<BookingRecord[]> {
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

  /**
   * A page of departed guests who have owed for more than 30 days, as first-night records, the latest check-out date
   * first (GET /api/front-desk/unpaid).
   */
  async olderUnpaid(before: UnpaidCursor | null, limit: number): Promise<OlderUnpaid> {
    const { reference } = await this.store.current();
    const today = this.clock.today();
    const start = before ?? { stayEnd: oldestRecentDay(today), id: 0 };
    const after = ({ stayEnd, id }: UnpaidCursor) =>
      this.database
        .selectFrom('open_stays')
        .innerJoin('bookings', 'bookings.id', 'open_stays.id')
        .where(isOlderUnpaidSql(today))
        .where(sql<boolean>`(open_stays.stay_end, open_stays.id) < (${stayEnd}::date, ${id}::bigint)`);
    const rows = await after(start)
      .select('state')
      .orderBy('open_stays.stay_end', 'desc')
      .orderBy('open_stays.id', 'desc')
      .limit(limit)
      .execute();
    const end = rows.at(-1)?.state ?? start;
    const { more } = await this.database
      .selectFrom(after(end).select('bookings.id').limit(MOST_UNPAID_COUNTED).as('later'))
      .select(sql<number>`count(*)::int`.as('more'))
      .executeTakeFirstOrThrow();
    return {
      bookings: rows.map(({ state }) => bookingRecord(state, reference.rooms)),
      more,
      next: unpaidCursor(end.stayEnd, end.id),
    };
  }
}
