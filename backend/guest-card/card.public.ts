import type { GuestCard } from '@domain/guest-card/guest-card.js';
import { type RawBuilder, sql } from 'kysely';
import { streamName } from '../event-store/event-stream.js';
import { type DataRequirement, requirement, type UnitOfWork } from '../event-store/unit-of-work.js';
import type { HotelDatabase } from '../platform/database.js';
import { guestCardStream } from '../streams/guest-card.stream.js';
import { reservationStream } from '../streams/reservation.stream.js';
import { formerCards, loadCards } from './card.loader.js';

/** Requires the stay of a booking with all its parts, and the cards that these stand in or stood in. */
export function requireCards(booking: number): DataRequirement {
  return requirement(loadCards, booking, { followsFrom: streamName(reservationStream, booking) });
}

/** The card that a booking itself stands in; null for none. */
export function cardWith(unit: UnitOfWork, booking: number): GuestCard | null {
  return unit.all(guestCardStream).find(({ members }) => members.includes(booking)) ?? null;
}

/** The cards that go with the guest of bookings: those that one stands in, and those left without any that one stood in. */
export function cardsToErase(unit: UnitOfWork, bookings: readonly number[]): GuestCard[] {
  const former = new Set(bookings.flatMap((id) => unit.fact(formerCards).get(id) ?? []));
  return unit
    .all(guestCardStream)
    .filter(
      ({ id, members, isErased }) =>
        !isErased &&
        (members.some((one) => bookings.includes(one)) || (members.length === 0 && former.has(id))),
    );
}

/**
 * The ids of the bookings that have one of these texts of guests (`guestIdentities`), as an array: a join would be planned as a
 * scan of all bookings.
 */
export function bookingsOfGuests(guests: readonly string[]): RawBuilder<number[]> {
  return sql`array(select id from booking_texts where guests && ${guests}::text[])`;
}

/** Reads the cards that bookings of these texts of guests stand in, by text. */
export async function cardsOfGuests(
  database: HotelDatabase,
  guests: readonly string[],
): Promise<Map<string, GuestCard[]>> {
  const { rows } = await sql<{ guest: string; state: GuestCard }>`
    select distinct guest, c.id, c.state
    from guest_card_members m
    join booking_texts t on t.id = m.booking_id
    cross join unnest(t.guests) guest
    join guest_cards c on c.id = m.card_id
    where m.is_member and m.booking_id = any(${bookingsOfGuests(guests)}) and guest = any(${guests}::text[])
    order by c.id`.execute(database);
  const cards = new Map<string, GuestCard[]>();
  for (const { guest, state } of rows) cards.set(guest, [...(cards.get(guest) ?? []), state]);
  return cards;
}
