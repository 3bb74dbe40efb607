import type { CsvReservation } from '@domain/imports/csv-reservation.js';
import type { ReservationCommand } from '@domain/reservation/reservation.commands.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { BookingRecord } from '@wire/booking-record.js';
import { brokenGenderRules, type DecodedSave } from '@wire/booking-save.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { storedReservation } from '../decisions.public.js';
import {
  type BookingChange,
  BookingCommand,
  BookingWriter,
  decideAndAppend,
  requireKeyOf,
} from './booking-change.js';
import { appendRegistration, importToRegister, requirementsOfSave } from './registration.js';

/** Changes a stored reservation as a save asks for (spec 7, PUT /api/booking/{id}). */
export class AmendReservation extends BookingCommand {
  constructor(
    id: number,
    readonly save: DecodedSave,
    request: RequestContext,
  ) {
    super(id, request);
  }
}

/** Returns the payment that a changed imported record brings along; null when the source said nothing new of it. */
function importedPayment(
  { paymentFlag, applied }: CsvReservation,
  booking: Reservation,
): ReservationCommand | null {
  if (paymentFlag === applied?.paymentFlag || paymentFlag === booking.paymentFlag) return null;
  return { type: 'record-payment', paymentType: booking.paymentType, paymentFlag, isBySource: true };
}

/** The change of `AmendReservation`, with the payment that a registered imported record brings along. */
export function amendReservation({ id, save }: Pick<AmendReservation, 'id' | 'save'>): BookingChange {
  const { draft, sameAsDayBefore } = save;
  return {
    requirements: [...requirementsOfSave(save, id), requireKeyOf(id)],
    apply(unit, context) {
      const stored = storedReservation(unit, id, context.request);
      const imported = importToRegister(unit, save, id);
      const party = { mensCount: stored.mensCount, womensCount: stored.womensCount, ...draft };
      const unreadable = [...save.unreadable, ...brokenGenderRules(save.genders, party)];
      const command = { type: 'amend', draft, sameAsDayBefore, unreadable } as const;
      const amended = decideAndAppend(unit, stored, command, context);
      if (!imported) return amended;
      const payment = importedPayment(imported, amended);
      const booking = payment ? decideAndAppend(unit, amended, payment, context) : amended;
      appendRegistration(unit, imported, id, context.request.write);
      return booking;
    },
  };
}

@CommandHandler(AmendReservation)
export class AmendReservationHandler implements ICommandHandler<AmendReservation> {
  constructor(private readonly bookings: BookingWriter) {}

  execute(command: AmendReservation): Promise<BookingRecord> {
    return this.bookings.write(amendReservation(command), command.request);
  }
}
