import { overlaps, type Stay } from '../dates.js';
import { groupBy } from '../group-by.js';
import { type Reservation, stayOf } from '../reservation/reservation.js';
import { allowedActions } from '../reservation/stay-actions.js';
import { type Room, type RoomDirectory, roomMonthsOfStay } from './room-directory.js';
import { SMOKING_STATUSES } from './room-month.js';
import { type RoomSearchRequest, roomSuits } from './room-search.js';

/** Facts for the proposals of a full hotel. */
export type ProposalFacts = {
  rooms: RoomDirectory;
  corporates: ReadonlyMap<number, { corporateFlag: 0 | 1 }>;
  /** Every active booking with a night within the known days, except the one that needs a room. */
  bookings: readonly Reservation[];
  /** Only bookings wholly within these days are moved: occupancy of other nights is not loaded. */
  known: Stay;
};

/** A party that has a room, or needs one (`home` null), and the rooms that suit it. */
export type RoomClaim = {
  id: number;
  home: string | null;
  stay: Stay;
  movable: boolean;
  suits: (room: Room) => boolean;
};

/** Returns whether a booking may be moved to another room: not checked in, locked, grouped or erased. */
function isMovable(booking: Reservation, known: Stay): boolean {
  const { checkinDate, groupEndDate, baseBookingId, isErased, stayStart, stayEnd } = booking;
  return (
    allowedActions(booking).moveRoom &&
    checkinDate === null &&
    baseBookingId === 0 &&
    groupEndDate === null &&
    isErased !== true &&
    stayStart >= known.start &&
    stayEnd <= known.end
  );
}

/**
 * A test for rooms that suit a booking. Its smoking status is not stored but derived from its current room: another room
 * must suit every status that the current one suits, or the current room's own status if it suits none.
 */
function suitsBooking(booking: Reservation, { rooms, corporates }: ProposalFacts): (room: Room) => boolean {
  const home = rooms.byNumber.get(booking.roomNumber);
  const [first] = (home && roomMonthsOfStay(home, stayOf(booking))) ?? [];
  if (!home || !first) return () => false;
  const tests = SMOKING_STATUSES.map((smokingStatus) => {
    const { mensCount, womensCount, corporateId } = booking;
    const corporate = corporateId === 0 ? null : (corporates.get(corporateId) ?? { corporateFlag: 0 });
    const test = roomSuits({ stay: stayOf(booking), mensCount, womensCount, smokingStatus, corporate });
    return { smokingStatus, test };
  });
  const fitting = tests.filter(({ test }) => test(home));
  const required =
    fitting.length > 0 ? fitting : tests.filter((one) => one.smokingStatus === first.smokingStatus);
  return (room) => required.every(({ test }) => test(room));
}

/** The claims of the bookings by room number; `suits` is computed lazily. */
export function claimsByRoom(facts: ProposalFacts): ReadonlyMap<string, readonly RoomClaim[]> {
  const claims = facts.bookings.map((booking): RoomClaim => {
    let suits: RoomClaim['suits'] | null = null;
    return {
      id: booking.id,
      home: booking.roomNumber,
      stay: stayOf(booking),
      movable: isMovable(booking, facts.known),
      suits: (room) => {
        suits ??= suitsBooking(booking, facts);
        return suits(room);
      },
    };
  });
  return groupBy(claims, ({ home }) => home ?? '');
}

/** The claim of a party that needs a room. */
export function claimOf(request: RoomSearchRequest): RoomClaim {
  return { id: 0, home: null, stay: request.stay, movable: false, suits: roomSuits(request) };
}

/** The claims of a room that overlap a stay. */
export function overlapping(claims: readonly RoomClaim[] = [], stay: Stay): RoomClaim[] {
  return claims.filter((claim) => overlaps(claim.stay, stay));
}

/** The floor or the wing that a number tells of: `2` of 203, `A-` of A-01. */
function wingOf(roomNumber: string): string {
  return /^\d+$/.test(roomNumber) ? roomNumber.slice(0, -2) : roomNumber.replace(/\d+$/, '');
}

/** Difference between two rooms: 2 for another type, 1 for another floor. */
export function unlikeness(a: Room | undefined, b: Room | undefined): number {
  const [one] = a?.months.values() ?? [];
  const [other] = b?.months.values() ?? [];
  if (!one || !other) return 0;
  const otherType = one.roomType === other.roomType && one.roomLabel === other.roomLabel ? 0 : 2;
  return otherType + (wingOf(one.roomNumber) === wingOf(other.roomNumber) ? 0 : 1);
}
