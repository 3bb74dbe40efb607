import { decidePassport, missingOfEntry } from '@domain/guest-register/guest-register.js';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { RegisterWritten } from '@wire/guest-register.js';
import { EventStore } from '../event-store/event-store.js';
import { streamName } from '../event-store/event-stream.js';
import { requireKey } from '../event-store/personal-data.js';
import { requireStream } from '../event-store/unit-of-work.js';
import { refusal, staleVersion } from '../platform/errors.js';
import type { RequestContext } from '../platform/http/request-context.js';
import { guestRegisterStream } from '../streams/guest-register.stream.js';
import { reservationStream } from '../streams/reservation.stream.js';
import { bookingOf } from '../streams/stored-booking.js';
import { type PassportFile, storedPassport } from './passport-copies.js';
import { entriesOfStay, requireRegister } from './register.public.js';
import { RegisterReader } from './register.query.js';
import type { RegisteredGuest } from './write-entry.handler.js';

/** Takes a copy of a guest's passport, in place of an older one. */
export class StorePassport extends Command<RegisterWritten> {
  constructor(
    readonly guest: RegisteredGuest,
    readonly file: PassportFile,
    readonly request: RequestContext,
  ) {
    super();
  }
}

@CommandHandler(StorePassport)
export class StorePassportHandler implements ICommandHandler<StorePassport> {
  constructor(
    private readonly store: EventStore,
    private readonly register: RegisterReader,
  ) {}

  /** Answers with the words for what the entry lacks after it; 404 for no booking, 409 without an entry or when that is not as it was seen. */
  async execute({ guest, file, request }: StorePassport): Promise<RegisterWritten> {
    const { bookingId, number } = guest;
    const entryId = await this.register.entryId(guest);
    const key = entryId === null ? [] : [requireKey(streamName(guestRegisterStream, entryId))];
    return this.store.execute({
      idempotency: request.idempotency,
      requirements: [requireStream(reservationStream, bookingId), requireRegister(bookingId), ...key],
      decide: (unit) => {
        const booking = bookingOf(unit, bookingId);
        const stored = entriesOfStay(unit, booking).find((entry) => entry.number === number) ?? null;
        const { expectedVersion } = request;
        if (expectedVersion !== null && expectedVersion !== (stored?.version ?? 0)) throw staleVersion();
        const decision = decidePassport(file.copy, stored, booking);
        if (!decision.ok || !stored) throw refusal(decision.ok ? [] : decision.broken);
        const [event] = decision.value;
        if (!event) return { id: stored.id, version: stored.version, missing: missingOfEntry(stored) };
        const stream = streamName(guestRegisterStream, stored.id);
        const sealedWith = unit.cache.key(stream);
        // The entry was written after it was looked up: the terminal reads it anew and sends the file again.
        if (!sealedWith) throw staleVersion();
        const after = unit.append(guestRegisterStream, stored.id, event, request.write);
        unit.write(storedPassport(stream, file, sealedWith));
        return { id: after.id, version: after.version, missing: missingOfEntry(after) };
      },
    });
  }
}
