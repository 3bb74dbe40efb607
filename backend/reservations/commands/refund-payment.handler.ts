import type { Movement } from '@domain/reservation/money.js';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { BookingRecord } from '@wire/booking-record.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { BookingCommand, BookingWriter, changeOf, requireKeyOf } from './booking-change.js';

/** Gives money back, in yen above 0 by way of paying; refused above what was taken (POST /api/booking/{id}/refunds). */
export class RefundPayment extends BookingCommand {
  constructor(
    id: number,
    readonly parts: readonly Movement[],
    readonly reason: string,
    request: RequestContext,
  ) {
    super(id, request);
  }
}

@CommandHandler(RefundPayment)
export class RefundPaymentHandler implements ICommandHandler<RefundPayment> {
  constructor(private readonly bookings: BookingWriter) {}

  execute({ id, parts, reason, request }: RefundPayment): Promise<BookingRecord> {
    return this.bookings.write(changeOf(id, { type: 'refund', parts, reason }, [requireKeyOf(id)]), request);
  }
}
