import { decideEntry, missingOfEntry, type RegisterDetails } from '@domain/guest-register/guest-register.js';
import { groupIdOf } from '@domain/reservation/reservation.js';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { RegisterWritten } from '@wire/guest-register.js';
import { EventStore } from '../event-store/event-store.js';
import { requireStream } from '../event-store/unit-of-work.js';
import { refusal, staleVersion } from '../platform/errors.js';
import type { RequestContext } from '../platform/http/request-context.js';
import { guestRegisterStream } from '../streams/guest-register.stream.js';
import { reservationStream } from '../streams/reservation.stream.js';
import { bookingOf } from '../streams/stored-booking.js';
import { entriesOfStay, requireRegister } from './register.public.js';

/** The guest of a stay that an entry is about: a booking of the stay, and the guest's number in it. */
export type RegisteredGuest = { bookingId: number; number: number };

/** Writes the whole entry of a guest. */
export class WriteEntry extends Command<RegisterWritten> {
  constructor(
    readonly guest: RegisteredGuest,
    readonly details: RegisterDetails,
    readonly request: RequestContext,
  ) {
    super();
  }
}

@CommandHandler(WriteEntry)
export class WriteEntryHandler implements ICommandHandler<WriteEntry> {
  constructor(private readonly store: EventStore) {}

  /** Answers with the words for what the entry lacks after it; 404 for no booking, 409 when it is not as it was seen or cannot be written. */
  execute({ guest, details, request }: WriteEntry): Promise<RegisterWritten> {
    const { bookingId, number } = guest;
    return this.store.execute({
      idempotency: request.idempotency,
      requirements: [requireStream(reservationStream, bookingId), requireRegister(bookingId)],
      decide: (unit) => {
        const booking = bookingOf(unit, bookingId);
        const stored = entriesOfStay(unit, booking).find((entry) => entry.number === number) ?? null;
        const { expectedVersion } = request;
        if (expectedVersion !== null && expectedVersion !== (stored?.version ?? 0)) throw staleVersion();
        const place = { booking, bookingId: stored?.bookingId ?? groupIdOf(booking), number };
        const decision = decideEntry(details, stored, place);
        if (!decision.ok) throw refusal(decision.broken);
        const [event] = decision.value;
        const id = stored?.id ?? unit.nextPosition;
        const after = event ? unit.append(guestRegisterStream, id, event, request.write) : stored;
        return { id, version: after?.version ?? 0, missing: missingOfEntry(after) };
      },
    });
  }
}
