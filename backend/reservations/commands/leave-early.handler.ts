import type { LeaveEarly as LeaveEarlyCommand } from '@domain/reservation/reservation.commands.js';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { BookingRecord } from '@wire/booking-record.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import {
  type BookingChange,
  BookingCommand,
  BookingWriter,
  changeOf,
  requireKeyOf,
} from './booking-change.js';

/** Ends the stay of a guest in the house today, with its money (POST /api/booking/{id}/leave-early). */
export class LeaveEarly extends BookingCommand {
  constructor(
    id: number,
    readonly departure: Omit<LeaveEarlyCommand, 'type'>,
    request: RequestContext,
  ) {
    super(id, request);
  }
}

/** The change of `LeaveEarly`, for a unit of work of its own or a batch. */
export function leaveEarly({ id, departure }: Pick<LeaveEarly, 'id' | 'departure'>): BookingChange {
  return changeOf(id, { type: 'leave-early', ...departure }, [requireKeyOf(id)]);
}

@CommandHandler(LeaveEarly)
export class LeaveEarlyHandler implements ICommandHandler<LeaveEarly> {
  constructor(private readonly bookings: BookingWriter) {}

  execute(command: LeaveEarly): Promise<BookingRecord> {
    return this.bookings.write(leaveEarly(command), command.request);
  }
}
