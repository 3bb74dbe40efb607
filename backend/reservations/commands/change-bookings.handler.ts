import { conflict } from '@domain/broken-rule.js';
import { occupies } from '@domain/reservation/reservation.js';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { movementsOfWays } from '@wire/account.js';
import {
  type BatchAnswer,
  type DecodedChange,
  departureOf,
  extensionOf,
  ruleOfChange,
  type VacantRoom,
} from '@wire/booking-batch.js';
import { bookingRecord } from '@wire/booking-record.js';
import { decodeCancellationFee } from '@wire/cancellation-fee.js';
import { EventStore } from '../../event-store/event-store.js';
import type { UnitOfWork } from '../../event-store/unit-of-work.js';
import { Clock } from '../../platform/clock.js';
import { RefusedError, refusal } from '../../platform/errors.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { reservationStream } from '../../streams/reservation.stream.js';
import { storedReservation } from '../decisions.public.js';
import { requireAdjacentStays } from '../reservation.loaders.js';
import { amendReservation } from './amend-reservation.handler.js';
import type { BookingChange } from './booking-change.js';
import { cancelReservation } from './cancel-reservation.handler.js';
import { checkIn } from './check-in.handler.js';
import { checkOut } from './check-out.handler.js';
import { createReservation } from './create-reservation.handler.js';
import { extendStay } from './extend-stay.handler.js';
import { leaveEarly } from './leave-early.handler.js';
import { moveStay } from './move-stay.handler.js';
import { recordPayment } from './record-payment.handler.js';
import { revertCheckIn } from './revert-check-in.handler.js';
import { revertCheckOut } from './revert-check-out.handler.js';
import { takePayment } from './take-payment.handler.js';

const NOT_VACANT = conflict(
  'not_vacant',
  'vacant',
  '空ける部屋に別の予約が入ったため、部屋移動を取りやめました。もう一度提案を確認してください。',
);

/** Several changes of bookings as one, all or none (POST /api/booking-batch): a swap, a chain of moves. */
export class ChangeBookings extends Command<BatchAnswer> {
  constructor(
    readonly changes: readonly DecodedChange[],
    readonly request: RequestContext,
    /** A room that must be free after all changes; otherwise the batch is refused. */
    readonly vacant?: VacantRoom,
  ) {
    super();
  }
}

/** The use case behind one change of a batch. */
function changeOf(change: DecodedChange): BookingChange {
  switch (change.action) {
    case 'create':
      return createReservation(change);
    case 'amend':
      return amendReservation(change);
    case 'cancel':
      return cancelReservation({ id: change.id, fee: decodeCancellationFee(change) });
    case 'check-in':
      return checkIn({ date: undefined, ...change });
    case 'check-out':
      return checkOut({ id: change.id, date: change.date, freeNights: change.free_nights === 1 });
    case 'extend':
      return extendStay({ id: change.id, extension: extensionOf(change) });
    case 'move-from':
      return moveStay({ id: change.id, move: { from: change.from, roomId: change.room_id } });
    case 'leave-early':
      return leaveEarly({ id: change.id, departure: departureOf(change) });
    case 'revert-check-in':
      return revertCheckIn(change);
    case 'revert-check-out':
      return revertCheckOut(change);
    case 'payment': {
      const { id, payment_type: paymentType, payment_flag: paymentFlag } = change;
      return recordPayment({ id, paymentType, paymentFlag });
    }
    case 'payments':
      return takePayment({ id: change.id, parts: movementsOfWays(change.ways) });
    default:
      return change satisfies never;
  }
}

/** Puts the number of the change before the fields of its refusal. */
function atIndex<Result>(index: number, run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    throw new RefusedError(
      error.status,
      error.rules.map((rule) => ruleOfChange(rule, index)),
    );
  }
}

const isLeaving = (change: DecodedChange): change is Extract<DecodedChange, { id: number }> =>
  ['amend', 'cancel', 'move-from'].includes(change.action);

/** The bookings that later changes move or cancel: until then they block no room. */
function leavingAfter(changes: readonly DecodedChange[], index: number): ReadonlySet<number> {
  const later = changes.slice(index + 1);
  return new Set(later.flatMap((change) => (isLeaving(change) ? [change.id] : [])));
}

/** Throws the refusal when the room is booked on a night of the stay. */
function checkVacant(unit: UnitOfWork, { room_id, stay_start, stay_end }: VacantRoom): void {
  const roomNumber = unit.reference.rooms.byId.get(room_id)?.roomNumber;
  const stay = { start: stay_start, end: stay_end };
  const isFree =
    roomNumber !== undefined &&
    !unit.all(reservationStream).some((other) => occupies(other, roomNumber, stay));
  if (!isFree) throw refusal([NOT_VACANT]);
}

@CommandHandler(ChangeBookings)
export class ChangeBookingsHandler implements ICommandHandler<ChangeBookings> {
  constructor(
    private readonly store: EventStore,
    private readonly clock: Clock,
  ) {}

  /** The first night's record after each change. */
  execute({ changes, request, vacant }: ChangeBookings): Promise<BatchAnswer> {
    const useCases = changes.map(changeOf);
    const requirements = useCases.flatMap((useCase) => useCase.requirements);
    if (vacant) {
      const { room_id: roomId, stay_start: from, stay_end: to } = vacant;
      requirements.push(requireAdjacentStays({ roomId, from, to }));
    }
    return this.store.execute({
      idempotency: request.idempotency,
      requirements,
      decide: (unit) => {
        // Versions are checked first: regrouping by one change raises those of other members of the group.
        for (const [index, change] of changes.entries()) {
          if (change.action === 'create') continue;
          const expectedVersion = change.version ?? null;
          atIndex(index, () => storedReservation(unit, change.id, { ...request, expectedVersion }));
        }
        const unversioned = { ...request, expectedVersion: null };
        const changed = useCases.map((useCase, index) => {
          const leaving = leavingAfter(changes, index);
          const context = { request: unversioned, clock: this.clock, leaving };
          return atIndex(index, () => useCase.apply(unit, context));
        });
        if (vacant) checkVacant(unit, vacant);
        const { rooms } = unit.reference;
        return {
          bookings: changed.map((booking) =>
            bookingRecord(unit.get(reservationStream, booking.id) ?? booking, rooms),
          ),
        };
      },
    });
  }
}
