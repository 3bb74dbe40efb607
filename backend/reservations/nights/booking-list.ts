import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { addDays, type Day, daysFromTo } from '@domain/dates.js';
import { groupBy } from '@domain/group-by.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import type { RoomDirectory } from '@domain/room/room-directory.js';
import { encodeBookingNight, roomIdOf } from '@wire/booking-record.js';
import type { Request, Response } from 'express';
import { decompress, type GzipPiece, gzipPiece, joinGzip } from '../../platform/http/joined-gzip.js';
import type { PastViews } from '../../time-travel/time-travel.module.js';

/** Days of a list, both included; it has a record of each night of a booking, or `byStay` one of each booking. */
export type ListRange = { start: Day; end: Day; byStay: boolean };

/** A part of a list: the bookings that begin on a day, or those that began before it and stay that night. */
export type ListPart = { kind: 'begin' | 'continue'; on: Day };

/** Days and state by which a booking is in parts of a list. */
export type StayPlace = Pick<Reservation, 'id' | 'stayStart' | 'stayEnd'>;

/** The records of a part, compressed; a part without bookings has no piece. */
export type ListSegment = {
  part: ListPart;
  ids: ReadonlySet<number>;
  piece: GzipPiece | null;
  /** The memory it takes. */
  bytes: number;
};

const BROTLI_QUALITY = 5;
/** Answers that have not changed for this long are worth compressing with Brotli. */
const STABLE_MS = 1_000;
const SEGMENT_BYTES = 500;
const ID_BYTES = 8;

/** The parts of a range in the order of stays; each booking is in one of them. */
export function partsOf({ start, end }: ListRange): ListPart[] {
  return [
    { kind: 'continue', on: start },
    ...daysFromTo(start, end).map((on): ListPart => ({ kind: 'begin', on })),
  ];
}

function isIn({ kind, on }: ListPart, { stayStart, stayEnd }: StayPlace): boolean {
  return kind === 'begin' ? stayStart === on : stayStart < on && on < stayEnd;
}

/** Returns whether one of these bookings was in a segment when it was made, or belongs there now. */
export function isTouched({ part, ids }: ListSegment, bookings: readonly StayPlace[]): boolean {
  return bookings.some((booking) => ids.has(booking.id) || isIn(part, booking));
}

/** The nights of a booking within a range. */
function nightsWithin({ stayStart, stayEnd }: StayPlace, { start, end }: ListRange): Day[] {
  const first = stayStart > start ? stayStart : start;
  const lastNight = addDays(stayEnd, -1);
  return daysFromTo(first, lastNight < end ? lastNight : end);
}

const AFTER_DATE = ',"stay_start":';
const textsAfterDate = new WeakMap<Reservation, string>();

/** Returns what follows the date in the record of any night of a booking; cached as long as its state. */
function textAfterDate(booking: Reservation): string {
  const cached = textsAfterDate.get(booking);
  if (cached !== undefined) return cached;
  const whole = JSON.stringify(encodeBookingNight(booking, booking.stayStart, null));
  const text = whole.slice(whole.indexOf(AFTER_DATE));
  textsAfterDate.set(booking, text);
  return text;
}

/**
 * The records of a booking in a list as JSON: of its nights in the range, or by stay of the first of them that has a room.
 * They differ only in the room-month id and the date, which come first.
 */
function recordTexts(booking: Reservation, range: ListRange, rooms: RoomDirectory): string[] {
  const nights = nightsWithin(booking, range);
  const roomOn = (date: Day) => roomIdOf(rooms, booking.roomNumber, date);
  const listed = range.byStay ? [nights.find((date) => roomOn(date) !== null) ?? nights[0]] : nights;
  const { id, version } = booking;
  const rest = textAfterDate(booking);
  return listed.flatMap((date) =>
    date ? [JSON.stringify({ id, version, room_id: roomOn(date), date }).slice(0, -1) + rest] : [],
  );
}

