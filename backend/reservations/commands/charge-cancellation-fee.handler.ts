import type { CancellationFeeRequest } from '@domain/reservation/reservation.commands.js';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { BookingRecord } from '@wire/booking-record.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { CancellationFees } from '../queries/cancellation-fees.query.js';
import { BookingCommand, BookingWriter, changeOf, requireKeyOf } from './booking-change.js';

/**
 * Charges or waives the fee of a booking that is cancelled already, as of the day of its cancellation
 * (POST /api/booking/{id}/cancellation-fee).
 */
export class ChargeCancellationFee extends BookingCommand {
  constructor(
    id: number,
    readonly fee: CancellationFeeRequest,
    request: RequestContext,
  ) {
    super(id, request);
  }
}

@CommandHandler(ChargeCancellationFee)
export class ChargeCancellationFeeHandler implements ICommandHandler<ChargeCancellationFee> {
  constructor(
    private readonly bookings: BookingWriter,
    private readonly fees: CancellationFees,
  ) {}

  async execute({ id, fee, request }: ChargeCancellationFee): Promise<BookingRecord> {
    const cancelledOn = await this.fees.cancelledOn(id);
    const command = { type: 'charge-cancellation-fee' as const, fee, cancelledOn };
    return this.bookings.write(changeOf(id, command, [requireKeyOf(id)]), request);
  }
}
