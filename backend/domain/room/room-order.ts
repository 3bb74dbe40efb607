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

function compareOutsideGrid(a: string, b: string): number {
  const floors = (floorOf(b) ?? -1) - (floorOf(a) ?? -1);
  if (floors !== 0) return floors;
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Orders room numbers for display: the grid of spec 9 first, then any other, higher floors first (contract 3). */
export function compareRoomNumbers(a: string, b: string): number {
  const indexA = DISPLAY_INDEX.get(a);
  const indexB = DISPLAY_INDEX.get(b);
  if (indexA !== undefined && indexB !== undefined) return indexA - indexB;
  if (indexA !== undefined) return -1;
  if (indexB !== undefined) return 1;
  return compareOutsideGrid(a, b);
}
