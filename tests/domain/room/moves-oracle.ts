import { addDays, type Day, monthOf, nightsOf } from '@domain/dates.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import type { ProposalFacts } from '@domain/room/room-claim.js';
import type { RoomMonth } from '@domain/room/room-month.js';
import type { RoomSearchRequest } from '@domain/room/room-search.js';
import { mayTake } from './room-sentences.js';

type Party = Omit<RoomSearchRequest, 'stay'>;

const nightsOfBooking = ({ stayStart, stayEnd }: Reservation): Day[] =>
  nightsOf({ start: stayStart, end: stayEnd });

function monthFor(facts: ProposalFacts, roomNumber: string, night: Day): RoomMonth | undefined {
  return facts.rooms.byNumber.get(roomNumber)?.months.get(monthOf(night));
}

/** Tells whether a party may have a room on all of these nights. */
export function mayStay(
  facts: ProposalFacts,
  roomNumber: string,
  nights: readonly Day[],
  party: Party,
): boolean {
  return nights.every((night) => mayTake(monthFor(facts, roomNumber, night), party));
}

/** Tells whether a booking may be moved at all. */
export function mayLeave(facts: ProposalFacts, booking: Reservation): boolean {
  const free = booking.status === 'active' && booking.checkinDate === null && booking.roomMoveLock === 0;
  const alone = booking.baseBookingId === 0 && booking.groupEndDate === null && !booking.isErased;
  const { known } = facts;
  return (
    free && alone && nightsOfBooking(booking).every((night) => night >= known.start && night < known.end)
  );
}

/** Tells whether a booking may be moved there: right for every wish that its present room is right for. */
export function mayMoveTo(facts: ProposalFacts, booking: Reservation, roomNumber: string): boolean {
  const nights = nightsOfBooking(booking);
  const present = nights.map((night) => monthFor(facts, booking.roomNumber, night));
  if (roomNumber === booking.roomNumber || present.includes(undefined)) return false;
  const { mensCount, womensCount, corporateId } = booking;
  const corporate = corporateId === 0 ? null : (facts.corporates.get(corporateId) ?? { corporateFlag: 0 });
  const wishes = (['禁煙', '喫煙'] as const).map((smokingStatus) => ({
    mensCount,
    womensCount,
    corporate,
    smokingStatus,
  }));
  const fitting = wishes.filter((wish) => present.every((month) => mayTake(month, wish)));
  const held =
    fitting.length > 0 ? fitting : wishes.filter((wish) => wish.smokingStatus === present[0]?.smokingStatus);
  return held.every((wish) => mayStay(facts, roomNumber, nights, wish));
}

/** Tells whether some room has two of these at once. */
export function collides(stays: readonly { roomNumber: string; nights: readonly Day[] }[]): boolean {
  const taken = stays.flatMap(({ roomNumber, nights }) => nights.map((night) => `${roomNumber} ${night}`));
  return new Set(taken).size < taken.length;
}

/** The nights as bits, for trying much. */
function bitsOf(nights: readonly Day[], facts: ProposalFacts): number {
  const days = nightsOf({ start: addDays(facts.known.start, -8), end: addDays(facts.known.end, 8) });
  return nights.reduce((bits, night) => bits | (1 << days.indexOf(night)), 0);
}

/** The fewest moves that free a room, by trying every way to give up to `most` bookings another one; null for none. */
export function fewestMoves(request: RoomSearchRequest, facts: ProposalFacts, most: number): number | null {
  const rooms = [...facts.rooms.byNumber.keys()];
  const nights = nightsOf(request.stay);
  const wanted = bitsOf(nights, facts);
  const suiting = rooms.filter((room) => mayStay(facts, room, nights, request));
  const stays = facts.bookings.map((booking) => ({
    bits: bitsOf(nightsOfBooking(booking), facts),
    home: booking.roomNumber,
    others: rooms.filter((room) => mayLeave(facts, booking) && mayMoveTo(facts, booking, room)),
  }));
  const taken = new Map(rooms.map((room) => [room, 0]));
  const nightsTaken = (room: string): number => taken.get(room) ?? 0;
  const canPlace = (index: number, moves: number): boolean => {
    const stay = stays[index];
    if (!stay) return suiting.some((room) => (nightsTaken(room) & wanted) === 0);
    const choices = moves > 0 ? [stay.home, ...stay.others] : [stay.home];
    return choices.some((room) => {
      const before = nightsTaken(room);
      if ((before & stay.bits) !== 0) return false;
      taken.set(room, before | stay.bits);
      const works = canPlace(index + 1, room === stay.home ? moves : moves - 1);
      taken.set(room, before);
      return works;
    });
  };
  for (let moves = 0; moves <= most; moves++) if (canPlace(0, moves)) return moves;
  return null;
}

/** Tells whether two rooms, one after the other, could have the party, by trying everything. */
export function canSplit(request: RoomSearchRequest, facts: ProposalFacts): boolean {
  const nights = nightsOf(request.stay);
  const free = (roomNumber: string, some: readonly Day[]): boolean =>
    mayStay(facts, roomNumber, some, request) &&
    facts.bookings.every(
      (booking) =>
        booking.roomNumber !== roomNumber || !nightsOfBooking(booking).some((night) => some.includes(night)),
    );
  const rooms = [...facts.rooms.byNumber.keys()];
  return nights.some(
    (_, change) =>
      change > 0 &&
      rooms.some((room) => free(room, nights.slice(0, change))) &&
      rooms.some((room) => free(room, nights.slice(change))),
  );
}
