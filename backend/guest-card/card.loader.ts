import type { GuestCard } from '@domain/guest-card/guest-card.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { type BatchLoader, type Fact, readDocuments } from '../event-store/unit-of-work.js';
import { allEnded } from '../platform/pipeline.js';
import { guestCardStream } from '../streams/guest-card.stream.js';
import { reservationStream } from '../streams/reservation.stream.js';

/** The cards that bookings ever stood in, by booking. */
export const formerCards: Fact<Map<number, number[]>> = { initial: () => new Map() };

const PARTS = `select p.id from bookings b join bookings p on p.group_id = b.group_id where b.id = any($1::int[])`;

/** Loads the stays of bookings with all their parts (前日と同一予約), and the cards that these stand in or stood in. */
export const loadCards: BatchLoader<number> = async (client, ids, opened) => {
  const values = [ids];
  const [parts, cards, former] = await allEnded(
    readDocuments<Reservation>(client, reservationStream, {
      name: 'parts-of-stays',
      text: `select id::text as key, state from bookings where id in (${PARTS})`,
      values,
    }),
    readDocuments<GuestCard>(client, guestCardStream, {
      name: 'cards-of-stays',
      text: `select id::text as key, state from guest_cards
             where id in (select card_id from guest_card_members where booking_id in (${PARTS}))`,
      values,
    }),
    client.query<{ booking_id: number; card_id: number }>({
      name: 'former-cards',
      text: 'select booking_id, card_id from guest_card_members where booking_id = any($1::int[])',
      values,
    }),
  );
  const unit = await opened;
  unit.load([...parts, ...cards]);
  const known = unit.fact(formerCards);
  for (const { booking_id, card_id } of former.rows)
    known.set(booking_id, [...(known.get(booking_id) ?? []), card_id]);
};
