import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { BookingRecord } from '@wire/booking-record.js';
import { BookingCommand, BookingWriter, changeOf } from './booking-change.js';

/** Records that the guest did not come; refused before the day of arrival (POST /api/booking/{id}/no-show). */
export class MarkNoShow extends BookingCommand {}

@CommandHandler(MarkNoShow)
export class MarkNoShowHandler implements ICommandHandler<MarkNoShow> {
  constructor(private readonly bookings: BookingWriter) {}

  execute({ id, request }: MarkNoShow): Promise<BookingRecord> {
    return this.bookings.write(changeOf(id, { type: 'mark-no-show' }), request);
  }
}
