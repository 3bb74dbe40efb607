import { type Day, type Month, monthOf, monthsOfStay, type Stay } from '../dates.js';
import { BOOKABLE, type RoomMonth } from './room-month.js';

/** One room with its months (spec 3: rooms are grouped by number, months keyed by year-month). */
export type Room = { roomNumber: string; months: ReadonlyMap<Month, RoomMonth> };

/** Every room-month, found by id or by room number and month. */
export type RoomDirectory = {
  byId: ReadonlyMap<number, RoomMonth>;
  byNumber: ReadonlyMap<string, Room>;
};

/** Groups room-months by room number. */
export function roomDirectory(roomMonths: Iterable<RoomMonth>): RoomDirectory {
  const byId = new Map<number, RoomMonth>();
  const byNumber = new Map<string, { roomNumber: string; months: Map<Month, RoomMonth> }>();
  for (const roomMonth of roomMonths) {
    byId.set(roomMonth.id, roomMonth);
    const room = byNumber.get(roomMonth.roomNumber) ?? {
      roomNumber: roomMonth.roomNumber,
      months: new Map(),
    };
    room.months.set(roomMonth.month, roomMonth);
    byNumber.set(roomMonth.roomNumber, room);
  }
  return { byId, byNumber };
}

/** The room-month of a night, undefined when the room has none that month. */
export function roomMonthOf(room: Room, night: Day): RoomMonth | undefined {
  return room.months.get(monthOf(night));
}

/** The room-months of a stay's nights, one a month; null when one is missing (contract 2). */
export function roomMonthsOfStay(room: Room, stay: Stay): RoomMonth[] | null {
  const months = monthsOfStay(stay).map((month) => room.months.get(month));
  return months.every((month) => month !== undefined) ? months : null;
}

/** Returns whether every month of the stay exists and is 予約可能 (spec 5, contract 2). */
export function isBookableFor(room: Room, stay: Stay): boolean {
  const months = roomMonthsOfStay(room, stay);
  return months?.every((month) => month.reservableStatus === BOOKABLE) ?? false;
}

const KIND = ['roomType', 'priority', 'smokingStatus', 'corporate'] as const;

/** Tells whether two rooms are alike in type, priority, smoking and corporate on every night of a stay. */
export function isSameKind(room: Room, other: Room, stay: Stay): boolean {
  const months = roomMonthsOfStay(room, stay);
  const others = roomMonthsOfStay(other, stay);
  if (!months || !others) return false;
  return months.every((month, index) => KIND.every((field) => month[field] === others[index]?.[field]));
}
