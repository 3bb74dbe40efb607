import { decideRoomMonths } from '@domain/room/decide-room-months.js';
import type { RoomMonthPlan } from '@domain/room/room-month-plans.js';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { RoomMonthsChanged } from '@wire/room-months.js';
import { EventStore } from '../../event-store/event-store.js';
import { refusal } from '../../platform/errors.js';
import type { Idempotency, WriteContext } from '../../platform/write-context.js';
import { reservationStream } from '../../reservations/reservation.stream.js';
import { requireRoomMonths } from '../booked-rooms.loader.js';
import { roomMonthStream } from '../room-month.stream.js';

type Details = {
  plan: RoomMonthPlan;
  acknowledged: readonly number[];
  /** Only tells what would be changed. */
  isDryRun?: boolean;
};

/** Makes room-months what a plan says, all of them or none. */
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

  /** How many were created, changed and left as they were; 422, or 409 for a stale version or bookings not seen. */
  execute({ details, request }: DefineRoomMonths): Promise<RoomMonthsChanged> {
    const { plan, acknowledged, isDryRun } = details;
    return this.store.execute({
      idempotency: isDryRun ? null : request.idempotency,
      requirements: [requireRoomMonths(plan)],
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
