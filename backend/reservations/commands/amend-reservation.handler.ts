import { decideReservation } from '@domain/reservation/decide.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { BookingRecord } from '@wire/booking-record.js';
import { brokenGenderRules, type DecodedSave } from '@wire/booking-save.js';
import type { DataRequirement } from '../../event-store/data-requirements.js';
import { EventStore } from '../../event-store/event-store.js';
import type { UnitOfWork } from '../../event-store/unit-of-work.js';
import { Clock } from '../../platform/clock.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { requireAdjacentStays, requireImport } from '../adjacent-stays.loader.js';
import { bookingRecord } from '../booking-answer.public.js';
import { appendDecision, factsOf, storedReservation } from '../decisions.public.js';
import { changedPayment, importToRegister, registerImport } from '../import-registration.js';

/** Changes a stored reservation (spec 7, PUT /api/booking/{id}). */
export class AmendReservation extends Command<BookingRecord> {
  constructor(
    readonly id: number,
    readonly save: DecodedSave,
    readonly request: RequestContext,
  ) {
    super();
  }
}

/** What the change of a reservation must find in its unit of work. */
export function requirementsOfAmendment(
  id: number,
  { draft, csvReservationId }: DecodedSave,
): DataRequirement[] {
  return [
    requireAdjacentStays({ id, roomId: draft.roomId, from: draft.stayStart, to: draft.stayEnd }),
    ...(csvReservationId ? requireImport(csvReservationId) : []),
  ];
}

/** Changes a reservation within a unit of work; throws the refusal. */
export function amendWithin(
  unit: UnitOfWork,
  { id, save }: { id: number; save: DecodedSave },
  request: RequestContext,
  { clock, leaving }: { clock: Clock; leaving?: ReadonlySet<number> },
): Reservation {
  const { draft, csvReservationId } = save;
  const stored = storedReservation(unit, id, request);
  const imported = csvReservationId ? importToRegister(unit, csvReservationId, id) : null;
  const party = { mensCount: stored.mensCount, womensCount: stored.womensCount, ...draft };
  const unreadable = [...save.unreadable, ...brokenGenderRules(save.genders, party)];
  const result = decideReservation(
    { type: 'amend', draft, sameAsDayBefore: save.sameAsDayBefore, unreadable },
    stored,
    factsOf(unit, clock, leaving),
  );
  const amended = appendDecision(unit, id, result, request.write);
  const payment = imported && changedPayment(imported, amended);
  const booking = payment
    ? appendDecision(unit, id, decideReservation(payment, amended, factsOf(unit, clock)), request.write)
    : amended;
  if (imported) registerImport(unit, imported, id, request);
  return booking;
}

@CommandHandler(AmendReservation)
export class AmendReservationHandler implements ICommandHandler<AmendReservation> {
  constructor(
    private readonly store: EventStore,
    private readonly clock: Clock,
  ) {}

  /** The first night's record as it is after the change. */
  execute({ id, save, request }: AmendReservation): Promise<BookingRecord> {
    return this.store.execute({
      idempotency: request.idempotency,
      requirements: requirementsOfAmendment(id, save),
      decide: (unit) => {
        const booking = amendWithin(unit, { id, save }, request, { clock: this.clock });
        return bookingRecord(booking, unit.reference.rooms);
      },
    });
  }
}
