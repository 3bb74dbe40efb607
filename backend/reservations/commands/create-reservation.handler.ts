import { invalid } from '@domain/broken-rule.js';
import { decideCreate } from '@domain/reservation/decide-save.js';
import type { CreateReservation as CreateCommand } from '@domain/reservation/reservation.commands.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { NEW_BOOKING } from '@domain/reservation/reservation-fields.js';
import { type RoomDirectory, withoutClosure } from '@domain/room/room-directory.js';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { BookingRecord } from '@wire/booking-record.js';
import { brokenGenderRules, type DecodedSave } from '@wire/booking-save.js';
import { requireStream, type UnitOfWork } from '../../event-store/unit-of-work.js';
import { refusal } from '../../platform/errors.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import type { WriteContext } from '../../platform/write-context.js';
import { reservationStream } from '../../streams/reservation.stream.js';
import { roomClosureStream } from '../../streams/room-closure.stream.js';
import { waitingEntryStream } from '../../streams/waiting-entry.stream.js';
import { appendDecision, factsOf } from '../decisions.public.js';
import { fulfilWaiting } from '../waiting/change-waiting.handler.js';
import { type BookingChange, BookingWriter } from './booking-change.js';
import { appendRegistration, importToRegister, requirementsOfSave } from './registration.js';

const CREATED_MESSAGE = '予約が登録されました！';

/** Takes a new reservation (spec 7, POST /api/booking). */
export class CreateReservation extends Command<BookingRecord & { mess: string }> {
  constructor(
    readonly save: DecodedSave,
    readonly request: RequestContext,
  ) {
    super();
  }
}

/** Returns the active booking whose party a new one joins; throws the refusal. */
function firstOfParty(unit: UnitOfWork, id: number): Reservation {
  const first = unit.get(reservationStream, id);
  if (first?.status === 'active') return first;
  throw refusal([invalid('party_unknown', 'party_of', '同じグループの予約が見つかりません。')]);
}

/**
 * Ends the 仮予約 that a new booking takes the place of, and returns the rooms without it. One that has ended leaves them as they
 * are. It comes before the booking, whose rows rest on the rooms. Throws the refusal.
 */
function endTentativeStay(
  unit: UnitOfWork,
  { tentativeStayId: id }: DecodedSave,
  write: WriteContext,
): RoomDirectory {
  const { rooms } = unit.reference;
  if (id === undefined) return rooms;
  const stored = unit.get(roomClosureStream, id);
  if (!stored?.tentative) {
    throw refusal([invalid('tentative_stay_unknown', 'tentative_stay_id', '仮予約が見つかりません。')]);
  }
  if (stored.isEnded) return rooms;
  const bookingId = unit.nextPosition + 1;
  unit.append(roomClosureStream, id, { type: 'TentativeStayBooked', data: { bookingId } }, write);
  return withoutClosure(rooms, id);
}

/** The change of `CreateReservation`; the booking's id is the position of its first event. */
export function createReservation({ save }: Pick<CreateReservation, 'save'>): BookingChange {
  const party = save.partyOf ? [requireStream(reservationStream, save.partyOf)] : [];
  const held = save.tentativeStayId ? [requireStream(roomClosureStream, save.tentativeStayId)] : [];
  const waiting = save.waitingEntryId ? [requireStream(waitingEntryStream, save.waitingEntryId)] : [];
  return {
    requirements: [...requirementsOfSave(save, null), ...party, ...held, ...waiting],
    apply(unit, { request: { write }, clock, leaving }) {
      const imported = importToRegister(unit, save, null);
      const draft = { ...NEW_BOOKING, ...save.draft, ...(imported && { coupon: imported.coupon }) };
      const command: CreateCommand = {
        type: 'create',
        draft,
        sameAsDayBefore: save.sameAsDayBefore,
        unreadable: [...save.unreadable, ...brokenGenderRules(save.genders, draft)],
        staffId: write.staffId,
        paymentFlag: imported?.paymentFlag ?? 0,
        csvReservationId: imported?.id ?? null,
        partyOf: save.partyOf ? firstOfParty(unit, save.partyOf) : undefined,
      };
      const rooms = endTentativeStay(unit, save, write);
      const id = unit.nextPosition;
      const booking = appendDecision(
        unit,
        id,
        decideCreate(command, id, { ...factsOf(unit, clock, leaving), rooms }),
        write,
      );
      if (imported) appendRegistration(unit, imported, id, write);
      if (save.waitingEntryId) fulfilWaiting(unit, save.waitingEntryId, id, write);
      return booking;
    },
  };
}

@CommandHandler(CreateReservation)
export class CreateReservationHandler implements ICommandHandler<CreateReservation> {
  constructor(private readonly bookings: BookingWriter) {}

  /** The first night's record with `mess`. */
  execute(command: CreateReservation): Promise<BookingRecord & { mess: string }> {
    return this.bookings.write(createReservation(command), command.request, { mess: CREATED_MESSAGE });
  }
}