/** Makes the segments of parts of a range from their bookings, which come in the order of stays. */
export function makeSegments(
  parts: readonly ListPart[],
  range: ListRange,
  bookings: readonly Reservation[],
  rooms: RoomDirectory,
): Promise<ListSegment[]> {
  const byStart = groupBy(bookings, ({ stayStart }) => stayStart);
  return Promise.all(
    parts.map(async (part) => {
      const candidates = part.kind === 'begin' ? (byStart.get(part.on) ?? []) : bookings;
      const own = candidates.filter((booking) => isIn(part, booking));
      const records = own.flatMap((booking) => recordTexts(booking, range, rooms));
      const piece = records.length > 0 ? await gzipPiece(records.join(',')) : null;
      const bytes = (piece?.blocks.length ?? 0) + own.length * ID_BYTES + SEGMENT_BYTES;
      return { part, ids: new Set(own.map(({ id }) => id)), piece, bytes };
    }),
  );
}

const [OPENING, COMMA, CLOSING] = await Promise.all([gzipPiece('['), gzipPiece(','), gzipPiece(']')]);

/** A JSON array as gzip, from pieces that hold its records. */
function gzipList(pieces: readonly GzipPiece[]): Buffer {
  const separated = pieces.flatMap((piece) => [COMMA, piece]);
  return joinGzip([OPENING, ...separated.slice(1), CLOSING]);
}

/** The list of a range in every encoding that clients accept. */
export class BookingList {
  readonly gzip: Buffer;
  /** The memory it takes at most besides its segments, with a Brotli no larger than the gzip. */
  readonly bytes: number;
  private compressed: Buffer | null = null;
  private compressing: Promise<void> | null = null;
  private readonly madeAt = performance.now();

  constructor(readonly segments: readonly ListSegment[]) {
    this.gzip = gzipList(segments.flatMap(({ piece }) => piece ?? []));
    this.bytes = 2 * this.gzip.length;
  }

  /** The list as Brotli, null until it is made: in the background, once a stable list is asked for. */
  get brotli(): Buffer | null {
    if (performance.now() - this.madeAt > STABLE_MS) this.compressing ??= this.compress();
    return this.compressed;
  }

  private async compress(): Promise<void> {
    const plain = await decompress(this.gzip);
    this.compressed = await promisify(brotliCompress)(plain, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
      },
    });
  }
}

/** Chunks are compressed in parallel with each other and with the encoding of the next. */
const BOOKINGS_PER_CHUNK = 400;

/**
 * The list of a range of days as of a position (spec 7, GET /api/bookings), as gzip: cancelled bookings included, in the
 * order of stays.
 */
export async function bookingsAsOf(past: PastViews, range: ListRange, position: number): Promise<Buffer> {
  const [bookings, rooms] = await Promise.all([past.bookings(range, position), past.rooms(range, position)]);
  const pieces: Promise<GzipPiece>[] = [];
  for (let first = 0; first < bookings.length; first += BOOKINGS_PER_CHUNK) {
    const texts = bookings
      .slice(first, first + BOOKINGS_PER_CHUNK)
      .flatMap((booking) => recordTexts(booking, range, rooms));
    if (texts.length > 0) pieces.push(gzipPiece(texts.join(',')));
  }
  return gzipList(await Promise.all(pieces));
}

/** Sends a list in the best available encoding that the client accepts. */
export async function sendList(
  request: Request,
  response: Response,
  list: Pick<BookingList, 'gzip' | 'brotli'>,
): Promise<void> {
  const send = (body: Buffer, encoding: string | null): void => {
    if (encoding) response.setHeader('Content-Encoding', encoding);
    response.setHeader('Content-Length', body.length);
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.vary('Accept-Encoding');
    response.end(body);
  };
  const brotli = request.acceptsEncodings('br') ? list.brotli : null;
  if (brotli) send(brotli, 'br');
  else if (request.acceptsEncodings('gzip')) send(list.gzip, 'gzip');
  else send(await decompress(list.gzip), null);
}
