import { eventLabel } from '@wire/event-labels.js';
import { streamName } from '../event-store/event-stream.js';
import type { Fact, UnitOfWork } from '../event-store/unit-of-work.js';
import type { Queryable } from '../platform/database.js';
import { reservationStream } from '../streams/reservation.stream.js';

/** An event of a booking, and whether the request behind it was a move-in. */
type PastEvent = { type: string; requestId: string | null; isMoveIn: boolean };

/** The stored events of bookings by their streams, oldest first. */
const EVENTS_OF_BOOKINGS: Fact<Map<string, PastEvent[]>> = { initial: () => new Map() };

const EVENTS = `
  select e.stream, e.type, e.request_id as "requestId",
         exists (select from move_ins m where m.request_id = e.request_id) as "isMoveIn"
  from event_log e where e.stream = any($1::text[]) order by e.position`;

/** Loads what happened to bookings, so that later changes of them are known. */
export async function loadEventsOf(
  client: Queryable,
  ids: readonly number[],
  unit: UnitOfWork,
): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await client.query<PastEvent & { stream: string }>({
    name: 'events-of-bookings-moved-in',
    text: EVENTS,
    values: [ids.map((id) => streamName(reservationStream, id))],
  });
  const known = unit.fact(EVENTS_OF_BOOKINGS);
  for (const { stream } of rows) known.set(stream, []);
  for (const { stream, ...event } of rows) known.get(stream)?.push(event);
}

/**
 * The label of the latest event of a booking that is none of the move-in's own, also in this batch; null for none. `own` is
 * the request of the file, or null for any file's.
 */
export function laterChange(
  unit: UnitOfWork,
  id: number,
  { own, now }: { own: string | null; now: string | null },
): string | null {
  const stream = streamName(reservationStream, id);
  const stored = unit.fact(EVENTS_OF_BOOKINGS).get(stream) ?? [];
  const isOwn = ({ requestId, isMoveIn }: PastEvent) => (own === null ? isMoveIn : requestId === own);
  const inBatch = unit.events.filter((event) => event.stream === stream && event.requestId !== now);
  const type = inBatch.at(-1)?.type ?? stored.findLast((event) => !isOwn(event))?.type;
  if (type === undefined) return null;
  return eventLabel(type);
}
