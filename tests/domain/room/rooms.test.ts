import { day, type Month } from '@domain/dates.js';
import {
  isBookableFor,
  type Room,
  roomDirectory,
  roomMonthOf,
  roomMonthsOfStay,
} from '@domain/room/room-directory.js';
import { CATEGORIES, categoryOf } from '@domain/room/room-month.js';
import {
  compareRoomNumbers,
  displayOrder,
  floorOf,
  GRID_ROOM_NUMBERS,
  ROOM_916,
} from '@domain/room/room-order.js';
import { describe, expect, it } from '@jest/globals';
import { aRoomMonth, aRoomOf, MONTHS, roomIdOf, stay } from '#tests/support/builders.js';

const SMOKING = { smokingStatus: '喫煙' } as const;
const CLOSED = { reservableStatus: '予約不可' } as const;
const FOR_WOMEN = { priority: '女性' } as const;

describe('category of a room-month (contract 3)', () => {
  it.each([
    [{}, 'normal_non_smoking'],
    [{ priority: '男性' }, 'normal_non_smoking'],
    [SMOKING, 'normal_smoking'],
    [FOR_WOMEN, 'women_non_smoking'],
    [{ ...FOR_WOMEN, ...SMOKING }, 'normal_smoking'],
    [{ roomType: 'ツイン' }, 'twin_non_smoking'],
    [{ roomType: 'ツイン', ...SMOKING }, 'twin_smoking'],
    [{ roomType: 'ツイン', ...FOR_WOMEN }, 'twin_non_smoking'],
    [{ corporate: 1 }, 'corporate_non_smoking'],
    [{ corporate: 1, ...SMOKING }, 'corporate_smoking'],
    [{ corporate: 1, roomType: 'ツイン' }, 'corporate_non_smoking'],
    [{ corporate: 1, ...FOR_WOMEN }, 'corporate_non_smoking'],
    [{ roomType: 'ダブル' }, 'normal_non_smoking'],
    [CLOSED, null],
    [{ ...CLOSED, corporate: 1 }, null],
    [{ roomType: '倉庫', ...CLOSED }, null],
    [{ roomType: '倉庫' }, null],
  ] as const)('of %j is %s', (details, category) => {
    expect(categoryOf(aRoomMonth(details))).toBe(category);
  });

  it('has the order of the count rows', () => {
    expect(CATEGORIES.join(' ')).toBe(
      'normal_non_smoking normal_smoking women_non_smoking twin_smoking twin_non_smoking ' +
        'corporate_smoking corporate_non_smoking',
    );
  });
});

const [october, november, december] = MONTHS as [Month, Month, Month];
const roomOf = (...roomMonths: Parameters<typeof aRoomMonth>[0][]): Room => {
  const months = roomMonths.map((details, index) => aRoomMonth({ id: index + 1, ...details }));
  return roomDirectory(months).byNumber.get('1001') as Room;
};

describe('room directory', () => {
  it('finds a room-month by id and its fellows by room number, as it was told last', () => {
    const changed = aRoomMonth({ id: roomIdOf('1001'), month: november, roomLabel: 'new' });
    const { byId, byNumber } = roomDirectory([...aRoomOf('1001'), ...aRoomOf('1002'), changed]);
    expect(byId.get(roomIdOf('1002', december))).toMatchObject({ roomNumber: '1002', month: december });
    expect([...(byNumber.get('1002')?.months.keys() ?? [])]).toEqual(MONTHS);
    expect([...byNumber.keys()]).toEqual(['1001', '1002']);
    expect(byId.get(changed.id)).toBe(changed);
    expect(byNumber.get('1001')?.months.get(november)).toBe(changed);
  });

  it('gives the room-month of a night, and one for each month of the nights', () => {
    const room = roomOf({ month: october }, { month: november }, { month: december });
    expect(roomMonthOf(room, day('2026-11-30'))?.month).toBe(november);
    expect(roomMonthOf(room, day('2026-12-01'))?.month).toBe(december);
    expect(roomMonthOf(room, day('2027-01-01'))).toBeUndefined();
    const months = roomMonthsOfStay(room, stay('2026-10-31', '2026-12-02'));
    expect(months?.map(({ month }) => month)).toEqual([october, november, december]);
  });

  it('needs each month of the nights, not that of the check-out alone, and finds it bookable if all are', () => {
    const [over, into] = [stay('2026-11-29', '2026-12-01'), stay('2026-11-29', '2026-12-02')];
    const ended = roomOf({ month: november });
    expect(roomMonthsOfStay(ended, over)).toHaveLength(1);
    expect(roomMonthsOfStay(ended, into)).toBeNull();
    for (const room of [ended, roomOf({ month: november }, { month: december, ...CLOSED })]) {
      expect(isBookableFor(room, over)).toBe(true);
      expect(isBookableFor(room, into)).toBe(false);
    }
  });
});

describe('display order of rooms (spec 9)', () => {
  it('runs over floors 10 down to 2 and positions 01 to 16 without 04, 09 and 14', () => {
    const firstFloor = '1001 1002 1003 1005 1006 1007 1008 1010 1011 1012 1013 1015 1016';
    expect(GRID_ROOM_NUMBERS).toHaveLength(117);
    expect(GRID_ROOM_NUMBERS.slice(0, 14)).toEqual([...firstFloor.split(' '), '901']);
    expect(GRID_ROOM_NUMBERS.at(-1)).toBe('216');
    expect(GRID_ROOM_NUMBERS).toContain(ROOM_916);
    expect(GRID_ROOM_NUMBERS.filter((roomNumber) => /(04|09|14)$/.test(roomNumber))).toEqual([]);
  });

  it('sorts any shuffle of the rooms back into the order', () => {
    const shuffled = [...GRID_ROOM_NUMBERS].sort();
    expect(shuffled).not.toEqual(GRID_ROOM_NUMBERS);
    expect(shuffled.sort(compareRoomNumbers)).toEqual(GRID_ROOM_NUMBERS);
  });

  it.each([
    [
      'the hotel of spec 9, other rooms after its own',
      GRID_ROOM_NUMBERS,
      '1001 216 1101 1102 1004 101 104 別館 離れ',
    ],
    [
      'any other hotel, as floors and positions are',
      ['1001'],
      '1101 1102 1001 1004 216 101 104 9 10 別館 離れ',
    ],
  ])('orders the rooms of %s', (_, rooms, text) => {
    const order = text.split(' ');
    const compare = displayOrder(new Map(rooms.map((roomNumber) => [roomNumber, { roomNumber }])));
    expect([...order].sort().sort(compare)).toEqual(order);
    expect([...order].reverse().sort(compare)).toEqual(order);
    for (const roomNumber of order) expect(compare(roomNumber, roomNumber)).toBe(0);
  });

  it.each([
    ['1001', 10],
    ['916', 9],
    ['201', 2],
    ['1104', 11],
    ['16', null],
    ['別館', null],
    ['10012', null],
    ['９１６', null],
  ])('the floor of %s is %s', (roomNumber, floor) => expect(floorOf(roomNumber)).toBe(floor));
});
