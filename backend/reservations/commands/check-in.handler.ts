import type { Day } from '@domain/dates.js';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { BookingRecord } from '@wire/booking-record.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { type BookingChange, BookingCommand, BookingWriter, changeOf } from './booking-change.js';

/** Checks the guest in; no date means today (contract 4, POST /api/booking/{id}/check-in). */
export class CheckIn extends BookingCommand {
  constructor(
    id: number,
    readonly date: Day | undefined,
    request: RequestContext,
  ) {
    super(id, request);
  }
}

/** The change of `CheckIn`, for a unit of work of its own or a batch. */
export function checkIn({ id, date }: Pick<CheckIn, 'id' | 'date'>): BookingChange {
  return changeOf(id, ({ today }) => ({ type: 'check-in', date: date ?? today }));
}

@CommandHandler(CheckIn)
export class CheckInHandler implements ICommandHandler<CheckIn> {
  constructor(private readonly bookings: BookingWriter) {}

  execute(command: CheckIn): Promise<BookingRecord> {
    return this.bookings.write(checkIn(command), command.request);
  }
}
