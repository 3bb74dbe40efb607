import type { Reservation } from '@domain/reservation/reservation.js';
import { type BatchLoader, requirement, type UnitOfWork } from '../event-store/unit-of-work.js';
import { reservationStream } from '../streams/reservation.stream.js';

/** The bookings that some bookings continue in another room, and those that they continue. */
const EARLIER = `
  with recursive parts as (
    select (state->>'continues')::int as id from bookings where id = any($1::int[])
    union
    select (b.state->>'continues')::int from parts join bookings b on b.id = parts.id
  )
  select id, state from bookings where id in (select id from parts)`;

const loadEarlierParts: BatchLoader<number> = async (client, ids, begun) => {
  const { rows } = await client.query<{ id: number; state: Reservation }>({
    ...{ name: 'earlier-parts', text: EARLIER, values: [ids] },
  });
  (await begun).load(
    rows.map(({ id, state }) => ({ definition: reservationStream, key: String(id), state })),
  );
};

/** Requires the earlier parts of a stay that goes on in another room. */
export const requireEarlierParts = (id: number) => requirement(loadEarlierParts, id);

/** Returns the earlier parts of a stay, the last one first; none for a stay in one room. */
export function earlierParts(unit: UnitOfWork, { continues }: Reservation): Reservation[] {
  const part = continues === undefined ? null : unit.get(reservationStream, continues);
  return part ? [part, ...earlierParts(unit, part)] : [];
}
