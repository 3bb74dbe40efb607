import type { Decided } from '@domain/broken-rule.js';
import type { Stay } from '@domain/dates.js';
import {
  decideTentativeChange,
  decideTentativeRelease,
  decideTentativeRestore,
  decideTentativeStay,
} from '@domain/room/decide-tentative-stay.js';
import type {
  RoomClosure,
  RoomClosureEvent,
  Tentative,
  TentativeDetails,
} from '@domain/room/room-closure.js';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { encodeRoomClosure, type RoomClosureRecord } from '@wire/room-closure-record.js';
import { appendDecided } from '../../event-store/append-decided.js';
import { EventStore } from '../../event-store/event-store.js';
import { streamName } from '../../event-store/event-stream.js';
import { requireKey } from '../../event-store/personal-data.js';
import type { UnitOfWork } from '../../event-store/unit-of-work.js';
import { notFound } from '../../platform/errors.js';
import { inVersion, type RequestContext } from '../../platform/http/request-context.js';
import { reservationStream } from '../../streams/reservation.stream.js';
import { roomClosureStream } from '../../streams/room-closure.stream.js';
import { requireAdjacentStays, requireClosure } from '../reservation.loaders.js';

/** Holds a room for a guest until a moment (仮予約). */
export class HoldRoom extends Command<RoomClosureRecord> {
  constructor(
    readonly details: TentativeDetails,
    readonly request: RequestContext,
  ) {
    super();
  }
}

/** An act on a 仮予約 that is known: other facts, released, or taken up again until a new moment. */
export type TentativeAction =
  | { kind: 'change'; change: Partial<Stay & Tentative> }
  | { kind: 'release' }
  | { kind: 'restore'; until: string };

/** Changes a 仮予約, releases it, or takes it up again. */
export class ActOnTentativeStay extends Command<RoomClosureRecord> {
  constructor(
    readonly id: number,
    readonly action: TentativeAction,
    readonly request: RequestContext,
  ) {
    super();
  }
}

const factsOf = (unit: UnitOfWork) => ({
  rooms: unit.reference.rooms,
  bookings: unit.all(reservationStream),
  now: unit.head.clock,
});

function decide(unit: UnitOfWork, stored: RoomClosure, action: TentativeAction): Decided<RoomClosureEvent[]> {
  switch (action.kind) {
    case 'change':
      return decideTentativeChange(action.change, stored, factsOf(unit));
    case 'release':
      return decideTentativeRelease(stored);
    case 'restore':
      return decideTentativeRestore(action.until, stored, factsOf(unit));
    default:
      return action satisfies never;
  }
}

@CommandHandler(HoldRoom)
export class HoldRoomHandler implements ICommandHandler<HoldRoom> {
  constructor(private readonly store: EventStore) {}

  /** The 仮予約; 409 over a booking or a closure, 422 for an end that is past or too far away. */
  execute({ details, request }: HoldRoom): Promise<RoomClosureRecord> {
    const { roomNumber, start: from, end: to } = details;
    return this.store.execute({
      idempotency: request.idempotency,
      requirements: [requireAdjacentStays({ roomNumber, from, to })],
      decide: (unit) => {
        const decision = decideTentativeStay(details, request.write.staffId, factsOf(unit));
        return encodeRoomClosure(
          appendDecided(unit, roomClosureStream, unit.nextPosition, decision, request.write),
        );
      },
    });
  }
}

@CommandHandler(ActOnTentativeStay)
export class ActOnTentativeStayHandler implements ICommandHandler<ActOnTentativeStay> {
  constructor(private readonly store: EventStore) {}

  /** The 仮予約 as it is then; 404, 409 when stale, ended, or over a booking. */
  execute({ id, action, request }: ActOnTentativeStay): Promise<RoomClosureRecord> {
    const { start = null, end = null } = action.kind === 'change' ? action.change : {};
    return this.store.execute({
      idempotency: request.idempotency,
      requirements: [
        requireClosure({ id, start, end }),
        ...(action.kind === 'change' ? [requireKey(streamName(roomClosureStream, id))] : []),
      ],
      decide: (unit) => {
        const known = unit.get(roomClosureStream, id);
        if (!known?.tentative) throw notFound('仮予約が見つかりません。');
        const stored = inVersion(known, request, '仮予約が見つかりません。');
        const decision = decide(unit, stored, action);
        return encodeRoomClosure(appendDecided(unit, roomClosureStream, id, decision, request.write));
      },
    });
  }
}
