import { type GzipPiece, gzipPiece } from '../../platform/http/joined-gzip.js';
import type { PastViews } from '../../time-travel/time-travel.module.js';
import { nightTexts } from '../night-texts.js';
import { gzipList, type NightRange, nightsWithin } from '../nights/booking-list.js';

/** Chunks are compressed in parallel with each other and with the encoding of the next. */
const BOOKINGS_PER_CHUNK = 400;

/**
 * The night records of a range of days as of a position (spec 7, GET /api/bookings), as gzip: one record a night,
 * cancelled bookings included, in the order of stays.
 */
export async function bookingsAsOf(past: PastViews, range: NightRange, position: number): Promise<Buffer> {
  const [bookings, rooms] = await Promise.all([past.bookings(range, position), past.rooms(range, position)]);
  const pieces: Promise<GzipPiece>[] = [];
  for (let first = 0; first < bookings.length; first += BOOKINGS_PER_CHUNK) {
    const texts = bookings
      .slice(first, first + BOOKINGS_PER_CHUNK)
      .flatMap((booking) => nightTexts(booking, nightsWithin(booking, range), rooms));
    if (texts.length > 0) pieces.push(gzipPiece(texts.join(',')));
  }
  return gzipList(await Promise.all(pieces));
}
