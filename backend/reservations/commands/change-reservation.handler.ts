import type { Day } from '@domain/dates.js';
import { decideReservation } from '@domain/reservation/decide.js';
import type { ReservationCommand } from '@domain/reservation/reservation.commands.js';
import type { Flag, Reservation } from '@domain/reservation/reservation.js';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { BookingRecord } from '@wire/booking-record.js';
import { EventStore } from '../../event-store/event-store.js';
import type { UnitOfWork } from '../../event-store/unit-of-work.js';
import { Clock } from '../../platform/clock.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { requireAdjacentStays } from '../adjacent-stays.loader.js';
import { bookingRecord } from '../booking-answer.public.js';
import { appendDecision, factsOf, storedReservation } from '../decisions.public.js';

/** A change other than a save: cancel, check-in and check-out, their undoing, payment. No day means today. */
export type StayChange =
  | { type: 'cancel' }
  | { type: 'check-in'; date: Day | undefined }
  | { type: 'check-out'; date: Day | undefined; freeNights?: boolean }
  | { type: 'revert-check-in' | 'revert-check-out' }
  | { type: 'record-payment'; paymentType: number | null; paymentFlag: Flag };

/** Cancels, checks in or out, or records a payment (spec 7, contract 4). */
export class ChangeReservation extends Command<BookingRecord> {
  constructor(
    readonly id: number,
    readonly change: StayChange,
    readonly request: RequestContext,
  ) {
    super();
  }
}

/** Makes such a change within a unit of work; throws the refusal. */
export function changeWithin(
  unit: UnitOfWork,
  { id, change }: { id: number; change: StayChange },
  request: RequestContext,
  clock: Clock,
): Reservation {
  const stored = storedReservation(unit, id, request);
  const facts = factsOf(unit, clock);
  const command: ReservationCommand =
    'date' in change ? { ...change, date: change.date ?? facts.today } : change;
  return appendDecision(unit, id, decideReservation(command, stored, facts), request.write);
}

@CommandHandler(ChangeReservation)
export class ChangeReservationHandler implements ICommandHandler<ChangeReservation> {
  constructor(
    private readonly store: EventStore,
    private readonly clock: Clock,
  ) {}

  /** The first night's record as it is after the change. */
  execute({ id, change, request }: ChangeReservation): Promise<BookingRecord> {
    return this.store.execute({
      idempotency: request.idempotency,
      requirements: [requireAdjacentStays({ id })],
      decide: (unit) => {
        const booking = changeWithin(unit, { id, change }, request, this.clock);
        return bookingRecord(booking, unit.reference.rooms);
      },
    });
  }
}
