import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { BookingRecord } from '@wire/booking-record.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { BookingCommand, BookingWriter, changeOf } from './booking-change.js';

/** Exempts the guests of a stay from the 宿泊税 on a ground, or no longer (null; POST /api/booking/{id}/lodging-tax). */
export class ExemptFromLodgingTax extends BookingCommand {
  constructor(
    id: number,
    readonly exemption: string | null,
    request: RequestContext,
  ) {
    super(id, request);
  }
}

@CommandHandler(ExemptFromLodgingTax)
export class ExemptFromLodgingTaxHandler implements ICommandHandler<ExemptFromLodgingTax> {
  constructor(private readonly bookings: BookingWriter) {}

  execute({ id, exemption, request }: ExemptFromLodgingTax): Promise<BookingRecord> {
    return this.bookings.write(changeOf(id, { type: 'exempt', exemption }), request);
  }
}
