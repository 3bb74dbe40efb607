import type { AccountCommand } from '@domain/reservation/reservation.commands.js';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { BookingRecord } from '@wire/booking-record.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { BookingCommand, BookingWriter, changeOf, requireKeyOf } from './booking-change.js';

/** Adds a line to the account of a stay, in yen above 0, a discount's as well (POST /api/booking/{id}/charges). */
export class AddCharge extends BookingCommand {
  constructor(
    id: number,
    readonly charge: Omit<Extract<AccountCommand, { type: 'add-charge' }>, 'type'>,
    request: RequestContext,
  ) {
    super(id, request);
  }
}

@CommandHandler(AddCharge)
export class AddChargeHandler implements ICommandHandler<AddCharge> {
  constructor(private readonly bookings: BookingWriter) {}

  execute({ id, charge, request }: AddCharge): Promise<BookingRecord> {
    return this.bookings.write(changeOf(id, { type: 'add-charge', ...charge }, [requireKeyOf(id)]), request);
  }
}
