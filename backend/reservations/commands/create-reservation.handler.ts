import { decideCreate } from '@domain/reservation/decide-save.js';
import type { CreateReservation as CreateCommand } from '@domain/reservation/reservation.commands.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { BookingRecord } from '@wire/booking-record.js';
import { brokenGenderRules, type DecodedSave, NEW_BOOKING } from '@wire/booking-save.js';
import type { DataRequirement } from '../../event-store/data-requirements.js';
import { EventStore } from '../../event-store/event-store.js';
import type { UnitOfWork } from '../../event-store/unit-of-work.js';
import { Clock } from '../../platform/clock.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { requireAdjacentStays, requireImport } from '../adjacent-stays.loader.js';
import { bookingRecord } from '../booking-answer.public.js';
import { appendDecision, factsOf } from '../decisions.public.js';
import { importToRegister, registerImport } from '../import-registration.js';

/** Takes a new reservation (spec 7, POST /api/booking). */
export class CreateReservation extends Command<BookingRecord & { mess: string }> {
  constructor(
    readonly save: DecodedSave,
    readonly request: RequestContext,
  ) {
    super();
  }
}

const CREATED_MESSAGE = '予約が登録されました！';

/** What a new reservation must find in its unit of work. */
export function requirementsOfCreation({ draft, csvReservationId }: DecodedSave): DataRequirement[] {
  return [
    requireAdjacentStays({ roomId: draft.roomId, from: draft.stayStart, to: draft.stayEnd }),
    ...(csvReservationId ? requireImport(csvReservationId) : []),
  ];
}

/** Takes a new reservation within a unit of work; throws the refusal. */
export function createWithin(
  unit: UnitOfWork,
  save: DecodedSave,
  request: RequestContext,
  around: { clock: Clock; leaving?: ReadonlySet<number> },
): Reservation {
  const draft = { ...NEW_BOOKING, ...save.draft };
  const { csvReservationId } = save;
  const imported = csvReservationId ? importToRegister(unit, csvReservationId, null) : null;
  const command: CreateCommand = {
    type: 'create',
    draft: imported ? { ...draft, coupon: imported.coupon } : draft,
    sameAsDayBefore: save.sameAsDayBefore,
    unreadable: [...save.unreadable, ...brokenGenderRules(save.genders, draft)],
    staffId: request.write.staffId,
    paymentFlag: imported?.paymentFlag ?? 0,
    csvReservationId: imported?.id ?? null,
  };
  const id = unit.nextPosition;
  const result = decideCreate(command, id, factsOf(unit, around.clock, around.leaving));
  const booking = appendDecision(unit, id, result, request.write);
  if (imported) registerImport(unit, imported, id, request);
  return booking;
}

@CommandHandler(CreateReservation)
export class CreateReservationHandler implements ICommandHandler<CreateReservation> {
  constructor(
    private readonly store: EventStore,
    private readonly clock: Clock,
  ) {}

  /** The first night's record with `mess`. */
  execute({ save, request }: CreateReservation): Promise<BookingRecord & { mess: string }> {
    return this.store.execute({
      idempotency: request.idempotency,
      requirements: requirementsOfCreation(save),
      decide: (unit) => {
        const booking = createWithin(unit, save, request, { clock: this.clock });
        return { ...bookingRecord(booking, unit.reference.rooms), mess: CREATED_MESSAGE };
      },
    });
  }
}
