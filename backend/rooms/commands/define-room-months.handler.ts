import type { Reservation } from '@domain/reservation/reservation.js';
import { closedBy, decideRoomMonths } from '@domain/room/decide-room-months.js';
import type { PlannedRoomMonth } from '@domain/room/room-month.js';
import type { RoomMonthPlan } from '@domain/room/room-month-plans.js';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { RoomMonthsChanged } from '@wire/room-months.js';
import { EventStore } from '../../event-store/event-store.js';
import { type BatchLoader, requirement, type UnitOfWork } from '../../event-store/unit-of-work.js';
import type { Queryable } from '../../platform/database.js';
import { refusal } from '../../platform/errors.js';
import type { Idempotency, WriteContext } from '../../platform/write-context.js';
import { reservationStream } from '../../streams/reservation.stream.js';
import { roomMonthStream } from '../../streams/room-month.stream.js';

type Details = {
  plan: RoomMonthPlan;
  acknowledged: readonly number[];
  /** Only counts the changes. */
  isDryRun?: boolean;
};

/** Applies a plan of room-months, all or none. */
export class DefineRoomMonths extends Command<RoomMonthsChanged> {
  constructor(
    readonly details: Details,
    readonly request: { write: WriteContext; idempotency: Idempotency | null },
  ) {
    super();
  }
}

@CommandHandler(DefineRoomMonths)
export class DefineRoomMonthsHandler implements ICommandHandler<DefineRoomMonths> {
  constructor(private readonly store: EventStore) {}

  /** Numbers of created, changed and unchanged room-months; 422, or 409 for a stale version or unconfirmed bookings. */
  execute({ details, request }: DefineRoomMonths): Promise<RoomMonthsChanged> {
    const { plan, acknowledged, isDryRun } = details;
    return this.store.execute({
      idempotency: isDryRun ? null : request.idempotency,
      requirements: [requirement(loadRoomMonths, plan)],
      decide: (unit) => {
        const { rooms } = unit.reference;
        const bookings = unit.all(reservationStream);
        const result = decideRoomMonths(plan, { rooms, bookings, acknowledged: new Set(acknowledged) });
        if (!result.ok) throw refusal(result.broken);
        const { defined, ...counted } = result.value;
        for (const { id, data } of isDryRun ? [] : defined) {
          const event = { type: 'RoomMonthDefined', data } as const;
          unit.append(roomMonthStream, id ?? unit.nextPosition, event, request.write);
        }
        return counted;
      },
    });
  }
}

async function loadBookings(
  client: Queryable,
  closed: readonly PlannedRoomMonth[],
  unit: UnitOfWork,
): Promise<void> {
  if (closed.length === 0) return;
  const { rows } = await client.query<{ key: string; state: Reservation }>({
    name: 'bookings-of-room-months',
    text: `select id::text as key, state from bookings where id in (
             select c.reservation_id from unnest($1::text[], $2::date[]) as closed(room, month)
             join room_claims c on c.room_number = closed.room
               and c.night >= closed.month and c.night < closed.month + interval '1 month')`,
    values: [closed.map(({ roomNumber }) => roomNumber), closed.map(({ month }) => month)],
  });
  unit.load(rows.map((row) => ({ definition: reservationStream, key: row.key, state: row.state })));
}

/** Loads the room-months of plans, which the batch's master data has, and queries the bookings in those that they close. */
const loadRoomMonths: BatchLoader<RoomMonthPlan> = async (client, plans, begun) => {
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
