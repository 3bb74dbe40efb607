import type { Room, RoomDirectory } from './room-directory.js';

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

/** The floor of a room number, which determines its colour (spec 9); null for other numbers. */
export function floorOf(roomNumber: string): number | null {
  return FLOOR_AND_POSITION.test(roomNumber) ? Number(roomNumber.slice(0, -POSITION_DIGITS)) : null;
}

/** Orders room numbers as floors and positions do: higher floors first, then by position; numbers without a floor last. */
export function compareRoomNumbers(a: string, b: string): number {
  const floors = (floorOf(b) ?? -1) - (floorOf(a) ?? -1);
  return floors || Number(a) - Number(b) || (a < b ? -1 : a > b ? 1 : 0);
}

function compareInGridHotel(a: string, b: string): number {
  const indexA = DISPLAY_INDEX.get(a);
  const indexB = DISPLAY_INDEX.get(b);
  if (indexA !== undefined && indexB !== undefined) return indexA - indexB;
  if (indexA !== undefined) return -1;
  if (indexB !== undefined) return 1;
  return compareRoomNumbers(a, b);
}

/**
 * The display order of a hotel with these rooms. Where all rooms of spec 9 are, these come first and any other after them
 * (contract 3); any other hotel's numbers are ordered as floors and positions are.
 */
export function displayOrder(rooms: { has(roomNumber: string): boolean }): (a: string, b: string) => number {
  return GRID_ROOM_NUMBERS.every((number) => rooms.has(number)) ? compareInGridHotel : compareRoomNumbers;
}

/** The rooms of a hotel in their display order. */
export function inDisplayOrder({ byNumber }: Pick<RoomDirectory, 'byNumber'>): Room[] {
  const order = displayOrder(byNumber);
  return [...byNumber.values()].sort((a, b) => order(a.roomNumber, b.roomNumber));
}
