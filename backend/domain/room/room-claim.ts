import { overlaps, type Stay } from '../dates.js';
import { groupBy } from '../group-by.js';
import { type Reservation, stayOf } from '../reservation/reservation.js';
import { allowedActions } from '../reservation/stay-actions.js';
import type { Room, RoomDirectory } from './room-directory.js';
import { roomMonthsOfStay } from './room-directory.js';
import { SMOKING_STATUSES } from './room-month.js';
import { type RoomSearchRequest, roomSuits } from './room-search.js';

/** What proposals for a full hotel look at. */
export type ProposalFacts = {
  rooms: RoomDirectory;
  corporates: ReadonlyMap<number, { corporateFlag: 0 | 1 }>;
  /** Every active booking that has a night within the days that are known, but the one that a room is sought for. */
  bookings: readonly Reservation[];
  /** Only what lies wholly within is ever moved: of other nights it is not known who has them. */
  known: Stay;
};

/** Somebody who has a room, or seeks one (`home` null), and the rooms that would suit. */
export type RoomClaim = {
  id: number;
  home: string | null;
  stay: Stay;
  movable: boolean;
  suits: (room: Room) => boolean;
};

/** Whether staff could give a booking another room without asking: nobody has arrived, nothing binds it. */
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
 * A test for rooms that suit a booking. Whether its guests smoke is not stored but shows in the room that they have:
 * another must suit them for every wish that theirs fits; theirs may fit none, then it is that room's own status.
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
  const held =
    fitting.length > 0 ? fitting : tests.filter((one) => one.smokingStatus === first.smokingStatus);
  return (room) => held.every(({ test }) => test(room));
}

/** The claims of the bookings by room number; a booking's `suits` is only found once it is asked for. */
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

/** The claim of a party that seeks a room. */
export function claimOf(request: RoomSearchRequest): RoomClaim {
  return { id: 0, home: null, stay: request.stay, movable: false, suits: roomSuits(request) };
}

/** Those of a room that stand in the way of a stay. */
export function inTheWay(claims: readonly RoomClaim[] = [], stay: Stay): RoomClaim[] {
  return claims.filter((claim) => overlaps(claim.stay, stay));
}

/** How much a guest would notice of another room: its type above all, then its floor. */
export function unlikeness(a: Room | undefined, b: Room | undefined): number {
  const [one] = a?.months.values() ?? [];
  const [other] = b?.months.values() ?? [];
  if (!one || !other) return 0;
  const floor = (roomNumber: string): string => roomNumber.slice(0, -2);
  const otherType = one.roomType === other.roomType && one.roomLabel === other.roomLabel ? 0 : 2;
  return otherType + (floor(one.roomNumber) === floor(other.roomNumber) ? 0 : 1);
}
