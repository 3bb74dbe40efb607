import type { Day } from '@domain/dates.js';
import { isRegisterOver, REGISTER_YEARS } from '@domain/guest-register/guest-register.js';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventStore } from '../event-store/event-store.js';
import { requireStream } from '../event-store/unit-of-work.js';
import type { OwnRequest } from '../platform/daily-task.js';
import { guestRegisterStream, registerRecordStream } from '../streams/guest-register.stream.js';
import { reservationStream } from '../streams/reservation.stream.js';
import { partsOfStay, requireRegister } from './register.public.js';

/** An entry whose time may be over, and the booking that it is about. */
export type DueEntry = { id: number; bookingId: number };

/** Erases entries whose time is over: their keys and the copies of passports go, and one event says which. */
export class ExpireEntries extends Command<{ expired: number }> {
  constructor(
    readonly due: readonly DueEntry[],
    readonly today: Day,
    readonly request: OwnRequest,
  ) {
    super();
  }
}

const REASON = `宿泊者名簿の保存期間（${REGISTER_YEARS}年）の満了`;

@CommandHandler(ExpireEntries)
export class ExpireEntriesHandler implements ICommandHandler<ExpireEntries> {
  constructor(private readonly store: EventStore) {}

  /** Answers how many it erased; another node may have erased some, or a stay may have become longer. */
  execute({ due, today, request }: ExpireEntries): Promise<{ expired: number }> {
    return this.store.execute({
      idempotency: request.idempotency,
      waits: true,
      requirements: due.flatMap(({ id, bookingId }) => [
        requireStream(guestRegisterStream, id),
        requireStream(reservationStream, bookingId),
        requireRegister(bookingId),
      ]),
      decide: (unit) => {
        const entries = due.flatMap(({ id, bookingId }) => {
          const booking = unit.get(reservationStream, bookingId);
          const isOver = booking !== null && isRegisterOver(partsOfStay(unit, booking), today);
          return isOver && unit.get(guestRegisterStream, id)?.isErased !== true ? [id] : [];
        });
        if (entries.length === 0) return { expired: 0 };
        for (const id of entries) {
          const event = { type: 'PersonalDataErased', data: { reason: REASON } } as const;
          unit.append(guestRegisterStream, id, event, request.write);
        }
        const record = { type: 'RegisterEntriesExpired', data: { day: today, entries } } as const;
        unit.append(registerRecordStream, unit.nextPosition, record, request.write);
        return { expired: entries.length };
      },
    });
  }
}
