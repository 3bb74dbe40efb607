import { type RawBuilder, sql } from 'kysely';
import type { HotelDatabase } from '../platform/database.js';
import { streamFilters, type WantedStreams } from './stream-filters.js';

/** Which events are wanted. */
export type EventFilter = WantedStreams & {
  /** Empty for any. */
  types: readonly string[];
  staffId: number | null;
  terminal: string | null;
};

/** Positions between two others, both left out, and from which end. */
export type LogRange = { after: number; before: number; direction: 'asc' | 'desc' };

/** Finds the next positions of a range, in its direction. */
export type Search = (range: LogRange, limit: number) => Promise<number[]>;

type Condition = RawBuilder<boolean>;
type Indexed = { column: 'type' | 'terminal' | 'staff_id'; values: readonly (string | number)[] };

const MOST_COUNTED = 1_000;
const LARGEST_WINDOW = 50_000;
/** So many streams are looked through one by one; of more the log is read in order, at first so many positions. */
const MEASURES = { mostStreams: 5_000, firstWindow: 2_000 };

const within = ({ after, before }: LogRange): Condition =>
  sql<boolean>`e.position > ${after} and e.position < ${before}`;
const all = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`;
const towards = ({ direction }: LogRange): RawBuilder<unknown> => sql.raw(direction);

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

/** Through the events of each stream, for few streams. */
function byStreams(database: HotelDatabase, streams: readonly string[], rest: Condition): Search {
  return (range, limit) =>
    positions(
      database,
      sql`select e.position from unnest(${streams}::text[]) as wanted(stream)
          cross join lateral (select e.position from event_log e
                              where e.stream = wanted.stream and ${within(range)} and ${rest} offset 0) e
          order by e.position ${towards(range)} limit ${limit}`,
    );
}

/** Along an index; ordered by its first column too, so that no plan takes the log's own order instead. */
function byIndex(database: HotelDatabase, { column, values }: Indexed, rest: Condition): Search {
  return (range, limit) => {
    const parts = values.map(
      (value) => sql`(select e.position from event_log e
                      where ${isOneOf({ column, values: [value] })} and ${within(range)} and ${rest}
                      order by e.${sql.ref(column)} ${towards(range)}, e.position ${towards(range)}
                      limit ${limit})`,
    );
    return positions(
      database,
      sql`select position from (${sql.join(parts, sql` union all `)}) as e
          order by position ${towards(range)} limit ${limit}`,
    );
  };
}

/** Along the log, so many positions at a time: for conditions that no index answers and many events meet. */
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
      const width = Math.min(size, LARGEST_WINDOW);
      const window = isDown
        ? { ...range, after: Math.max(after, before - width - 1), before }
        : { ...range, after, before: Math.min(before, after + width + 1) };
      const query = sql`select e.position from event_log e where ${within(window)} and ${rest}
                        order by e.position ${towards(range)} limit ${limit - found.length}`;
      found.push(...(await positions(database, query)));
      if (isDown) before = window.after + 1;
      else after = window.before - 1;
    }
    return found;
  };
}

/** The index with the fewest events in a range. */
async function rarest(
  database: HotelDatabase,
  filters: readonly Indexed[],
  range: LogRange,
): Promise<Indexed | undefined> {
  if (filters.length < 2) return filters[0];
  const counts = filters.map(
    (filter, index) => sql`select ${index}::int as index, count(*) from (
      select from event_log e where ${isOneOf(filter)} and ${within(range)} limit ${MOST_COUNTED}) as e`,
  );
  const { rows } = await sql<{ index: number }>`
    ${sql.join(counts, sql` union all `)} order by count, index limit 1`.execute(database);
  return filters[rows[0]?.index ?? 0];
}

/** Chooses the way to the events of a range that a filter lets through. */
export async function searchFor(
  database: HotelDatabase,
  filter: EventFilter,
  range: LogRange,
  signal: AbortSignal,
  { mostStreams, firstWindow } = MEASURES,
): Promise<Search> {
  const indexed = indexedFilters(filter);
  const conditions = indexed.map(isOneOf);
  const chosen = streamFilters(filter);
  if (chosen.length > 0) {
    const lists = chosen.map(({ list }) => sql`(${list})`);
    const { rows } = await sql<{ stream: string }>`
      ${sql.join(lists, sql` intersect `)} limit ${mostStreams + 1}`.execute(database);
    const streams = [...new Set(rows.map(({ stream }) => stream))];
    if (rows.length <= mostStreams) return byStreams(database, streams, all(conditions));
  }
  const rest = all([...conditions, ...chosen.map(({ holds }) => holds)]);
  const index = await rarest(database, indexed, range);
  if (index) return byIndex(database, index, rest);
  return byWindows(database, rest, firstWindow, signal);
}
