import { compareRoomNumbers, floorOf, GRID_ROOM_NUMBERS, ROOM_916 } from '@domain/room/room-order.js';
import { describe, expect, it } from '@jest/globals';

describe('display order of rooms (spec 9)', () => {
  it('runs over floors 10 down to 2 and positions 01 to 16 without 04, 09 and 14', () => {
    expect(GRID_ROOM_NUMBERS).toHaveLength(117);
    expect(GRID_ROOM_NUMBERS.slice(0, 14)).toEqual(
      '1001 1002 1003 1005 1006 1007 1008 1010 1011 1012 1013 1015 1016 901'.split(' '),
    );
    expect(GRID_ROOM_NUMBERS.at(-1)).toBe('216');
    expect(GRID_ROOM_NUMBERS).toContain(ROOM_916);
    expect(GRID_ROOM_NUMBERS.filter((roomNumber) => /(04|09|14)$/.test(roomNumber))).toEqual([]);
  });

  it('sorts any shuffle of the rooms back into the order', () => {
    const shuffled = [...GRID_ROOM_NUMBERS].sort();
    expect(shuffled).not.toEqual(GRID_ROOM_NUMBERS);
    expect(shuffled.sort(compareRoomNumbers)).toEqual(GRID_ROOM_NUMBERS);
  });

  it('shows rooms outside the grid after it, higher floors first, and those without a floor last', () => {
    const rooms = ['別館', '104', '1004', '216', '1101', '1102', '1001', '離れ', '101'];
    expect(rooms.sort(compareRoomNumbers)).toEqual([
      '1001',
      '216',
      '1101',
      '1102',
      '1004',
      '101',
      '104',
      '別館',
      '離れ',
    ]);
  });

  it.each([
    ['1001', '1002'],
    ['1016', '901'],
    ['201', '1101'],
    ['1101', '1102'],
    ['104', '別館'],
    ['別館', '離れ'],
  ])('has %s before %s, either way they are compared', (earlier, later) => {
    expect(compareRoomNumbers(earlier, later)).toBeLessThan(0);
    expect(compareRoomNumbers(later, earlier)).toBeGreaterThan(0);
  });

  it('finds a room equal to itself', () => {
    expect(compareRoomNumbers('1001', '1001')).toBe(0);
    expect(compareRoomNumbers('別館', '別館')).toBe(0);
  });
});

describe('floor of a room number', () => {
  it.each([
    ['1001', 10],
    ['916', 9],
    ['201', 2],
    ['1104', 11],
    ['16', null],
    ['別館', null],
    ['10012', null],
    ['９１６', null],
  ])('of %s is %s', (roomNumber, floor) => {
    expect(floorOf(roomNumber)).toBe(floor);
  });
});
