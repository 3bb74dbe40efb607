import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { BookingRecord } from '@wire/booking-record.js';
import { type BookingChange, BookingCommand, BookingWriter, changeOf } from './booking-change.js';

/** Takes a check-in back; refused after check-out (contract 4, DELETE /api/booking/{id}/check-in). */
export class RevertCheckIn extends BookingCommand {}

/** The change of `RevertCheckIn`, for a unit of work of its own or a batch. */
export function revertCheckIn({ id }: Pick<RevertCheckIn, 'id'>): BookingChange {
  return changeOf(id, { type: 'revert-check-in' });
}

@CommandHandler(RevertCheckIn)
export class RevertCheckInHandler implements ICommandHandler<RevertCheckIn> {
  constructor(private readonly bookings: BookingWriter) {}

  execute(command: RevertCheckIn): Promise<BookingRecord> {
    return this.bookings.write(revertCheckIn(command), command.request);
  }
}
