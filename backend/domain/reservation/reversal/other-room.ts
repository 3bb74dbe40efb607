import { overlaps, type Stay } from '../../dates.js';
import { isBookableFor, type Room, roomMonthsOfStay } from '../../room/room-directory.js';
import { compareRoomNumbers } from '../../room/room-order.js';
import { type Reservation, stayOf } from '../reservation.js';
import type { ReversalFacts } from './reversal-facts.js';

const KIND = ['roomType', 'priority', 'smokingStatus', 'corporate'] as const;

function isSameKind(room: Room, other: Room, stay: Stay): boolean {
  const months = roomMonthsOfStay(room, stay);
  const others = roomMonthsOfStay(other, stay);
  if (!months || !others) return false;
  return months.every((month, index) => KIND.every((field) => month[field] === others[index]?.[field]));
}

/**
 * Another room of the kind of `booking`'s that is free for its stay, the first in display order; null when there is
 * none, or when the room where it is now is of that kind as well, so that nothing would be won.
 */
export function otherRoom(
  booking: Reservation,
  current: Reservation,
  others: readonly Reservation[],
  facts: ReversalFacts,
): string | null {
  const stay = stayOf(booking);
  const { byNumber } = facts.rooms;
  const room = byNumber.get(booking.roomNumber);
  const present = byNumber.get(current.roomNumber);
  if (!room) return null;
  if (current.status === 'active' && present && isSameKind(room, present, stay)) return null;
  const isFree = (number: string): boolean =>
    !facts.isTaken(number, stay) &&
    !others.some(
      (other) =>
        other.id !== booking.id &&
        other.status === 'active' &&
        other.roomNumber === number &&
        overlaps(stayOf(other), stay),
    );
  const found = [...byNumber.values()].filter(
    (other) =>
      other !== room &&
      isSameKind(room, other, stay) &&
      isBookableFor(other, stay) &&
      isFree(other.roomNumber),
  );
  return found.map(({ roomNumber }) => roomNumber).sort(compareRoomNumbers)[0] ?? null;
}
