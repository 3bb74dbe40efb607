import type { Month } from '../dates.js';
import type { Room, RoomDirectory } from './room-directory.js';
import type { RoomMonth } from './room-month.js';

const TOP_FLOOR = 10;
const BOTTOM_FLOOR = 2;
const LAST_POSITION = 16;
const FLOOR_AND_POSITION = /^\d{3,4}$/;
const POSITION_DIGITS = 2;
const OMITTED_POSITIONS = [4, 9, 14];

/** The special room of spec 5 and 9: offered to a man and a woman or two women, never to two men. */
export const ROOM_916 = '916';

/** The hotel's 117 room numbers in display order (spec 9): floors from the top, positions ascending. */
export const GRID_ROOM_NUMBERS: readonly string[] = gridRoomNumbers();

const DISPLAY_INDEX = new Map(GRID_ROOM_NUMBERS.map((roomNumber, index) => [roomNumber, index]));

function gridRoomNumbers(): string[] {
  const numbers: string[] = [];
  for (let floor = TOP_FLOOR; floor >= BOTTOM_FLOOR; floor--) {
    for (let position = 1; position <= LAST_POSITION; position++) {
      if (!OMITTED_POSITIONS.includes(position)) numbers.push(`${floor}${String(position).padStart(2, '0')}`);
    }
  }
  return numbers;
}

/** The floor of a room number; null for other numbers. */
export function floorOf(roomNumber: string): number | null {
  return FLOOR_AND_POSITION.test(roomNumber) ? Number(roomNumber.slice(0, -POSITION_DIGITS)) : null;
}

const COLOURS = 10;

/**
 * Returns the colour of each room, 1 to 10, for the rooms of a hotel in display order: by the floor's last digit (spec 9; 0
 * is 10), and by turn for rooms without a floor.
 */
export function roomColours(roomNumbers: Iterable<string>): ReadonlyMap<string, number> {
  const colours = new Map<string, number>();
  let turn = 0;
  for (const roomNumber of roomNumbers) {
    const floor = floorOf(roomNumber);
    colours.set(roomNumber, (floor ?? ++turn) % COLOURS || COLOURS);
  }
  return colours;
}

/** Compares numbers of which one may be missing; what is missing comes last. */
function compareKnown(a: number | null, b: number | null): number {
  return a === b ? 0 : a === null ? 1 : b === null ? -1 : a - b;
}

const figure = (roomNumber: string): number | null => (/^\d+$/.test(roomNumber) ? Number(roomNumber) : null);

/** Higher floors first, then by position; then numbers without a floor, then texts, which are all equal. */
function compareFigures(a: string, b: string): number {
  const [floorA, floorB] = [floorOf(a), floorOf(b)];
  if (floorA !== floorB) return floorA === null ? 1 : floorB === null ? -1 : floorB - floorA;
  return compareKnown(figure(a), figure(b));
}

const JAPANESE = new Intl.Collator('ja', { numeric: true });

/** Orders room numbers of which nothing but the text is known: as floors and positions do, then texts by the alphabet. */
export function compareRoomNumbers(a: string, b: string): number {
  return compareFigures(a, b) || JAPANESE.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);
}

/** A room that there is or that is planned; the latter has no months yet. */
export type OrderedRoom = { roomNumber: string; months?: ReadonlyMap<Month, RoomMonth> };
type Rank = { position: number | null; entered: number | null };

const UNRANKED: Rank = { position: null, entered: null };
const ranks = new WeakMap<ReadonlyMap<Month, RoomMonth>, Rank>();

/** The position that a room was given, as its newest month has it, and when it was entered: its smallest id. */
function rankOf(room: OrderedRoom | undefined): Rank {
  const { months } = room ?? {};
  if (!months || months.size === 0) return UNRANKED;
  const known = ranks.get(months);
  if (known) return known;
  const all = [...months.values()];
  const newest = all.reduce((a, b) => (b.month > a.month ? b : a));
  const rank = { position: newest.position, entered: Math.min(...all.map(({ id }) => id)) };
  ranks.set(months, rank);
  return rank;
}

/** The position that staff gave a room, as its newest month has it; null for none. */
export const positionOf = (room: OrderedRoom | undefined): number | null => rankOf(room).position;

/** Returns the rooms whose place is the specification's, where all of them are; none in another hotel. */
function fixedPlaces(rooms: { has(roomNumber: string): boolean }): ReadonlyMap<string, number> {
  return GRID_ROOM_NUMBERS.every((number) => rooms.has(number)) ? DISPLAY_INDEX : new Map();
}

/** Returns whether a room of this hotel can be given another place: all can but those of spec 9 where all of them are. */
export function isArrangeable(rooms: { has(roomNumber: string): boolean }, roomNumber: string): boolean {
  return !fixedPlaces(rooms).has(roomNumber);
}

/**
 * Returns the display order of a hotel with these rooms. Where all rooms of spec 9 are, these come first (contract 3); then rooms by
 * the position that staff gave them, then by floor and position, then other numbers, then texts as they were entered.
 * Planned texts are equal, so that a sort leaves them as they are typed; rooms that the hotel doesn't have go by their texts.
 */
export function displayOrder(rooms: ReadonlyMap<string, OrderedRoom>): (a: string, b: string) => number {
  const places = fixedPlaces(rooms);
  return (a, b) => {
    const [roomA, roomB] = [rooms.get(a), rooms.get(b)];
    if (!roomA || !roomB)
      return compareKnown(places.get(a) ?? null, places.get(b) ?? null) || compareRoomNumbers(a, b);
    const [rankA, rankB] = [rankOf(roomA), rankOf(roomB)];
    return (
      compareKnown(places.get(a) ?? null, places.get(b) ?? null) ||
      compareKnown(rankA.position, rankB.position) ||
      compareFigures(a, b) ||
      compareKnown(rankA.entered, rankB.entered)
    );
  };
}

/** The rooms of a hotel in their display order. */
export function inDisplayOrder({ byNumber }: Pick<RoomDirectory, 'byNumber'>): Room[] {
  const order = displayOrder(byNumber);
  return [...byNumber.values()].sort((a, b) => order(a.roomNumber, b.roomNumber));
}
