import { closedBy } from '@domain/room/decide-room-months.js';
import type { RoomMonthDetails } from '@domain/room/room-month.js';
import type { RoomMonthPlan } from '@domain/room/room-month-plans.js';
import { type BatchLoader, type DataRequirement, requirement } from '../event-store/data-requirements.js';
import type { UnitOfWork } from '../event-store/unit-of-work.js';
import type { Queryable } from '../platform/database.js';
import { reservationStream } from '../reservations/reservation.stream.js';
import { roomMonthStream } from './room-month.stream.js';

async function loadBookings(
  client: Queryable,
  closed: readonly RoomMonthDetails[],
  unit: UnitOfWork,
): Promise<void> {
  if (closed.length === 0) return;
  const { rows } = await client.query({
    name: 'bookings-of-room-months',
    text: `select id::text as key, state from bookings where id in (
             select c.reservation_id from unnest($1::text[], $2::date[]) as closed(room, month)
             join room_claims c on c.room_number = closed.room
               and c.night >= closed.month and c.night < closed.month + interval '1 month')`,
    values: [closed.map(({ roomNumber }) => roomNumber), closed.map(({ month }) => month)],
  });
  unit.load(rows.map((row) => ({ definition: reservationStream, key: row.key, state: row.state })));
}

/** The room-months themselves come from the master data that the batch sees; only bookings are read. */
const load: BatchLoader<RoomMonthPlan> = async (client, plans, begun) => {
  const unit = await begun;
  const { rooms } = unit.reference;
  const planned = plans.flatMap((plan) => {
    const result = plan(rooms);
    return result.ok ? result.value : [];
  });
  const stored = planned.flatMap(
    ({ roomNumber, month }) => rooms.byNumber.get(roomNumber)?.months.get(month) ?? [],
  );
  unit.load(stored.map((state) => ({ definition: roomMonthStream, key: String(state.id), state })));
  await loadBookings(client, closedBy(planned, rooms), unit);
};

/** The need for the room-months that a plan is about, and for the bookings in those that it closes. */
export function requireRoomMonths(plan: RoomMonthPlan): DataRequirement {
  return requirement(load, plan);
}
