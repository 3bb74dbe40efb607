import { monthText } from '@domain/calendar/stay-text.js';
import { monthOf, monthsOfStay, type Stay } from '@domain/dates.js';
import { isBookableFor, type Room, roomMonthOf } from '@domain/room/room-directory.js';
import { BOOKABLE, type RoomMonth } from '@domain/room/room-month.js';
import { isLoaded } from '../../booking/room-options.js';
import type { CalendarSnapshot } from '../../shared/calendar-data/calendar-snapshot.js';
import type { Place } from './place.js';

/** Why a room can't be sold for a stay, as far as that is known here; empty when it can. */
export function closedMonths(snapshot: CalendarSnapshot, { roomNumber, stay }: Place): string[] {
  const room = snapshot.rooms.byNumber.get(roomNumber);
  if (!isLoaded(snapshot, stay) || (room && isBookableFor(room, stay))) return [];
  const months = monthsOfStay(stay).filter((month) => room?.months.get(month)?.reservableStatus !== BOOKABLE);
  return [`${roomNumber}号室は${months.map(monthText).join('・')}は予約不可です。`];
}

/** The room-month by which a booking is moved to a place; null when the room is unknown. */
export function roomIdAt(snapshot: CalendarSnapshot, { roomNumber, stay }: Place): number | null {
  const room = snapshot.rooms.byNumber.get(roomNumber);
  const month = room && (roomMonthOf(room, stay.start) ?? room.months.values().next().value);
  return month?.id ?? null;
}

const NO_PRIORITY = '優先なし';
const traitsOf = ({ smokingStatus, roomType, priority, corporate }: RoomMonth) => [
  smokingStatus,
  roomType,
  priority === '' ? NO_PRIORITY : `${priority}優先`,
  corporate === 1 ? '法人' : '一般',
];

/** How the room of a place is another kind of room, as `禁煙 → 喫煙`; empty when it is the same. */
export function roomDifferences(
  before: Room | undefined,
  after: Room | undefined,
  { start }: Stay,
): string[] {
  const [was, is] = [before?.months.get(monthOf(start)), after?.months.get(monthOf(start))];
  if (!was || !is) return [];
  const now = traitsOf(is);
  return traitsOf(was).flatMap((trait, at) => (trait === now[at] ? [] : [`${trait} → ${now[at]}`]));
}
