import type { CancellationFeeRequest } from '@domain/reservation/reservation.commands.js';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { BookingRecord } from '@wire/booking-record.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import {
  type BookingChange,
  BookingCommand,
  BookingWriter,
  changeOf,
  requireKeyOf,
} from './booking-change.js';

/** Cancels a booking, for a fee if one is given; refused once the guest has checked in (spec 7, PUT /api/booking/{id}/cancel). */
export class CancelReservation extends BookingCommand {
  constructor(
    id: number,
    readonly fee: CancellationFeeRequest | undefined,
    request: RequestContext,
  ) {
    super(id, request);
  }
}

/** The change of `CancelReservation`, for a unit of work of its own or a batch. */
export function cancelReservation({ id, fee }: Pick<CancelReservation, 'id' | 'fee'>): BookingChange {
  return changeOf(id, { type: 'cancel', fee }, fee ? [requireKeyOf(id)] : []);
}

@CommandHandler(CancelReservation)
export class CancelReservationHandler implements ICommandHandler<CancelReservation> {
  constructor(private readonly bookings: BookingWriter) {}

  execute(command: CancelReservation): Promise<BookingRecord> {
    return this.bookings.write(cancelReservation(command), command.request);
  }
}
