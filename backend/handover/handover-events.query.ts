import type { Handover } from '@domain/handover/handover.js';
import { type HotelReference, staffName } from '@domain/reference.js';
import type { HandoverRecord } from '@wire/handover.js';
import { type RawBuilder, sql } from 'kysely';
import { utcText } from '../event-store/log-head.js';
import type { HotelDatabase } from '../platform/database.js';
import type { WriteContext } from '../platform/write-context.js';

/** Reader of changes: a member of staff, or a terminal where nobody signed in. */
export type Viewer = Pick<WriteContext, 'staffId' | 'terminal'>;

/** Returns whether an author is the viewer. */
export function isOwn({ staffId, terminal }: Viewer, author: Viewer): boolean {
  return staffId === null
    ? author.staffId === null && author.terminal === terminal
    : author.staffId === staffId;
}

/** `isOwn` as a condition on rows with `staff_id` and `terminal`. */
export function ownRows({ staffId, terminal }: Viewer): RawBuilder<boolean> {
  return staffId === null
    ? sql<boolean>`(staff_id is null and terminal is not distinct from ${terminal}::text)`
    : sql<boolean>`(staff_id is not distinct from ${staffId}::int)`;
}

/** Positions of the log, the first excluded and the last included. */
export type LogRange = { after: number; upTo: number };

/** The newest events of bookings that are summed up. */
const MAX_EVENTS = 2_000;
/** Number of positions back to which unread changes are counted. */
const MAX_UNREAD_RANGE = 20_000;

const within = ({ after, upTo }: LogRange): RawBuilder<boolean> =>
  sql<boolean>`e.position > ${after} and e.position <= ${upTo}`;

/** Events of imports are reported separately. */
const BY_HAND = sql<boolean>`(
  not exists (select from csv_imports i where i.request_id = e.request_id)
  and not exists (select from move_ins m where m.request_id = e.request_id))`;

/** The positions of the events of bookings by hand, oldest first; `isCut` when there were more before them. */
export async function bookingEvents(
  database: HotelDatabase,
  range: LogRange,
): Promise<{ positions: number[]; isCut: boolean }> {
  const { rows } = await sql<{ position: number }>`
    select e.position from event_log e
    where ${within(range)} and e.stream like 'reservation-%' and ${BY_HAND}
    order by e.position desc limit ${MAX_EVENTS + 1}`.execute(database);
  const newest = rows.slice(0, MAX_EVENTS).map(({ position }) => position);
  return { positions: newest.reverse(), isCut: rows.length > MAX_EVENTS };
}

/** The number of events of a type by one author, except those of bookings and handovers. */
export type OtherOperations = Viewer & { type: string; count: number };

/** The operations by hand that concern no booking. */
export async function otherOperations(database: HotelDatabase, range: LogRange): Promise<OtherOperations[]> {
  const { rows } = await sql<OtherOperations>`
    select e.staff_id as "staffId", e.terminal, e.type, count(*)::int as count
    from event_log e
    where ${within(range)} and e.stream not like 'reservation-%' and e.stream not like 'staff-access-%'
      and e.type <> 'ShiftHandedOver' and ${BY_HAND}
    group by e.staff_id, e.terminal, e.type
    order by e.staff_id, e.terminal, min(e.position)`.execute(database);
  return rows;
}

/** Returns how many bookings, notes and handovers others changed by hand. */
export async function countUnread(database: HotelDatabase, range: LogRange, viewer: Viewer): Promise<number> {
  const counted = { ...range, after: Math.max(range.after, range.upTo - MAX_UNREAD_RANGE) };
  const { rows } = await sql<{ count: number }>`
    select count(distinct e.stream)::int as count from event_log e
    where ${within(counted)} and (e.stream like 'reservation-%' or e.stream like 'handover-%')
      and not ${ownRows(viewer)} and ${BY_HAND}`.execute(database);
  return rows[0]?.count ?? 0;
}

/** The latest handovers that a condition on `handovers` chooses, newest first. */
export async function latestHandovers(
  database: HotelDatabase,
  reference: HotelReference,
  condition: RawBuilder<unknown>,
  limit: number,
): Promise<HandoverRecord[]> {
  const { rows } = await sql<{ state: Handover; recorded_at: string }>`
    select h.state, ${sql.raw(utcText('e.recorded_at'))} as recorded_at
    from (select id, state from handovers where ${condition} order by id desc limit ${limit}) h
    join event_log e on e.position = h.id
    order by h.id desc`.execute(database);
  return rows.map(({ state: { id, staffId, terminal, upTo, memo }, recorded_at }) => ({
    id,
    staff_id: staffId,
    staff_name: staffName(reference, staffId),
    terminal,
    recorded_at,
    up_to: upTo,
    memo,
  }));
}

/** The last position seen at the viewer's last handover; null for none. */
export async function lastSeenPosition(database: HotelDatabase, viewer: Viewer): Promise<number | null> {
  const { rows } = await sql<{ up_to: number }>`
    select up_to from handovers where ${ownRows(viewer)} order by id desc limit 1`.execute(database);
  return rows[0]?.up_to ?? null;
}
