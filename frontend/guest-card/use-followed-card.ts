import { useEffect } from 'react';
import type { openedCard } from './guest-card.js';

/** Reads the card of a booking's guest into a resource and keeps it current while it is shown. */
export function useFollowedCard(resource: typeof openedCard, bookingId: number): void {
  useEffect(() => {
    void resource.load(bookingId);
    const stop = resource.follow(
      ({ bookings, guest_cards, masters }) =>
        bookings.length > 0 || guest_cards !== undefined || masters.includes('blacklist'),
    );
    return () => {
      stop();
      resource.reset();
    };
  }, [resource, bookingId]);
}
