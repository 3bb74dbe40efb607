import { addDays, type Day, daysFromTo } from '@domain/dates.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import type { BookingRecord } from '@wire/booking-record.js';
import { PastViews } from '../../audit/time-travel/past-views.catalog.js';
import { nightRecord } from '../booking-answer.catalog.js';
import type { NightRange } from '../nights/night-part.js';

/** The night records of a range of days as of a position (spec 7, GET /api/bookings). */
export class BookingsAsOf {
  constructor(
    readonly range: NightRange,
    readonly position: number,
  ) {}
}

@QueryHandler(BookingsAsOf)
export class BookingsAsOfHandler implements IQueryHandler<BookingsAsOf> {
  constructor(private readonly past: PastViews) {}

  /** One record a night, cancelled bookings included, in the order of stays. */
  async execute({ range, position }: BookingsAsOf): Promise<BookingRecord[]> {
    const [bookings, rooms] = await Promise.all([
      this.past.bookings(range, position),
      this.past.rooms(range, position),
    ]);
    return bookings.flatMap((booking) =>
      nightsWithin(booking, range).map((night) => nightRecord(booking, night, rooms)),
    );
  }
}

function nightsWithin({ stayStart, stayEnd }: Reservation, { start, end }: NightRange): Day[] {
  const first = stayStart > start ? stayStart : start;
  const lastNight = addDays(stayEnd, -1);
  return daysFromTo(first, lastNight < end ? lastNight : end);
}
