import type { Day } from '../dates.js';
import { groupBy } from '../group-by.js';
import type { Reservation } from '../reservation/reservation.js';
import { foldedName, foldedPhone } from './folded.js';

/** The guest of a booking that is being typed; an empty text is compared with nothing. */
export type TypedGuest = { name: string; kana: string; tel: string };

/** A guest of earlier bookings who may be the one that is typed: a candidate, never a verdict. */
export type ReturningGuest = {
  /** The latest booking up to today, or the next one of a guest who was never here. */
  booking: Reservation;
  /** Stays up to today, several rooms of one stay counted once; without no-shows. */
  stays: number;
};

const MOST_GUESTS = 3;
const SHORTEST_NAME = 2;
const SHORTEST_PHONE = 9;

const longEnough = (text: string, shortest: number): string | null => (text.length >= shortest ? text : null);

/** The parts of a typed guest that are long enough to be compared, as they are folded; null for those that are not. */
function comparedParts({ name, kana, tel }: TypedGuest) {
  return {
    name: longEnough(foldedName(name), SHORTEST_NAME),
    kana: longEnough(foldedName(kana), SHORTEST_NAME),
    tel: longEnough(foldedPhone(tel), SHORTEST_PHONE),
  };
}

/** The texts that are long enough for a search of earlier bookings; empty when none is. */
export function comparedTexts(typed: TypedGuest): string[] {
  const compared = comparedParts(typed);
  const parts = ['name', 'kana', 'tel'] as const;
  return parts.filter((part) => compared[part] !== null).map((part) => typed[part]);
}

/** Counts which of name, kana and phone a booking has in common with a typed guest, each spelled in any way; 0 for none. */
function likeness(compared: ReturnType<typeof comparedParts>, booking: Reservation): number {
  const { guestName1, reserverName, guestName1Kana, reserverNameKana, tel } = booking;
  const has = (part: string | null, texts: readonly string[]): boolean =>
    part !== null && texts.map(foldedName).includes(part);
  return [
    has(compared.name, [guestName1, reserverName]),
    has(compared.kana, [guestName1Kana, reserverNameKana]),
    compared.tel !== null && foldedPhone(tel) === compared.tel,
  ].filter(Boolean).length;
}

/** One guest's bookings as a candidate. */
function candidateOf(bookings: readonly Reservation[], today: Day): ReturningGuest | null {
  const inOrder = [...bookings].sort((a, b) => (a.stayStart < b.stayStart ? -1 : 1));
  const begun = inOrder.filter(({ stayStart, isNoShow }) => stayStart <= today && !isNoShow);
  const booking = begun.at(-1) ?? inOrder.find(({ stayStart }) => stayStart > today);
  return booking ? { booking, stays: new Set(begun.map(({ stayStart }) => stayStart)).size } : null;
}

/**
 * Finds the guests of earlier bookings who have the typed name, kana or phone, those with most in common first, then those
 * who were here last; three at most. Bookings of one name and phone are one guest's. Cancelled and erased ones count
 * nowhere.
 */
export function returningGuests(
  typed: TypedGuest,
  bookings: readonly Reservation[],
  today: Day,
): ReturningGuest[] {
  const compared = comparedParts(typed);
  const alike = bookings.filter(
    (booking) => booking.status === 'active' && booking.isErased !== true && likeness(compared, booking) > 0,
  );
  const guests = groupBy(alike, ({ guestName1, tel }) => `${foldedName(guestName1)} ${foldedPhone(tel)}`);
  return [...guests.values()]
    .flatMap((own) => candidateOf(own, today) ?? [])
    .sort(
      (a, b) =>
        likeness(compared, b.booking) - likeness(compared, a.booking) ||
        (a.booking.stayStart < b.booking.stayStart ? 1 : -1),
    )
    .slice(0, MOST_GUESTS);
}
