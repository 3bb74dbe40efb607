import type { PlannedRoom } from '@domain/room/room-month.js';
import { displayOrder } from '@domain/room/room-order.js';
import { plannedRoom, readRoomText } from '@domain/room/room-text.js';
import type { ManagedRoomMonth } from '@wire/room-months.js';

/** What is painted over rooms: traits, or that a room is left out. */
export type Paint = Partial<Omit<PlannedRoom, 'roomNumber'>> | 'leave-out';

/** What was entered so far: rooms that there are, a text that names others, and what was painted over both. */
export type PlanDraft = {
  known: readonly PlannedRoom[];
  text: string;
  painted: ReadonlyMap<string, Partial<PlannedRoom>>;
  leftOut: ReadonlySet<string>;
};

export const EMPTY_DRAFT: PlanDraft = { known: [], text: '', painted: new Map(), leftOut: new Set() };

/** A room-month as a room that is planned. */
export function knownRoom(room: ManagedRoomMonth): PlannedRoom {
  return {
    roomNumber: room.room_number,
    roomType: room.room_type,
    roomLabel: room.room_label,
    priority: room.priority,
    smokingStatus: room.smoking_status,
    reservableStatus: room.reservable_status,
    corporate: room.corporate,
  };
}

/** The planned rooms in display order, and what is wrong with the text. */
export function roomsOf({ known, text, painted, leftOut }: PlanDraft) {
  const read = text.trim() === '' ? { rooms: [], faults: [], ignored: [] } : readRoomText(text);
  const rooms = new Map(known.map((room) => [room.roomNumber, room]));
  for (const room of read.rooms) rooms.set(room.roomNumber, room);
  for (const number of leftOut) rooms.delete(number);
  const order = displayOrder(rooms);
  return {
    ...read,
    rooms: [...rooms.values()]
      .map((room) => ({ ...room, ...painted.get(room.roomNumber) }))
      .sort((a, b) => order(a.roomNumber, b.roomNumber)),
  };
}

/** The draft after rooms were painted over; rooms that there are already can't be left out. */
export function paintRooms(draft: PlanDraft, numbers: readonly string[], paint: Paint): PlanDraft {
  if (paint === 'leave-out') {
    const known = new Set(draft.known.map(({ roomNumber }) => roomNumber));
    return { ...draft, leftOut: new Set([...draft.leftOut, ...numbers.filter((one) => !known.has(one))]) };
  }
  const painted = new Map(draft.painted);
  for (const roomNumber of numbers) {
    const before = painted.get(roomNumber) ?? {};
    // A storeroom is never booked; what was one is booked again.
    const { reservableStatus } = plannedRoom({ roomNumber, ...paint });
    painted.set(roomNumber, { ...before, ...paint, ...(paint.roomType && { reservableStatus }) });
  }
  return { ...draft, painted };
}

/** The floors of the plan from the top, each with its rooms by their last two digits. */
export function floorsOf(rooms: readonly PlannedRoom[]) {
  const floors = new Map<string, Map<string, PlannedRoom>>();
  for (const room of rooms) {
    const floor = room.roomNumber.slice(0, -2);
    const there = floors.get(floor) ?? new Map<string, PlannedRoom>();
    floors.set(floor, there.set(room.roomNumber.slice(-2), room));
  }
  const places = [...new Set([...floors.values()].flatMap((floor) => [...floor.keys()]))];
  return { floors: [...floors].map(([floor, there]) => ({ floor, rooms: there })), places: places.sort() };
}
