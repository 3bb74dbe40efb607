import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { BookingRecord } from '@wire/booking-record.js';
import { type BookingChange, BookingCommand, BookingWriter, changeOf } from './booking-change.js';

/** Takes a check-out back (contract 4, DELETE /api/booking/{id}/check-out). */
export class RevertCheckOut extends BookingCommand {}

/** The change of `RevertCheckOut`, for a unit of work of its own or a batch. */
export function revertCheckOut({ id }: Pick<RevertCheckOut, 'id'>): BookingChange {
  return changeOf(id, { type: 'revert-check-out' });
}

@CommandHandler(RevertCheckOut)
export class RevertCheckOutHandler implements ICommandHandler<RevertCheckOut> {
  constructor(private readonly bookings: BookingWriter) {}

  execute(command: RevertCheckOut): Promise<BookingRecord> {
    return this.bookings.write(revertCheckOut(command), command.request);
  }
}
