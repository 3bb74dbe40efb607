import { type CardCommand, decideCard, type GuestCard } from '@domain/guest-card/guest-card.js';
import { GUEST_ERASED } from '@domain/reservation/in-house.js';
import { groupIdOf, type Reservation } from '@domain/reservation/reservation.js';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CardWritten } from '@wire/guest-card.js';
import { EventStore } from '../event-store/event-store.js';
import { requireStream, type UnitOfWork } from '../event-store/unit-of-work.js';
import { refusal, staleVersion } from '../platform/errors.js';
import type { RequestContext } from '../platform/http/request-context.js';
import { guestCardStream } from '../streams/guest-card.stream.js';
import { reservationStream } from '../streams/reservation.stream.js';
import { bookingOf } from '../streams/stored-booking.js';
import { cardWith, requireCards } from './card.public.js';

/** Changes the card of a booking's guest; the first change begins it, unless `into` names the card that takes the booking in. */
export class ChangeCard extends Command<CardWritten> {
  constructor(
    readonly asked: { bookingId: number; into?: number | null },
    readonly change: CardCommand,
    readonly request: RequestContext,
  ) {
    super();
  }
}

/** The booking with this id, which stands in no card as one of an erased guest. */
function storedBooking(unit: UnitOfWork, id: number): Reservation {
  const booking = bookingOf(unit, id);
  if (booking.isErased) throw refusal([GUEST_ERASED]);
  return booking;
}

/** The ids of the parts of these stays; a part that was joined to another card by itself is none. */
function partsOf(unit: UnitOfWork, bookings: readonly Reservation[], card: GuestCard | null): number[] {
  const groups = new Set(bookings.map(groupIdOf));
  const isNamed = (id: number) => bookings.some((booking) => booking.id === id);
  return unit
    .all(reservationStream)
    .filter((booking) => groups.has(groupIdOf(booking)) && !booking.isErased)
    .map(({ id }) => id)
    .filter((id) => isNamed(id) || [null, card?.id].includes(cardWith(unit, id)?.id ?? null))
    .sort((a, b) => a - b);
}

/** The card of a booking's stay: its own, or that of another part. */
function cardOfStay(unit: UnitOfWork, booking: Reservation): GuestCard | null {
  const own = cardWith(unit, booking.id);
  if (own) return own;
  const parts = unit.all(reservationStream).filter((one) => groupIdOf(one) === groupIdOf(booking));
  return parts.map(({ id }) => cardWith(unit, id)).find((card) => card !== null) ?? null;
}

@CommandHandler(ChangeCard)
export class ChangeCardHandler implements ICommandHandler<ChangeCard> {
  constructor(private readonly store: EventStore) {}

  /** The card's id and version, 0 for none; 404 for no booking, 409 when it is not as it was seen. */
  execute(command: ChangeCard): Promise<CardWritten> {
    const { asked, change, request } = command;
    const named = change.type === 'wish' ? [] : change.bookings;
    const ids = [...new Set([asked.bookingId, ...named])];
    return this.store.execute({
      idempotency: request.idempotency,
      requirements: ids.flatMap((id) => [requireStream(reservationStream, id), requireCards(id)]),
      decide: (unit) => this.decide(unit, ids, command),
    });
  }

  private decide(
    unit: UnitOfWork,
    ids: readonly number[],
    { asked, change, request }: ChangeCard,
  ): CardWritten {
    const bookings = ids.map((id) => storedBooking(unit, id));
    const [own, ...others] = bookings as [Reservation, ...Reservation[]];
    const stored = cardOfStay(unit, own);
    const { expectedVersion, write } = request;
    if (expectedVersion !== null && expectedVersion !== (stored?.version ?? 0)) throw staleVersion();
    const entered =
      others.map(({ id }) => cardWith(unit, id)).find((card) => card?.id === asked.into) ?? null;
    if (asked.into && asked.into !== (stored ?? entered)?.id) throw staleVersion();
    const card = stored ?? entered;
    const elsewhere = ids.filter((id) => ![null, card?.id].includes(cardWith(unit, id)?.id ?? null));
    const isNamed = ({ id }: Reservation) => change.type !== 'wish' && change.bookings.includes(id);
    const decision = decideCard(change, {
      card,
      own: partsOf(unit, [own], card),
      named: partsOf(unit, bookings.filter(isNamed), card),
      elsewhere,
    });
    if (!decision.ok) throw refusal(decision.broken);
    let after = card;
    for (const event of decision.value)
      after = unit.append(guestCardStream, after?.id ?? unit.nextPosition, event, write);
    return { id: after?.id ?? 0, version: after?.version ?? 0 };
  }
}
