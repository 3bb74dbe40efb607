import type { Day } from '@domain/dates.js';
import { groupBy } from '@domain/group-by.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import type { RoomDirectory } from '@domain/room/room-directory.js';
import { LRUCache } from 'lru-cache';
import { type GzipPiece, gzipPiece } from '../../platform/http/joined-gzip.js';
import { nightTexts } from '../reservations.public.js';
import { isIn, lastNightOf, type NightPart, nightsIn, type StayPlace } from './night-part.js';

const MOST_BYTES = 32 * 2 ** 20;
const BYTES_BESIDE = 500;
const BYTES_OF_ID = 8;

/** The night records of a part as JSON, compressed; those of a part without bookings are no piece. */
export type NightSegment = {
  part: NightPart;
  ids: ReadonlySet<number>;
  /** The last of all nights that its bookings have, in the part or beyond its end. */
  lastNight: Day | '';
  piece: GzipPiece | null;
  bytes: number;
};

const nameOf = ({ kind, on }: NightPart): string => `${kind} ${on}`;
const cutNameOf = (part: NightPart): string => `${nameOf(part)} ${part.upTo}`;

/** Whether one of these bookings was in a segment when it was made, or would be in it now. */
export function isTouched({ part, ids }: NightSegment, bookings: readonly StayPlace[]): boolean {
  return bookings.some((booking) => ids.has(booking.id) || isIn(part, booking));
}

async function segmentOf(
  part: NightPart,
  bookings: readonly Reservation[],
  rooms: RoomDirectory,
): Promise<NightSegment> {
  const records = bookings.flatMap((booking) => nightTexts(booking, nightsIn(part, booking), rooms));
  const piece = records.length > 0 ? await gzipPiece(records.join(',')) : null;
  return {
    part,
    ids: new Set(bookings.map(({ id }) => id)),
    lastNight: bookings.map(lastNightOf).sort().at(-1) ?? '',
    piece,
    bytes: (piece?.blocks.length ?? 0) + bookings.length * BYTES_OF_ID + BYTES_BESIDE,
  };
}

/** Segments in memory, all as of the same end of the log. One that holds all nights of its bookings serves any later end. */
export class NightSegments {
  private readonly cache = new LRUCache<string, NightSegment>({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ bytes }) => bytes,
  });

  /** How much memory they take. */
  get bytes(): number {
    return this.cache.calculatedSize;
  }

  /** The segment of a part. */
  get(part: NightPart): NightSegment | undefined {
    const whole = this.cache.get(nameOf(part));
    return whole && whole.lastNight <= part.upTo ? whole : this.cache.get(cutNameOf(part));
  }

  /** The segments of parts, made from their bookings in the order of stays. */
  async make(
    parts: readonly NightPart[],
    bookings: readonly Reservation[],
    rooms: RoomDirectory,
  ): Promise<NightSegment[]> {
    const byStart = groupBy(bookings, ({ stayStart }) => stayStart);
    const made = await Promise.all(
      parts.map((part) => {
        const near = part.kind === 'begin' ? (byStart.get(part.on) ?? []) : bookings;
        return segmentOf(
          part,
          near.filter((booking) => isIn(part, booking)),
          rooms,
        );
      }),
    );
    for (const segment of made) {
      const isWhole = segment.lastNight <= segment.part.upTo;
      this.cache.set(isWhole ? nameOf(segment.part) : cutNameOf(segment.part), segment);
    }
    return made;
  }

  /** Forgets what touched bookings were in or are in now. */
  forget(touched: readonly StayPlace[]): void {
    for (const [name, segment] of [...this.cache]) if (isTouched(segment, touched)) this.cache.delete(name);
  }

  /** Forgets everything. */
  clear(): void {
    this.cache.clear();
  }
}
