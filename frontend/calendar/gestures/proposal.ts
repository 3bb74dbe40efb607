import { stayText } from '@domain/calendar/stay-text.js';
import { type Day, daysBetween, overlaps } from '@domain/dates.js';
import { endAfterCheckOut } from '@domain/reservation/stay-actions.js';
import { closureReason, closureWord, type RoomClosure } from '@domain/room/room-closure.js';
import type { BookingRecord } from '@wire/booking-record.js';
import type { ShownBooking } from '../../shared/calendar-data/calendar-snapshot.js';
import { bookingById, type CalendarSnapshot } from '../../shared/calendar-data/calendar-snapshot.js';
import { isSamePlace, type Place } from './place.js';

/** An imported reservation without a room, which is dragged onto one; its days stay. */
export type Unplaced = {
  guest: Pick<BookingRecord, 'guest_name_1' | 'mens_count' | 'womens_count'> & { smoking_status: string };
  from: Place;
  /** Registers it in a room, by its number. */
  register: (roomNumber: string) => Promise<void>;
};

/** A 売り止め or 仮予約, and where it was when it was taken up: its nights are dragged, its room stays. */
type TakenClosure = { closureId: number; from: Place };

/**
 * Subject of a drag: a booking, with where it was when it was taken up, a room that is not for sale, a reservation without a
 * room, or null for a new one.
 */
export type Subject = { bookingId: number; from: Place } | TakenClosure | Unplaced | null;

/** Returns true if a drag is about a 売り止め or 仮予約. */
export const isOfClosure = (subject: Subject): subject is TakenClosure =>
  subject !== null && 'closureId' in subject;

/** Returns true if a drag is about a reservation without a room. */
export const isUnplaced = (subject: Subject): subject is Unplaced => subject !== null && 'guest' in subject;

/** Effect of dropping. */
export type Proposal =
  | { kind: 'new'; place: Place }
  | { kind: 'move'; booking: ShownBooking; place: Place }
  | { kind: 'register'; unplaced: Unplaced; place: Place }
  | { kind: 'swap'; booking: ShownBooking; place: Place; with: ShownBooking }
  /** The guest is in the house and changes rooms today, with who is in the other one: `place` has the nights that are left. */
  | { kind: 'moveOn'; booking: ShownBooking; place: Place; with: ShownBooking | null }
  /** The guest is in the house and stays on: `place` has the whole of the nights. */
  | { kind: 'extend'; booking: ShownBooking; place: Place }
  /** The guest is in the house and leaves today: `place` has the nights that remain. */
  | { kind: 'leave'; booking: ShownBooking; place: Place }
  /** Other nights of a 売り止め or 仮予約. */
  | { kind: 'close'; closure: RoomClosure; place: Place }
  /** It is where it was. */
  | { kind: 'nothing'; place: Place }
  /** Another terminal has moved or cancelled it meanwhile. */
  | { kind: 'gone'; place: Place };

/** Returns true if the guest has come and not left. */
function isInHouse({ record }: ShownBooking): boolean {
  return record.checkin_date !== null && record.checkout_date === null;
}

/** Returns true if the guest has slept here and stays another night. */
function isMidStay(booking: ShownBooking, today: Day): boolean {
  return isInHouse(booking) && booking.stayStart < today && today < booking.stayEnd;
}

/** Returns the place of a booking. */
export function placeOf({ roomNumber, stayStart, stayEnd }: ShownBooking): Place {
  return { roomNumber, stay: { start: stayStart, end: stayEnd } };
}

/** Returns the place of a 売り止め or 仮予約. */
export function placeOfClosure({ roomNumber, start, end }: RoomClosure): Place {
  return { roomNumber, stay: { start, end } };
}

/** The active bookings of a room, without some, that have one of the nights. */
export function bookingsAt(
  { byRoom }: CalendarSnapshot,
  { roomNumber, stay }: Place,
  without: readonly number[] = [],
): ShownBooking[] {
  return (byRoom.get(roomNumber) ?? []).filter(
    (other) => !without.includes(other.id) && overlaps(placeOf(other).stay, stay),
  );
}

/** Returns the effect of dropping a 売り止め or 仮予約 at a place: other nights of its own room. */
function closureProposal(snapshot: CalendarSnapshot, { closureId, from }: TakenClosure, at: Place): Proposal {
  const place = { ...at, roomNumber: from.roomNumber };
  const closure = snapshot.rooms.closures.find(({ id }) => id === closureId);
  if (!closure || !isSamePlace(placeOfClosure(closure), from)) return { kind: 'gone', place };
  return isSamePlace(from, place) ? { kind: 'nothing', place } : { kind: 'close', closure, place };
}

