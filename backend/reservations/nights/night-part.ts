import { addDays, type Day, daysFromTo } from '@domain/dates.js';
import type { Reservation } from '@domain/reservation/reservation.js';

/** Days of a list, both included. */
export type NightRange = { start: Day; end: Day };

/**
 * The bookings whose stay begins on a day, or those that began before it and go on that night; their nights from that
 * day on, up to a last one if they have more.
 */
export type NightPart = { kind: 'begin' | 'go-on'; on: Day; upTo: Day };

/** What decides where the nights of a booking are listed. */
export type StayPlace = Pick<Reservation, 'id' | 'stayStart' | 'stayEnd'>;

/** The parts that the list of a range consists of, in the order of stays: each booking is in one of them. */
export function partsOf({ start, end }: NightRange): NightPart[] {
  return [
    { kind: 'go-on', on: start, upTo: end },
    ...daysFromTo(start, end).map((on): NightPart => ({ kind: 'begin', on, upTo: end })),
  ];
}

/** Whether a booking belongs to a part. */
export function isIn({ kind, on }: NightPart, { stayStart, stayEnd }: StayPlace): boolean {
  return kind === 'begin' ? stayStart === on : stayStart < on && on < stayEnd;
}

/** The last night of a booking. */
export function lastNightOf({ stayEnd }: StayPlace): Day {
  return addDays(stayEnd, -1);
}

/** The nights of a booking that a part of it holds. */
export function nightsIn({ on, upTo }: NightPart, booking: StayPlace): Day[] {
  const last = lastNightOf(booking);
  return daysFromTo(on, last < upTo ? last : upTo);
}
