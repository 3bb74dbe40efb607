import { type Day, type Month, monthOf, monthsOfStay, overlaps, type Stay } from '../dates.js';
import { groupBy } from '../group-by.js';
import type { RoomClosure } from './room-closure.js';
import { BOOKABLE, type RoomMonth } from './room-month.js';

/** One room with its months (spec 3: rooms are grouped by number, months keyed by year-month), and when it is 売り止め. */
export type Room = {
  roomNumber: string;
  months: ReadonlyMap<Month, RoomMonth>;
  closures: readonly RoomClosure[];
};

/** Every room-month, found by id or by room number and month, and every 売り止め that was not taken back. */
export type RoomDirectory = {
  byId: ReadonlyMap<number, RoomMonth>;
  byNumber: ReadonlyMap<string, Room>;
  closures: readonly RoomClosure[];
};

const NO_CLOSURES: readonly RoomClosure[] = [];

/** Groups room-months by room number, each room with its closures. */
export function roomDirectory(
  roomMonths: Iterable<RoomMonth>,
  recorded: readonly RoomClosure[] = NO_CLOSURES,
): RoomDirectory {
  const closures = recorded.filter(({ isEnded }) => !isEnded);
  const closuresOf = groupBy(closures, ({ roomNumber }) => roomNumber);
  const byId = new Map<number, RoomMonth>();
  const byNumber = new Map<string, Room & { months: Map<Month, RoomMonth> }>();
  for (const roomMonth of roomMonths) {
    byId.set(roomMonth.id, roomMonth);
    const room = byNumber.get(roomMonth.roomNumber) ?? {
      roomNumber: roomMonth.roomNumber,
      months: new Map(),
      closures: closuresOf.get(roomMonth.roomNumber) ?? NO_CLOSURES,
    };
    room.months.set(roomMonth.month, roomMonth);
    byNumber.set(roomMonth.roomNumber, room);
  }
  return { byId, byNumber, closures };
}

/** The directory as it is for who a 仮予約 holds a room for: without that one. */
export function withoutClosure(rooms: RoomDirectory, id: number): RoomDirectory {
  const others = rooms.closures.filter((closure) => closure.id !== id);
  return others.length === rooms.closures.length ? rooms : roomDirectory(rooms.byId.values(), others);
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

/** The first 売り止め of a room with a night of the stay, `except` apart; undefined for none. */
export function closureOver(room: Room, stay: Stay, except: number | null = null): RoomClosure | undefined {
  return room.closures.find((closure) => closure.id !== except && overlaps(closure, stay));
}

/** Returns whether every month of the stay exists and is 予約可能 (spec 5, contract 2), and no night 売り止め. */
export function isBookableFor(room: Room, stay: Stay): boolean {
  return isOpenFor(room, stay) && closureOver(room, stay) === undefined;
}

/** Returns whether every month of the stay exists and is 予約可能, 売り止め or not. */
export function isOpenFor(room: Room, stay: Stay): boolean {
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
