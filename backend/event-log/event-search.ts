import { searchable } from '@domain/search/searchable.js';
import { type RawBuilder, sql } from 'kysely';
import type { HotelDatabase } from '../platform/database.js';
import { containsPattern, containsWords } from '../platform/text-search.js';

/** A query of streams; null for any value. */
type StreamQuery = {
  stream: string | null;
  room: string | null;
  bookingId: number | null;
  /** Part of a booking number. */
  words: string | null;
};

/**
 * A filter of streams in two forms: a query that lists them, and a condition on a row `e` of the log that costs the
 * same however many streams there are (`offset 0` keeps the planner from listing them all first).
 */
type StreamFilter = { list: RawBuilder<{ stream: string }>; holds: RawBuilder<boolean> };

/** A query of events. */
export type EventFilter = StreamQuery & {
  /** Empty for any. */
  types: readonly string[];
  staffId: number | null;
  terminal: string | null;
};

/** Positions between two others, both excluded, and the direction of the search. */
export type LogRange = { after: number; before: number; direction: 'asc' | 'desc' };

/** Finds the next positions of a range, in its direction. */
export type Search = (range: LogRange, limit: number) => Promise<number[]>;

const RESERVATION = sql`substring(e.stream from '^reservation-(\\d+)$')::int`;
const IMPORT = sql`substring(e.stream from '^csv-reservation-(\\d+)$')::int`;
const ROOM_MONTH = sql`substring(e.stream from '^room-month-(\\d+)$')::int`;

/** A filter that lists few streams. */
function listed(list: RawBuilder<{ stream: string }>): StreamFilter {
  return { list, holds: sql<boolean>`e.stream = any(array(${list}))` };
}

/** The bookings that were ever in a room, and its room-months. */
function inRoom(room: string): StreamFilter {
  return {
    list: sql`select 'reservation-' || id as stream from stay_traces where room_number = ${room}
              union all select 'room-month-' || id from room_months where room_number = ${room}`,
    holds: sql<boolean>`(
      exists (select from stay_traces t where t.id = ${RESERVATION} and t.room_number = ${room} offset 0)
      or exists (select from room_months m where m.id = ${ROOM_MONTH} and m.room_number = ${room} offset 0))`,
  };
}

/** A booking and its imported records. */
function ofBooking(id: number): StreamFilter {
  const streams = sql<{ stream: string }>`
    select 'reservation-' || ${id}::int as stream
    union select 'csv-reservation-' || id from csv_reservations where booking_id = ${id}
    union select 'csv-reservation-' || (state->>'csvReservationId') from bookings
          where id = ${id} and state->>'csvReservationId' is not null`;
  return listed(streams);
}

/** Bookings and imported records by part of a booking number, ignoring case and width. */
function numbered(words: string): StreamFilter {
  const pattern = containsPattern(words.normalize('NFKC').toLowerCase());
  const booking = sql`lower(normalize(b.state->>'bookingNumber', NFKC)) like ${pattern}`;
  const record = sql`lower(normalize(c.booking_number, NFKC)) like ${pattern}`;
  return {
    list: sql`select 'reservation-' || b.id as stream from bookings b where ${containsWords([searchable(words)])} and ${booking}
              union all select 'csv-reservation-' || c.id from csv_reservations c where ${record}`,
    holds: sql<boolean>`(exists (select from bookings b where b.id = ${RESERVATION} and ${booking} offset 0)
      or exists (select from csv_reservations c where c.id = ${IMPORT} and ${record} offset 0))`,
  };
}

/** The filters of a query; streams must pass all of them. */
function streamFilters({ stream, room, bookingId, words }: StreamQuery): StreamFilter[] {
  return [
    ...(stream === null ? [] : [listed(sql`select ${stream}::text as stream`)]),
    ...(room === null ? [] : [inRoom(room)]),
    ...(bookingId === null ? [] : [ofBooking(bookingId)]),
    ...(words === null ? [] : [numbered(words)]),
  ];
}

type Condition = RawBuilder<boolean>;
type Indexed = { column: 'type' | 'terminal' | 'staff_id'; values: readonly (string | number)[] };

const MAX_COUNTED = 1_000;
const MAX_WINDOW = 50_000;
/** Up to `maxStreams` are searched one by one; for more the log is scanned in windows, the first of `firstWindow` positions. */
const LIMITS = { maxStreams: 5_000, firstWindow: 2_000 };

const within = ({ after, before }: LogRange): Condition =>
  sql<boolean>`e.position > ${after} and e.position < ${before}`;
