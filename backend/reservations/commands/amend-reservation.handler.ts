import { decideReservation } from '@domain/reservation/decide.js';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { BookingRecord } from '@wire/booking-record.js';
import { brokenGenderRules, type DecodedSave } from '@wire/booking-save.js';
import { EventStore } from '../../event-store/event-store.js';
import { Clock } from '../../platform/clock.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { bookingRecord } from '../booking-answer.catalog.js';
import { appendDecision, factsOf, storedReservation } from '../decisions.catalog.js';
import { changedPayment, importForBooking, registerImport } from '../import-registration.js';
import { needImport, needNeighbourhood } from '../neighbourhood.loader.js';

/** Changes a stored reservation (spec 7, PUT /api/booking/{id}). */
export class AmendReservation {
  constructor(
    readonly id: number,
    readonly save: DecodedSave,
    readonly request: RequestContext,
  ) {}
}

@CommandHandler(AmendReservation)
export class AmendReservationHandler implements ICommandHandler<AmendReservation> {
  constructor(
    private readonly store: EventStore,
    private readonly clock: Clock,
  ) {}

  /** The first night's record as it is after the change. */
  execute({ id, save, request }: AmendReservation): Promise<BookingRecord> {
    const { draft, csvReservationId } = save;
    return this.store.execute({
      idempotency: request.idempotency,
      needs: [
        needNeighbourhood({ id, roomId: draft.roomId, from: draft.stayStart, to: draft.stayEnd }),
        ...(csvReservationId ? needImport(csvReservationId) : []),
      ],
      decide: (unit) => {
        const stored = storedReservation(unit, id, request);
        const imported = csvReservationId ? importForBooking(unit, csvReservationId, id) : null;
        const party = { mensCount: stored.mensCount, womensCount: stored.womensCount, ...draft };
        const unreadable = [...save.unreadable, ...brokenGenderRules(save.genders, party)];
        const result = decideReservation(
          { type: 'amend', draft, sameAsDayBefore: save.sameAsDayBefore, unreadable },
          stored,
          factsOf(unit, this.clock),
        );
        const amended = appendDecision(unit, id, result, request.write);
        const payment = imported && changedPayment(imported, amended);
        const booking = payment
          ? appendDecision(
              unit,
              id,
              decideReservation(payment, amended, factsOf(unit, this.clock)),
              request.write,
            )
          : amended;
        if (imported) registerImport(unit, imported, id, request);
        return bookingRecord(booking, unit.reference.rooms);
      },
    });
  }
}
