import type { DayRange } from '@domain/calendar/default-range.js';
import type { BookingChange } from '@wire/time-travel.js';
import { atom } from 'jotai';
import { fetchMoment } from '../api/calendar-api.js';
import { inEachStore } from '../store.js';
import type { CalendarSnapshot } from './calendar-snapshot.js';

/** A point of the log; `recordedAt` is the instant of its last event, null before the first. */
export type Moment = { position: number; recordedAt: string | null };

/** A moment of the past as it is shown. */
export type Past = Moment & { snapshot: CalendarSnapshot };

/** Changes to the bookings of a range between a position and now. */
export type Compared = { position: number; range: DayRange; changes: readonly BookingChange[] };

/**
 * The place in the log that is shown. `position` is what was asked for last, ahead of what is shown; null until the
 * moment that an address names is found. Who comes by an address is shown nothing before it.
 */
export type Travel = { from: 'address' | 'present'; position: number | null; head: number };

/** The way through the log; null in the present. */
export const travelAtom = atom<Travel | null>(null);

/** True if staff are somewhere else than in the present. */
export const travellingAtom = atom((get) => get(travelAtom) !== null);

const shownPastAtom = atom<Past | null>(null);

/** The moment of the past that is shown; null in the present and until the first one is there. */
export const pastAtom = atom(
  (get) => (get(travelAtom) === null ? null : get(shownPastAtom)),
  (_get, set, past: Past | null) => set(shownPastAtom, past),
);

/** The instant of the position asked for, as soon as it is known. */
export const askedMomentAtom = atom<Moment | null>(null);

/** True if いまとの違い is on. */
export const comparingAtom = atom(false);

/** The differences that were read last; those of the moment shown may still be on their way. */
export const comparedAtom = atom<Compared | null>(null);

/** True if the moment asked for could not be read. */
export const pastFailedAtom = atom(false);

const KEPT = 5_000;

/** Moments of the positions looked at; they never change within one log. */
const known = new Map<number, Moment>();
inEachStore(forgetMoments);

/** The instant of a position when it is known already. */
export function knownMoment(position: number): Moment | undefined {
  return known.get(position);
}

/** Remembers the instant of a position. */
export function rememberMoment(moment: Moment): Moment {
  if (known.size >= KEPT) known.clear();
  known.set(moment.position, moment);
  return moment;
}

/** The instant of a position, asked of the server once. */
export async function momentOf(position: number): Promise<Moment> {
  const { recorded_at } = await fetchMoment(String(position));
  return rememberMoment({ position, recordedAt: recorded_at });
}

/** Forgets all instants: the log is another one. */
export function forgetMoments(): void {
  known.clear();
}
