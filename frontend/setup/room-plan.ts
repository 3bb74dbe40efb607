import type { PlannedRoom } from '@domain/room/room-month.js';
import { firstSpelling } from '@domain/room/room-number.js';
import { displayOrder } from '@domain/room/room-order.js';
import { plannedRoom, readRoomText } from '@domain/room/room-text.js';
import type { ManagedRoomMonth } from '@wire/room-months.js';

/** A brush stroke over rooms: traits, or that a room is left out. */
export type Paint = Partial<Omit<PlannedRoom, 'roomNumber'>> | 'leave-out';

/** Plan as entered so far: rooms that there are, a text that names others, and the traits painted over both. */
export type PlanDraft = {
  known: readonly PlannedRoom[];
  text: string;
  painted: ReadonlyMap<string, Partial<PlannedRoom>>;
  leftOut: ReadonlySet<string>;
};

/** The entered plan as it is stored: a map as its entries. */
export type StoredPlan = {
  text: string;
  painted: [string, Partial<PlannedRoom>][];
  leftOut: string[];
};

export const EMPTY_PLAN: StoredPlan = { text: '', painted: [], leftOut: [] };

/** The stored plan over the rooms that there are. */
export function planDraft({ text, painted, leftOut }: StoredPlan, known: PlanDraft['known']): PlanDraft {
  return { known, text, painted: new Map(painted), leftOut: new Set(leftOut) };
}

/** A plan to be stored; an empty one where nothing is left that could be painted. */
export function storedPlan({ known, text, painted, leftOut }: PlanDraft): StoredPlan {
  if (text === '' && known.length === 0) return EMPTY_PLAN;
  return { text, painted: [...painted], leftOut: [...leftOut] };
}

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
  const spelled = firstSpelling(rooms.keys());
  for (const room of read.rooms) {
    const roomNumber = spelled(room.roomNumber);
    rooms.set(roomNumber, { ...room, roomNumber });
  }
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

/** A row of the plan: the rooms of a floor by their places, or rooms without a floor side by side; null for a gap. */
export type PlanRow = { floor: string | null; cells: readonly (PlannedRoom | null)[] };

const FLOOR_AND_PLACE = /^(\d+)(\d\d)$/;
/** Fewest rooms without a floor in a row that is not the last. */
const BESIDE = 8;

/**
 * The rooms as they lie in the house: the floors from the top, each with its rooms by their last two digits, which are
 * `places`; then the rooms without a floor in their order.
 */
export function floorPlan(rooms: readonly PlannedRoom[]): { places: readonly string[]; rows: PlanRow[] } {
  const floors = new Map<string, Map<string, PlannedRoom>>();
  const others: PlannedRoom[] = [];
  for (const room of rooms) {
    const [, floor, place] = FLOOR_AND_PLACE.exec(room.roomNumber) ?? [];
    if (floor === undefined || place === undefined) others.push(room);
    else floors.set(floor, (floors.get(floor) ?? new Map()).set(place, room));
  }
  const places = [...new Set([...floors.values()].flatMap((there) => [...there.keys()]))].sort();
  const rows: PlanRow[] = [...floors].map(([floor, there]) => ({
    floor,
    cells: places.map((place) => there.get(place) ?? null),
  }));
  const width = Math.max(places.length, BESIDE);
  for (let at = 0; at < others.length; at += width) {
    rows.push({ floor: null, cells: others.slice(at, at + width) });
  }
  return { places, rows };
}
