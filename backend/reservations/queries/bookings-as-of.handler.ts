import { addDays, type Day, daysFromTo } from '@domain/dates.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type GzipPiece, gzipPiece } from '../../platform/http/joined-gzip.js';
import { PastViews } from '../../time-travel/time-travel.module.js';
import { nightTexts } from '../booking-answer.public.js';
import { gzipList } from '../nights/booking-list-answer.js';
import type { NightRange } from '../nights/night-part.js';

/** Pieces are compressed beside each other, and beside the making of the next. */
const BOOKINGS_A_PIECE = 400;

/** The night records of a range of days as of a position (spec 7, GET /api/bookings). */
export class BookingsAsOf extends Query<Buffer> {
  constructor(
    readonly range: NightRange,
    readonly position: number,
  ) {
    super();
  }
}

@QueryHandler(BookingsAsOf)
export class BookingsAsOfHandler implements IQueryHandler<BookingsAsOf> {
  constructor(private readonly past: PastViews) {}

  /** The list as gzip: one record a night, cancelled bookings included, in the order of stays. */
  async execute({ range, position }: BookingsAsOf): Promise<Buffer> {
    const [bookings, rooms] = await Promise.all([
      this.past.bookings(range, position),
      this.past.rooms(range, position),
    ]);
    const pieces: Promise<GzipPiece>[] = [];
    for (let first = 0; first < bookings.length; first += BOOKINGS_A_PIECE) {
      const texts = bookings
        .slice(first, first + BOOKINGS_A_PIECE)
        .flatMap((booking) => nightTexts(booking, nightsWithin(booking, range), rooms));
      if (texts.length > 0) pieces.push(gzipPiece(texts.join(',')));
    }
    return gzipList(await Promise.all(pieces));
  }
}

function nightsWithin({ stayStart, stayEnd }: Reservation, { start, end }: NightRange): Day[] {
  const first = stayStart > start ? stayStart : start;
  const lastNight = addDays(stayEnd, -1);
  return daysFromTo(first, lastNight < end ? lastNight : end);
}
