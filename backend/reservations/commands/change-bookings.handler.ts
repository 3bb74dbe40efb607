import type { Reservation } from '@domain/reservation/reservation.js';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type BatchAnswer, type DecodedChange, ruleOfChange, type VacantRoom } from '@wire/booking-batch.js';
import type { DataRequirement } from '../../event-store/data-requirements.js';
import { EventStore } from '../../event-store/event-store.js';
import type { UnitOfWork } from '../../event-store/unit-of-work.js';
import { Clock } from '../../platform/clock.js';
import { RefusedError } from '../../platform/errors.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { requireAdjacentStays } from '../adjacent-stays.loader.js';
import { bookingRecord } from '../booking-answer.public.js';
import { storedReservation } from '../decisions.public.js';
import { reservationStream } from '../reservation.stream.js';
import { requireVacant, requireVacantRoom } from '../vacant-room.js';
import { amendWithin, requirementsOfAmendment } from './amend-reservation.handler.js';
import { changeWithin, type StayChange } from './change-reservation.handler.js';
import { createWithin, requirementsOfCreation } from './create-reservation.handler.js';

/** Several changes of bookings as one, all or none (POST /api/booking-batch): a swap, a chain of moves. */
export class ChangeBookings extends Command<BatchAnswer> {
  constructor(
    readonly changes: readonly DecodedChange[],
    readonly request: RequestContext,
    /** A room that must be free once all is done; otherwise nothing is. */
    readonly vacant?: VacantRoom,
  ) {
    super();
  }
}

function needsOf(change: DecodedChange): DataRequirement[] {
  if (change.action === 'create') return requirementsOfCreation(change.save);
  if (change.action === 'amend') return requirementsOfAmendment(change.id, change.save);
  return [requireAdjacentStays({ id: change.id })];
}

function stayChangeOf(change: Exclude<DecodedChange, { action: 'create' | 'amend' }>): StayChange {
  switch (change.action) {
    case 'check-in':
      return { type: 'check-in', date: change.date };
    case 'check-out':
      return { type: 'check-out', date: change.date, freeNights: change.free_nights === 1 };
    case 'payment':
      return {
        type: 'record-payment',
        paymentType: change.payment_type,
        paymentFlag: change.payment_flag,
      };
    default:
      return { type: change.action };
  }
}

/** Says which change was refused. */
function refusedAt<T>(index: number, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    throw new RefusedError(
      error.status,
      error.rules.map((rule) => ruleOfChange(rule, index)),
    );
  }
}

/** Those that are to get another place or none: until it is their turn they stand in nobody's way. */
function leavingAfter(changes: readonly DecodedChange[], index: number): ReadonlySet<number> {
  const later = changes.slice(index + 1);
  return new Set(
    later.flatMap((change) => (change.action === 'amend' || change.action === 'cancel' ? [change.id] : [])),
  );
}

@CommandHandler(ChangeBookings)
export class ChangeBookingsHandler implements ICommandHandler<ChangeBookings> {
  constructor(
    private readonly store: EventStore,
    private readonly clock: Clock,
  ) {}

  /** The first night's record after each change. */
  execute({ changes, request, vacant }: ChangeBookings): Promise<BatchAnswer> {
    return this.store.execute({
      idempotency: request.idempotency,
      requirements: [...changes.flatMap(needsOf), ...(vacant ? [requireVacantRoom(vacant)] : [])],
      decide: (unit) => {
        // All versions first: what one change does to a group raises those of its other members.
        changes.forEach((change, index) => {
          if (change.action === 'create') return;
          const expectedVersion = change.version ?? null;
          refusedAt(index, () => storedReservation(unit, change.id, { ...request, expectedVersion }));
        });
        const made = changes.map((_, index) =>
          refusedAt(index, () => this.make(unit, changes, index, request)),
        );
        if (vacant) requireVacant(unit, vacant);
        const { rooms } = unit.reference;
        return {
          bookings: made.map((booking) =>
            bookingRecord(unit.get(reservationStream, booking.id) ?? booking, rooms),
          ),
        };
      },
    });
  }

  private make(
    unit: UnitOfWork,
    changes: readonly DecodedChange[],
    index: number,
    request: RequestContext,
  ): Reservation {
    const change = changes[index] as DecodedChange;
    const unguarded = { ...request, expectedVersion: null };
    const around = { clock: this.clock, leaving: leavingAfter(changes, index) };
    if (change.action === 'create') return createWithin(unit, change.save, unguarded, around);
    if (change.action === 'amend') return amendWithin(unit, change, unguarded, around);
    return changeWithin(unit, { id: change.id, change: stayChangeOf(change) }, unguarded, this.clock);
  }
}
