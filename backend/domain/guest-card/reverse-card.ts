import type { GuestCard, GuestCardEvent } from './guest-card.js';

/** The states of a card around a request (`before` is null when it began the card), and now. */
export type CardPast = { before: GuestCard | null; after: GuestCard; current: GuestCard };

/** Reason why a card can't be as it was: wishes written since, bookings joined to another card, an erased guest. */
export type CardObstacle = 'wishes' | 'in_other_card' | 'erased';

/** A card as it is planned to be. */
export type CardReversal = {
  current: GuestCard;
  events: readonly GuestCardEvent[];
  obstacles: readonly CardObstacle[];
};

const without = (ids: readonly number[], others: readonly number[]): number[] =>
  ids.filter((id) => !others.includes(id));

/** Plans back what a request did to a card; `isElsewhere` says if a booking stands in another card now. */
export function planCard(
  { before, after, current }: CardPast,
  isElsewhere: (booking: number) => boolean,
): CardReversal {
  if (current.isErased) return { current, events: [], obstacles: ['erased'] };
  const [was, did] = [before?.members ?? [], after.members];
  const split = without(did, was).filter((id) => current.members.includes(id));
  const missing = without(without(was, did), current.members);
  const joined = missing.filter((id) => !isElsewhere(id));
  const wishes = before?.wishes ?? '';
  const isWritten = wishes !== after.wishes && current.wishes !== wishes;
  const isKept = isWritten && current.wishes !== after.wishes;
  return {
    current,
    events: [
      ...(split.length > 0 ? [{ type: 'StaysSplit', data: { bookings: split } } as const] : []),
      ...(joined.length > 0 ? [{ type: 'StaysJoined', data: { bookings: joined } } as const] : []),
      ...(isWritten && !isKept ? [{ type: 'GuestWishesWritten', data: { wishes } } as const] : []),
    ],
    obstacles: [
      ...(joined.length < missing.length ? (['in_other_card'] as const) : []),
      ...(isKept ? (['wishes'] as const) : []),
    ],
  };
}
