import { searchable } from '@domain/search/searchable.js';
import { type RawBuilder, sql } from 'kysely';
import { holdingPattern, holdsWords } from '../reservations/text-search.public.js';

/** Which streams are wanted; those not told are not narrowed down. */
export type WantedStreams = {
  stream: string | null;
  room: string | null;
  bookingId: number | null;
  /** Part of a booking number. */
  words: string | null;
};

/**
 * A choice of streams in two forms: as a query that lists them, and as a condition on a row `e` of the log that is
 * cheap for each row however many streams there are: `offset 0` keeps plans from finding them all beforehand.
 */
export type StreamFilter = { list: RawBuilder<{ stream: string }>; holds: RawBuilder<boolean> };

const RESERVATION = sql`substring(e.stream from '^reservation-(\\d+)$')::int`;
const IMPORT = sql`substring(e.stream from '^csv-reservation-(\\d+)$')::int`;
const ROOM_MONTH = sql`substring(e.stream from '^room-month-(\\d+)$')::int`;

/** A filter of few streams. */
function few(list: RawBuilder<{ stream: string }>): StreamFilter {
  return { list, holds: sql<boolean>`e.stream = any(array(${list}))` };
}

/** The bookings that ever lay in a room, and its room-months. */
function inRoom(room: string): StreamFilter {
  return {
    list: sql`select 'reservation-' || id as stream from stay_traces where room_number = ${room}
              union all select 'room-month-' || id from room_months where room_number = ${room}`,
    holds: sql<boolean>`(
      exists (select from stay_traces t where t.id = ${RESERVATION} and t.room_number = ${room} offset 0)
      or exists (select from room_months m where m.id = ${ROOM_MONTH} and m.room_number = ${room} offset 0))`,
  };
}

/** A booking and the imported records that it was made from or that go with it. */
function ofBooking(id: number): StreamFilter {
  const streams = sql<{ stream: string }>`
    select 'reservation-' || ${id}::int as stream
    union select 'csv-reservation-' || id from csv_reservations where booking_id = ${id}
    union select 'csv-reservation-' || (state->>'csvReservationId') from bookings
          where id = ${id} and state->>'csvReservationId' is not null`;
  return few(streams);
}

/** Bookings and imported records with a part of a booking number, whatever its case and width. */
function numbered(words: string): StreamFilter {
  const pattern = holdingPattern(words.normalize('NFKC').toLowerCase());
  const booking = sql`lower(normalize(b.state->>'bookingNumber', NFKC)) like ${pattern}`;
  const record = sql`lower(normalize(c.booking_number, NFKC)) like ${pattern}`;
  return {
    list: sql`select 'reservation-' || b.id as stream from bookings b where ${holdsWords([searchable(words)])} and ${booking}
              union all select 'csv-reservation-' || c.id from csv_reservations c where ${record}`,
    holds: sql<boolean>`(exists (select from bookings b where b.id = ${RESERVATION} and ${booking} offset 0)
      or exists (select from csv_reservations c where c.id = ${IMPORT} and ${record} offset 0))`,
  };
}

/** The filters for what is wanted; streams must pass all of them. */
export function streamFilters({ stream, room, bookingId, words }: WantedStreams): StreamFilter[] {
  return [
    ...(stream === null ? [] : [few(sql`select ${stream}::text as stream`)]),
    ...(room === null ? [] : [inRoom(room)]),
    ...(bookingId === null ? [] : [ofBooking(bookingId)]),
    ...(words === null ? [] : [numbered(words)]),
  ];
}
