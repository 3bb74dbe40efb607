import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { BookingRecord } from '@wire/booking-record.js';
import { BookingCommand, BookingWriter, changeOf } from './booking-change.js';

/** Takes a no-show back (DELETE /api/booking/{id}/no-show). */
export class RevertNoShow extends BookingCommand {}

@CommandHandler(RevertNoShow)
export class RevertNoShowHandler implements ICommandHandler<RevertNoShow> {
  constructor(private readonly bookings: BookingWriter) {}

  execute({ id, request }: RevertNoShow): Promise<BookingRecord> {
    return this.bookings.write(changeOf(id, { type: 'revert-no-show' }), request);
  }
}
