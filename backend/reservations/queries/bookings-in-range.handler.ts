import { addDays, type Day, daysFromTo } from '@domain/dates.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import type { RoomDirectory } from '@domain/room/room-directory.js';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import type { BookingRecord } from '@wire/booking-record.js';
import { sql } from 'kysely';
import { PastViews } from '../../audit/time-travel/past-views.catalog.js';
import { EventStore } from '../../event-store/event-store.js';
import type { HotelDatabase } from '../../platform/database.js';
import { DATABASE } from '../../platform/platform.module.js';
import { nightRecord } from '../booking-answer.catalog.js';

/** The night records of a range of days, both included, now or as of a position (spec 7, GET /api/bookings). */
export class BookingsInRange {
  constructor(
    readonly start: Day,
    readonly end: Day,
    readonly position: number | null = null,
  ) {}
}

type Found = { bookings: Reservation[]; rooms: RoomDirectory };

@QueryHandler(BookingsInRange)
export class BookingsInRangeHandler implements IQueryHandler<BookingsInRange> {
  constructor(
    @Inject(DATABASE) private readonly database: HotelDatabase,
    private readonly store: EventStore,
    private readonly past: PastViews,
  ) {}

  /** One record a night, cancelled bookings included, in the order of stays. */
  async execute({ start, end, position }: BookingsInRange): Promise<BookingRecord[]> {
    const { bookings, rooms } = await (position === null
      ? this.now(start, end)
      : this.asOf({ start, end }, position));
    return bookings.flatMap((booking) =>
      nightsWithin(booking, start, end).map((night) => nightRecord(booking, night, rooms)),
    );
  }

  private async asOf(days: { start: Day; end: Day }, position: number): Promise<Found> {
    const [bookings, rooms] = await Promise.all([
      this.past.bookings(days, position),
      this.past.rooms(days, position),
    ]);
    return { bookings, rooms };
  }

  private async now(start: Day, end: Day): Promise<Found> {
    const { reference } = await this.store.current();
    const rows = await this.database
      .selectFrom('bookings')
      .select('state')
      .where(sql<boolean>`daterange(stay_start, stay_end) && daterange(${start}::date, ${end}::date, '[]')`)
      .orderBy('stay_start')
      .orderBy('id')
      .execute();
    return { bookings: rows.map(({ state }) => state), rooms: reference.rooms };
  }
}

function nightsWithin(booking: Reservation, start: Day, end: Day): Day[] {
  const first = booking.stayStart > start ? booking.stayStart : start;
  const lastNight = addDays(booking.stayEnd, -1);
  return daysFromTo(first, lastNight < end ? lastNight : end);
}
