import { addDays, type Day, daysFromTo } from '@domain/dates.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import type { BookingRecord } from '@wire/booking-record.js';
import { sql } from 'kysely';
import { EventStore } from '../../event-store/event-store.js';
import type { HotelDatabase } from '../../platform/database.js';
import { DATABASE } from '../../platform/platform.module.js';
import { nightRecord } from '../booking-answer.catalog.js';

/** The night records of a range of days, both included (spec 7, GET /api/bookings). */
export class BookingsInRange {
  constructor(
    readonly start: Day,
    readonly end: Day,
  ) {}
}

@QueryHandler(BookingsInRange)
export class BookingsInRangeHandler implements IQueryHandler<BookingsInRange> {
  constructor(
    @Inject(DATABASE) private readonly database: HotelDatabase,
    private readonly store: EventStore,
  ) {}

  /** One record a night, cancelled bookings included, in the order of stays. */
  async execute({ start, end }: BookingsInRange): Promise<BookingRecord[]> {
    const { reference } = await this.store.current();
    const bookings = await this.database
      .selectFrom('bookings')
      .select('state')
      .where(sql<boolean>`daterange(stay_start, stay_end) && daterange(${start}::date, ${end}::date, '[]')`)
      .orderBy('stay_start')
      .orderBy('id')
      .execute();
    return bookings.flatMap(({ state }) =>
      nightsWithin(state, start, end).map((night) => nightRecord(state, night, reference.rooms)),
    );
  }
}

function nightsWithin(booking: Reservation, start: Day, end: Day): Day[] {
  const first = booking.stayStart > start ? booking.stayStart : start;
  const lastNight = addDays(booking.stayEnd, -1);
  return daysFromTo(first, lastNight < end ? lastNight : end);
}
