import type { CancellationFeeRequest } from '@domain/reservation/reservation.commands.js';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { BookingRecord } from '@wire/booking-record.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { BookingCommand, BookingWriter, changeOf, requireKeyOf } from './booking-change.js';

/**
 * Records that the guest did not come, for a fee in the place of the stay's if one is given; refused before the day of
 * arrival (POST /api/booking/{id}/no-show).
 */
export class MarkNoShow extends BookingCommand {
  constructor(
    id: number,
    readonly fee: CancellationFeeRequest | undefined,
    request: RequestContext,
  ) {
    super(id, request);
  }
}

@CommandHandler(MarkNoShow)
export class MarkNoShowHandler implements ICommandHandler<MarkNoShow> {
  constructor(private readonly bookings: BookingWriter) {}

  execute({ id, fee, request }: MarkNoShow): Promise<BookingRecord> {
    const keys = fee ? [requireKeyOf(id)] : [];
    return this.bookings.write(changeOf(id, { type: 'mark-no-show', fee }, keys), request);
  }
}
