import { type RawBuilder, sql } from 'kysely';
import type { HotelDatabase } from '../../platform/database.js';
import { ownRows, type Viewer } from '../viewer.js';

/** Positions of the log, the first excluded and the last included. */
export type LogRange = { after: number; upTo: number };

/** Bookings' events of a range; of more the newest are told. */
const MOST_TOLD = 2_000;
/** So far back unread ones are counted. */
const FARTHEST_COUNT = 20_000;

const within = ({ after, upTo }: LogRange): RawBuilder<boolean> =>
  sql<boolean>`e.position > ${after} and e.position <= ${upTo}`;

/** What imports write is told as a sum of its own. */
const BY_HAND = sql<boolean>`not exists (select from csv_imports i where i.request_id = e.request_id)`;

/** The positions of what was done to bookings by hand, oldest first, and whether there was more before. */
export async function bookingEvents(
  database: HotelDatabase,
  range: LogRange,
): Promise<{ positions: number[]; isCut: boolean }> {
  const { rows } = await sql<{ position: number }>`
    select e.position from event_log e
    where ${within(range)} and e.stream like 'reservation-%' and ${BY_HAND}
    order by e.position desc limit ${MOST_TOLD + 1}`.execute(database);
  const newest = rows.slice(0, MOST_TOLD).map(({ position }) => position);
  return { positions: newest.reverse(), isCut: rows.length > MOST_TOLD };
}

/** How often something of each type was done beside bookings and handovers, by whom. */
export type OtherOperations = Viewer & { type: string; count: number };

/** What was done beside bookings, by hand. */
export async function otherOperations(database: HotelDatabase, range: LogRange): Promise<OtherOperations[]> {
  const { rows } = await sql<OtherOperations>`
    select e.staff_id as "staffId", e.terminal, e.type, count(*)::int as count
    from event_log e
    where ${within(range)} and e.stream not like 'reservation-%' and e.type <> 'ShiftHandedOver' and ${BY_HAND}
    group by e.staff_id, e.terminal, e.type
    order by e.staff_id, e.terminal, min(e.position)`.execute(database);
  return rows;
}

/** How many bookings, notes and handovers others touched by hand. */
export async function countUnread(database: HotelDatabase, range: LogRange, asker: Viewer): Promise<number> {
  const near = { ...range, after: Math.max(range.after, range.upTo - FARTHEST_COUNT) };
  const { rows } = await sql<{ count: number }>`
    select count(distinct e.stream)::int as count from event_log e
    where ${within(near)} and (e.stream like 'reservation-%' or e.stream like 'handover-%')
      and not ${ownRows(asker)} and ${BY_HAND}`.execute(database);
  return rows[0]?.count ?? 0;
}
