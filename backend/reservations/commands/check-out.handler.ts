import type { Day } from '@domain/dates.js';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { BookingRecord } from '@wire/booking-record.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { type BookingChange, BookingCommand, BookingWriter, changeOf } from './booking-change.js';

/** Checks the guest out; no date means today (contract 4, POST /api/booking/{id}/check-out). */
export class CheckOut extends BookingCommand {
  constructor(
    id: number,
    readonly date: Day | undefined,
    readonly freeNights: boolean,
    request: RequestContext,
  ) {
    super(id, request);
  }
}

/** The change of `CheckOut`, for a unit of work of its own or a batch. */
export function checkOut({
  id,
  date,
  freeNights,
}: Pick<CheckOut, 'id' | 'date' | 'freeNights'>): BookingChange {
  return changeOf(id, ({ today }) => ({ type: 'check-out', date: date ?? today, freeNights }));
}

@CommandHandler(CheckOut)
export class CheckOutHandler implements ICommandHandler<CheckOut> {
  constructor(private readonly bookings: BookingWriter) {}

  execute(command: CheckOut): Promise<BookingRecord> {
    return this.bookings.write(checkOut(command), command.request);
  }
}
