import type { Flag } from '@domain/reservation/reservation.js';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { BookingRecord } from '@wire/booking-record.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { type BookingChange, BookingCommand, BookingWriter, changeOf } from './booking-change.js';

/** Records the way of paying and whether all is paid (contract 4, POST /api/booking/{id}/payment). */
export class RecordPayment extends BookingCommand {
  constructor(
    id: number,
    readonly paymentType: number | null,
    readonly paymentFlag: Flag,
    request: RequestContext,
  ) {
    super(id, request);
  }
}

/** The change of `RecordPayment`, for a unit of work of its own or a batch. */
export function recordPayment({
  id,
  paymentType,
  paymentFlag,
}: Pick<RecordPayment, 'id' | 'paymentType' | 'paymentFlag'>): BookingChange {
  return changeOf(id, { type: 'record-payment', paymentType, paymentFlag });
}

@CommandHandler(RecordPayment)
export class RecordPaymentHandler implements ICommandHandler<RecordPayment> {
  constructor(private readonly bookings: BookingWriter) {}

  execute(command: RecordPayment): Promise<BookingRecord> {
    return this.bookings.write(recordPayment(command), command.request);
  }
}
