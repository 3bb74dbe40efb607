import type { ReservationDecision } from './reservation.commands.js';
import type { ReservationEvent } from './reservation.events.js';

/** Returns the events of a decision about a reservation, each with the reservation that it is of, as they happen. */
export function eventsOf(
  id: number,
  { events, also = [], regrouped }: ReservationDecision,
): (readonly [id: number, event: ReservationEvent])[] {
  return [
    ...[{ id, events }, ...also].flatMap((part) => part.events.map((event) => [part.id, event] as const)),
    ...regrouped.map((one) => [one.id, { type: 'ReservationAmended', data: one.place }] as const),
  ];
}