const all = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`;
const order = ({ direction }: LogRange): RawBuilder<unknown> => sql.raw(direction);

const isOneOf = ({ column, values }: Indexed): Condition => {
  const type = column === 'staff_id' ? sql`int[]` : sql`text[]`;
  return sql<boolean>`e.${sql.ref(column)} = any(${values}::${type})`;
};

function indexedFilters({ types, staffId, terminal }: EventFilter): Indexed[] {
  const filters: Indexed[] = [
    { column: 'staff_id', values: staffId === null ? [] : [staffId] },
    { column: 'terminal', values: terminal === null ? [] : [terminal] },
    { column: 'type', values: types },
  ];
  return filters.filter(({ values }) => values.length > 0);
}

async function positions(database: HotelDatabase, query: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await sql<{ position: number }>`${query}`.execute(database);
  return rows.map(({ position }) => position);
}

/** Searches the events of each stream; for few streams. */
function byStreams(database: HotelDatabase, streams: readonly string[], rest: Condition): Search {
  return (range, limit) =>
    positions(
      database,
      sql`select e.position from unnest(${streams}::text[]) as streams(name)
          cross join lateral (select e.position from event_log e
                              where e.stream = streams.name and ${within(range)} and ${rest} offset 0) e
          order by e.position ${order(range)} limit ${limit}`,
    );
}

/** Searches by an index; ordered by its first column too, so that the planner cannot choose the primary key instead. */
function byIndex(database: HotelDatabase, { column, values }: Indexed, rest: Condition): Search {
  return (range, limit) => {
    const parts = values.map(
      (value) => sql`(select e.position from event_log e
                      where ${isOneOf({ column, values: [value] })} and ${within(range)} and ${rest}
                      order by e.${sql.ref(column)} ${order(range)}, e.position ${order(range)}
                      limit ${limit})`,
    );
    return positions(
      database,
      sql`select position from (${sql.join(parts, sql` union all `)}) as e
          order by position ${order(range)} limit ${limit}`,
    );
  };
}

/** Scans the log in growing windows: for conditions that no index serves and many events meet. */
function byWindows(
  database: HotelDatabase,
  rest: Condition,
  firstWindow: number,
  signal: AbortSignal,
): Search {
  return async (range, limit) => {
    const isDown = range.direction === 'desc';
    const found: number[] = [];
    let { after, before } = range;
    for (let size = firstWindow; found.length < limit && after + 1 < before; size *= 2) {
      signal.throwIfAborted();
      const width = Math.min(size, MAX_WINDOW);
      const window = isDown
        ? { ...range, after: Math.max(after, before - width - 1), before }
        : { ...range, after, before: Math.min(before, after + width + 1) };
      const query = sql`select e.position from event_log e where ${within(window)} and ${rest}
                        order by e.position ${order(range)} limit ${limit - found.length}`;
      found.push(...(await positions(database, query)));
      if (isDown) before = window.after + 1;
      else after = window.before - 1;
    }
    return found;
  };
}

/** The filter with the fewest events in a range. */
async function mostSelective(
  database: HotelDatabase,
  filters: readonly Indexed[],
  range: LogRange,
): Promise<Indexed | undefined> {
  if (filters.length < 2) return filters[0];
  const counts = filters.map(
    (filter, index) => sql`select ${index}::int as index, count(*) from (
      select from event_log e where ${isOneOf(filter)} and ${within(range)} limit ${MAX_COUNTED}) as e`,
  );
  const { rows } = await sql<{ index: number }>`
    ${sql.join(counts, sql` union all `)} order by count, index limit 1`.execute(database);
  return filters[rows[0]?.index ?? 0];
}

/** Chooses how to search a range for the events that pass a filter. */
export async function searchFor(
  database: HotelDatabase,
  filter: EventFilter,
  range: LogRange,
  signal: AbortSignal,
  { maxStreams, firstWindow } = LIMITS,
): Promise<Search> {
  const indexed = indexedFilters(filter);
  const conditions = indexed.map(isOneOf);
  const streams = streamFilters(filter);
  if (streams.length > 0) {
    const lists = streams.map(({ list }) => sql`(${list})`);
    const { rows } = await sql<{ stream: string }>`
      ${sql.join(lists, sql` intersect `)} limit ${maxStreams + 1}`.execute(database);
    const names = [...new Set(rows.map(({ stream }) => stream))];
    if (rows.length <= maxStreams) return byStreams(database, names, all(conditions));
  }
  const rest = all([...conditions, ...streams.map(({ holds }) => holds)]);
  const index = await mostSelective(database, indexed, range);
  if (index) return byIndex(database, index, rest);
  return byWindows(database, rest, firstWindow, signal);
}
