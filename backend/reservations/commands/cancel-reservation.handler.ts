import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { BookingRecord } from '@wire/booking-record.js';
import { type BookingChange, BookingCommand, BookingWriter, changeOf } from './booking-change.js';

/** Cancels a booking; refused once the guest has checked in (spec 7, PUT /api/booking/{id}/cancel). */
export class CancelReservation extends BookingCommand {}

/** The change of `CancelReservation`, for a unit of work of its own or a batch. */
export function cancelReservation({ id }: Pick<CancelReservation, 'id'>): BookingChange {
  return changeOf(id, { type: 'cancel' });
}

@CommandHandler(CancelReservation)
export class CancelReservationHandler implements ICommandHandler<CancelReservation> {
  constructor(private readonly bookings: BookingWriter) {}

  execute(command: CancelReservation): Promise<BookingRecord> {
    return this.bookings.write(cancelReservation(command), command.request);
  }
}
