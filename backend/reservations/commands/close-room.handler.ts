import type { Stay } from '@domain/dates.js';
import { decideClosure, decideClosureChange, decideClosureEnd } from '@domain/room/decide-room-closure.js';
import type { RoomClosureDetails } from '@domain/room/room-closure.js';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type ClosureMove } from '@wire/room-closure.js';
import { encodeRoomClosure, type RoomClosureRecord } from '@wire/room-closure-record.js';
import { appendDecided } from '../../event-store/append-decided.js';
import { EventStore } from '../../event-store/event-store.js';
import type { UnitOfWork } from '../../event-store/unit-of-work.js';
import { Clock } from '../../platform/clock.js';
import { inVersion, type RequestContext } from '../../platform/http/request-context.js';
import { reservationStream } from '../../streams/reservation.stream.js';
import { roomClosureStream } from '../../streams/room-closure.stream.js';
import { storedReservation } from '../decisions.public.js';
import { requireAdjacentStays, requireClosure } from '../reservation.loaders.js';
import { changeOf } from './booking-change.js';

/** Takes a room out of order for some nights (売り止め), after moving bookings to other rooms; all or nothing. */
export class CloseRoom extends Command<RoomClosureRecord> {
  constructor(
    readonly details: RoomClosureDetails,
    readonly moves: readonly ClosureMove[],
    readonly request: RequestContext,
  ) {
    super();
  }
}

/**
 * Changes the dates or the reason of a 売り止め, after moving bookings to other rooms, or takes it back (`change` null); all
 * or nothing.
 */
export class ChangeRoomClosure extends Command<RoomClosureRecord> {
  constructor(
    readonly id: number,
    readonly change: Partial<Stay & { reason: string }> | null,
    readonly moves: readonly ClosureMove[],
    readonly request: RequestContext,
  ) {
    super();
  }
}

const factsOf = (unit: UnitOfWork) => ({
  rooms: unit.reference.rooms,
  bookings: unit.all(reservationStream),
});

/** Moves of bookings to other rooms, as the first part of a step: what they need, and how they are applied. */
function movesOf(moves: readonly ClosureMove[], request: RequestContext, clock: Clock) {
  const changes = moves.map(({ id, roomId }) =>
    changeOf(id, { type: 'amend', draft: { roomId }, sameAsDayBefore: undefined, unreadable: [] }, [
      requireAdjacentStays({ id, roomId }),
    ]),
  );
  return {
    requirements: changes.flatMap((change) => change.requirements),
    /** Refuses a booking that was changed since, or that can't have its room. */
    apply(unit: UnitOfWork) {
      for (const { id, version } of moves) {
        storedReservation(unit, id, { ...request, expectedVersion: version });
      }
      for (const [index, change] of changes.entries()) {
        const leaving = new Set(moves.slice(index + 1).map(({ id }) => id));
        change.apply(unit, { request: { ...request, expectedVersion: null }, clock, leaving });
      }
    },
  };
}

@CommandHandler(CloseRoom)
export class CloseRoomHandler implements ICommandHandler<CloseRoom> {
  constructor(
    private readonly store: EventStore,
    private readonly clock: Clock,
  ) {}

  /** The closure; 409 over a booking or another closure, and for a move that cannot be made. */
  execute({ details, moves, request }: CloseRoom): Promise<RoomClosureRecord> {
    const { roomNumber, start: from, end: to } = details;
    const moved = movesOf(moves, request, this.clock);
    return this.store.execute({
      idempotency: request.idempotency,
      requirements: [...moved.requirements, requireAdjacentStays({ roomNumber, from, to })],
      decide: (unit) => {
        moved.apply(unit);
        const id = unit.nextPosition;
        const decision = decideClosure(details, request.write.staffId, factsOf(unit));
        return encodeRoomClosure(appendDecided(unit, roomClosureStream, id, decision, request.write));
      },
    });
  }
}

@CommandHandler(ChangeRoomClosure)
export class ChangeRoomClosureHandler implements ICommandHandler<ChangeRoomClosure> {
  constructor(
    private readonly store: EventStore,
    private readonly clock: Clock,
  ) {}

  /** The closure after the change; 404, 409 when stale, taken back, over a booking, or for a move that cannot be made. */
  execute({ id, change, moves, request }: ChangeRoomClosure): Promise<RoomClosureRecord> {
    const moved = movesOf(moves, request, this.clock);
    const own = requireClosure({ id, start: change?.start ?? null, end: change?.end ?? null });
    return this.store.execute({
      idempotency: request.idempotency,
      requirements: [...moved.requirements, own],
      decide: (unit) => {
        const known = unit.get(roomClosureStream, id);
        const stored = inVersion(known?.tentative ? null : known, request, '売り止めが見つかりません。');
        moved.apply(unit);
        const decision =
          change === null ? decideClosureEnd(stored) : decideClosureChange(change, stored, factsOf(unit));
        return encodeRoomClosure(appendDecided(unit, roomClosureStream, id, decision, request.write));
      },
    });
  }
}
