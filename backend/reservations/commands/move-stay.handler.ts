import type { Day } from '@domain/dates.js';
import { decideMove } from '@domain/reservation/move-stay.js';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { BookingRecord } from '@wire/booking-record.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { appendDecision, factsOf, storedReservation } from '../decisions.public.js';
import { requireAdjacentStays } from '../reservation.loaders.js';
import { type BookingChange, BookingCommand, BookingWriter } from './booking-change.js';

/** Moves a guest in the house into another room from a day on, today when left out (POST /api/booking/{id}/move-from). */
export class MoveStay extends BookingCommand {
  constructor(
    id: number,
    readonly move: { from?: Day | undefined; roomId: number },
    request: RequestContext,
  ) {
    super(id, request);
  }
}

/** The change of `MoveStay`: it makes the booking that continues the stay, and is answered with it. */
export function moveStay({ id, move }: Pick<MoveStay, 'id' | 'move'>): BookingChange {
  return {
    requirements: [requireAdjacentStays({ id }), requireAdjacentStays({ id, roomId: move.roomId })],
    apply(unit, { request, clock, leaving }) {
      const stored = storedReservation(unit, id, request);
      const continuing = unit.nextPosition;
      const { staffId } = request.write;
      const facts = factsOf(unit, clock, leaving);
      const decision = decideMove({ ...move, staffId }, stored, continuing, facts);
      return appendDecision(unit, continuing, decision, request.write);
    },
  };
}

@CommandHandler(MoveStay)
export class MoveStayHandler implements ICommandHandler<MoveStay> {
  constructor(private readonly bookings: BookingWriter) {}

  execute(command: MoveStay): Promise<BookingRecord> {
    return this.bookings.write(moveStay(command), command.request);
  }
}
