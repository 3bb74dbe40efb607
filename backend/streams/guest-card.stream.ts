import { evolveGuestCard, type GuestCard, type GuestCardEvent } from '@domain/guest-card/guest-card.js';
import { z } from 'zod';
import {
  eventId,
  onlyVersion,
  personalDataErased,
  type StreamDefinition,
} from '../event-store/event-stream.js';

const bookings = z.strictObject({ bookings: z.array(eventId).min(1) });

/** The cards of guests: which bookings staff joined, and wishes, which are sealed with the card's key. */
export const guestCardStream: StreamDefinition<GuestCard, GuestCardEvent> = {
  category: 'guest-card',
  table: 'guest_cards',
  key: { column: 'id', type: 'integer' },
  row: () => ({}),
  evolve: evolveGuestCard,
  events: {
    StaysJoined: onlyVersion(bookings),
    StaysSplit: onlyVersion(bookings),
    GuestWishesWritten: onlyVersion(z.strictObject({ wishes: z.string() })),
    PersonalDataErased: personalDataErased,
  },
  personalFields: ['wishes'],
};
