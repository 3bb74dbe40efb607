import type { Day } from '@domain/dates.js';
import { decideExtension } from '@domain/reservation/extend-stay.js';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { BookingRecord } from '@wire/booking-record.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { appendDecision, factsOf, storedReservation } from '../decisions.public.js';
import { requireAdjacentStays } from '../reservation.loaders.js';
import { type BookingChange, BookingCommand, BookingWriter } from './booking-change.js';

/** A following stay: its end, room-month and fee in whole yen, each as the domain proposes it when left out. */
type Extension = { stayEnd?: Day | undefined; roomId?: number | undefined; totalFee?: number | undefined };

/** Lets a guest who is in the house stay on: a following stay (POST /api/booking/{id}/extend). */
export class ExtendStay extends BookingCommand {
  constructor(
    id: number,
    readonly extension: Extension,
    request: RequestContext,
  ) {
    super(id, request);
  }
}

/** The change of `ExtendStay`: it makes the following booking, and is answered with it. */
export function extendStay({ id, extension }: Pick<ExtendStay, 'id' | 'extension'>): BookingChange {
  const { roomId = null, stayEnd = null } = extension;
  return {
    requirements: [
      requireAdjacentStays({ id }),
      ...(stayEnd === null ? [] : [requireAdjacentStays({ id, to: stayEnd })]),
      ...(roomId === null ? [] : [requireAdjacentStays({ id, roomId, to: stayEnd })]),
    ],
    apply(unit, { request, clock, leaving }) {
      const stored = storedReservation(unit, id, request);
      const following = unit.nextPosition;
      const { staffId } = request.write;
      const facts = factsOf(unit, clock, leaving);
      const decision = decideExtension({ ...extension, staffId }, stored, following, facts);
      return appendDecision(unit, following, decision, request.write);
    },
  };
}

@CommandHandler(ExtendStay)
export class ExtendStayHandler implements ICommandHandler<ExtendStay> {
  constructor(private readonly bookings: BookingWriter) {}

  execute(command: ExtendStay): Promise<BookingRecord> {
    return this.bookings.write(extendStay(command), command.request);
  }
}
