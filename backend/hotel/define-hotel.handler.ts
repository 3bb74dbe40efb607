import { decideMaster } from '@domain/masters/decide-master.js';
import { HOTEL_KEY } from '@domain/masters/hotel.js';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { encodeHotel, type HotelProfile, type WrittenHotel } from '@wire/hotel-record.js';
import { EventStore } from '../event-store/event-store.js';
import { requireStream } from '../event-store/unit-of-work.js';
import { Clock } from '../platform/clock.js';
import { refusal, staleVersion } from '../platform/errors.js';
import type { RequestContext } from '../platform/http/request-context.js';
import { hotelStream } from '../streams/hotel.stream.js';

/** Gives the hotel its whole new content. */
export class DefineHotel extends Command<HotelProfile> {
  constructor(
    readonly written: WrittenHotel,
    readonly request: RequestContext,
  ) {
    super();
  }
}

@CommandHandler(DefineHotel)
export class DefineHotelHandler implements ICommandHandler<DefineHotel> {
  constructor(
    private readonly store: EventStore,
    private readonly clock: Clock,
  ) {}

  /** The hotel after the change, the same when nothing differs; 409 when stale. */
  execute({ written, request: { write, idempotency, expectedVersion } }: DefineHotel): Promise<HotelProfile> {
    const { managesCleaning, ...others } = written;
    return this.store.execute({
      idempotency,
      requirements: [requireStream(hotelStream, HOTEL_KEY)],
      decide: (unit) => {
        const stored = unit.get(hotelStream, HOTEL_KEY);
        if (expectedVersion !== null && expectedVersion !== (stored?.version ?? 0)) throw staleVersion();
        const begin = stored?.cleaningBegin ?? { day: this.clock.today(), position: unit.nextPosition };
        const details = { ...others, cleaningBegin: managesCleaning ? begin : null };
        const decision = decideMaster({ type: 'define', details }, stored, () => []);
        if (!decision.ok) throw refusal(decision.broken);
        if (decision.value.type !== 'defined') return encodeHotel(stored);
        const event = { type: 'HotelDefined', data: decision.value.data } as const;
        return encodeHotel(unit.append(hotelStream, HOTEL_KEY, event, write));
      },
    });
  }
}