/** Returns the effect of dropping at a place. Moved onto one other without another date, the two change rooms. */
export function proposalAt(snapshot: CalendarSnapshot, subject: Subject, place: Place, today: Day): Proposal {
  if (!subject) return { kind: 'new', place };
  if (isOfClosure(subject)) return closureProposal(snapshot, subject, place);
  if (isUnplaced(subject))
    return isSamePlace(subject.from, place)
      ? { kind: 'nothing', place }
      : { kind: 'register', unplaced: subject, place };
  const { bookingId, from } = subject;
  const booking = bookingById(snapshot, bookingId);
  if (!booking || !isSamePlace(placeOf(booking), from)) return { kind: 'gone', place };
  if (isSamePlace(from, place)) return { kind: 'nothing', place };
  const isLonger = place.stay.start === from.stay.start && place.stay.end > from.stay.end;
  if (isLonger && place.roomNumber === from.roomNumber && isInHouse(booking)) {
    return { kind: 'extend', booking, place };
  }
  if (place.stay.start === from.stay.start && place.roomNumber === from.roomNumber && isInHouse(booking)) {
    const stay = { stayStart: from.stay.start, stayEnd: from.stay.end };
    if (place.stay.end < from.stay.end && place.stay.end === endAfterCheckOut(stay, today)) {
      return { kind: 'leave', booking, place };
    }
  }
  const sameDays = isSamePlace(from, { ...place, roomNumber: from.roomNumber });
  if (sameDays && isMidStay(booking, today)) {
    const rest = { roomNumber: place.roomNumber, stay: { start: today, end: place.stay.end } };
    const [inRoom, third] = bookingsAt(snapshot, rest);
    const isExchange = inRoom !== undefined && !third && isMidStay(inRoom, today);
    return { kind: 'moveOn', booking, place: rest, with: isExchange ? inRoom : null };
  }
  const [other, another] = sameDays ? bookingsAt(snapshot, place, [bookingId]) : [];
  if (other && !another) return { kind: 'swap', booking, place, with: other };
  return { kind: 'move', booking, place };
}

/** Returns where the other booking of a swap goes. */
export function placeOfOther({ booking, with: other }: Extract<Proposal, { kind: 'swap' }>): Place {
  return { ...placeOf(other), roomNumber: booking.roomNumber };
}

const exchangeText = (one: ShownBooking, other: ShownBooking): string =>
  `部屋の交換 ${one.roomNumber} ${one.record.guest_name_1} ⇔ ${other.roomNumber} ${other.record.guest_name_1}`;

/** Returns the effect of dropping, in words. */
export function proposalText(proposal: Proposal): string {
  const { roomNumber, stay } = proposal.place;
  const where = `${roomNumber} ${stayText(stay)}`;
  switch (proposal.kind) {
    case 'new':
      return `新しい予約 ${where}`;
    case 'nothing':
      return roomNumber === '' ? '部屋の行に落とすと登録します。' : `元の場所 ${where}`;
    case 'gone':
      return where;
    case 'close':
      return `${closureWord(proposal.closure)} ${closureReason(proposal.closure)} ${where}`;
    case 'register':
      return `${proposal.unplaced.guest.guest_name_1} ${where} に登録`;
    case 'moveOn':
      if (proposal.with) return `今日から${exchangeText(proposal.booking, proposal.with)}`;
      return `${proposal.booking.record.guest_name_1} 今日から ${proposal.booking.roomNumber} → ${where}`;
    case 'extend': {
      const nights = daysBetween(proposal.booking.stayEnd, stay.end);
      return `${proposal.booking.record.guest_name_1} ${nights}泊延泊 ${where}`;
    }
    case 'leave': {
      const nights = daysBetween(stay.end, proposal.booking.stayEnd);
      return `${proposal.booking.record.guest_name_1} 早期出発（残り${nights}泊を空室に） ${where}`;
    }
    case 'move': {
      const { booking } = proposal;
      const isMoved = booking.roomNumber !== roomNumber;
      return `${booking.record.guest_name_1} ${isMoved ? `${booking.roomNumber} → ` : ''}${where}`;
    }
    case 'swap': {
      return exchangeText(proposal.booking, proposal.with);
    }
    default:
      return proposal satisfies never;
  }
}

/** Returns what was done by dropping, in words. */
export function droppedText({
  booking,
  place,
  ...proposal
}: Extract<Proposal, { kind: 'move' | 'swap' }>): string {
  const guest = booking.record.guest_name_1;
  if (proposal.kind === 'swap') {
    const other = proposal.with;
    return `${booking.roomNumber} ${guest} と ${other.roomNumber} ${other.record.guest_name_1} の部屋を交換`;
  }
  if (booking.roomNumber !== place.roomNumber) {
    return `${guest} ${booking.roomNumber} → ${place.roomNumber} ${stayText(place.stay)} に移動`;
  }
  return `${booking.roomNumber} ${guest} ${stayText(place.stay)} に変更`;
}
