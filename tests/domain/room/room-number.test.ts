import { day, type Month } from '@domain/dates.js';
import { type Room, roomDirectory } from '@domain/room/room-directory.js';
import {
  planFile,
  planMonthsAhead,
  planNewRoom,
  planOrder,
  planRooms,
} from '@domain/room/room-month-plans.js';
import { firstSpelling, isRoomNumber, roomKey, roomText, tidyRoomNumber } from '@domain/room/room-number.js';
import {
  compareRoomNumbers,
  displayOrder,
  GRID_ROOM_NUMBERS,
  inDisplayOrder,
  isArrangeable,
  roomColours,
} from '@domain/room/room-order.js';
import { plannedRoom } from '@domain/room/room-text.js';
import { describe, expect, it } from '@jest/globals';
import {
  aRoomMonth,
  codesOf,
  decisionOf,
  defined,
  givenRooms,
  messagesOf,
  month,
} from '#tests/support/builders.js';

describe("a room's number", () => {
  it.each([
    ['　Ａ－０１ ', 'A-01'],
    ['A‐01', 'A-01'],
    ['A—01', 'A-01'],
    ['別館　１', '別館 1'],
    ['ｻｸﾗ', 'サクラ'],
    ['桜\u200b', '桜'],
    ['スイート', 'スイート'],
    ['0101', '0101'],
  ])('%j is stored as %j', (typed, stored) => expect(tidyRoomNumber(typed)).toBe(stored));

  it.each([
    ['A-01', 'ａ‐０１', true],
    ['A-01', 'a ー 01', true],
    ['A-01', 'A01', false],
    ['別館1', '別館　１', true],
    ['スイート', 'スイ-ト', false],
    ['桜', '櫻', false],
    ['101', '0101', false],
    ['Über', 'über', true],
  ])('%j and %j are one: %s', (a, b, same) => expect(roomKey(a) === roomKey(b)).toBe(same));

  it.each([
    ['', false],
    ['桜', true],
    ['𠮷'.repeat(20), true],
    ['𠮷'.repeat(21), false],
    ['桜\n梅', false],
    ['桜\u0007', false],
  ])('%j is one: %s', (text, is) => expect(isRoomNumber(text)).toBe(is));

  it.each([
    ['101', '101号室'],
    ['A-01', 'A-01号室'],
    ['別館1', '別館1号室'],
    ['桜', '桜'],
    ['101A', '101A'],
  ])('%s is called %s', (roomNumber, text) => expect(roomText(roomNumber)).toBe(text));

  it('is spelled as it was first', () => {
    const spelled = firstSpelling(['A-01', 'a-01', '桜']);
    expect(['Ａ－01', '桜', '梅'].map(spelled)).toEqual(['A-01', '桜', '梅']);
  });
});

/** A house with these rooms, entered in this order; those with a figure behind @ were given that place. */
function house(text: string) {
  return roomDirectory(
    text.split(' ').map((word, index) => {
      const [roomNumber = '', position] = word.split('@');
      return aRoomMonth({ id: index + 1, roomNumber, position: position ? Number(position) : null });
    }),
  );
}
const orderOf = (text: string): string =>
  inDisplayOrder(house(text))
    .map(({ roomNumber }) => roomNumber)
    .join(' ');

describe('display order of rooms that are no numbers', () => {
  it.each([
    ['桜 別館1 A-01 101 1201', '1201 101 桜 別館1 A-01'],
    ['松 12 竹 5 梅 201', '201 5 12 松 竹 梅'],
    ['101@2 桜@1 1201@3 別館1', '桜 101 1201 別館1'],
    ['桜 201 101@1', '101 201 桜'],
    [
      [...GRID_ROOM_NUMBERS].reverse().join(' ').concat(' 桜@2 別館@1'),
      `${GRID_ROOM_NUMBERS.join(' ')} 別館 桜`,
    ],
  ])('of %s is %s', (given, order) => expect(orderOf(given)).toBe(order));

  it('goes by the newest month of a room, and by its first entry', () => {
    const next = { month: day('2026-12-01') as Month };
    const rooms = roomDirectory([
      aRoomMonth({ id: 9, roomNumber: '桜', ...next, position: 2 }),
      aRoomMonth({ id: 1, roomNumber: '桜', position: 1 }),
      aRoomMonth({ id: 8, roomNumber: '梅', ...next, position: 1 }),
      aRoomMonth({ id: 2, roomNumber: '梅', position: 2 }),
      aRoomMonth({ id: 7, roomNumber: '竹', ...next }),
      aRoomMonth({ id: 4, roomNumber: '竹', position: 1 }),
      aRoomMonth({ id: 5, roomNumber: '松', ...next }),
    ]);
    expect(inDisplayOrder(rooms).map(({ roomNumber }) => roomNumber)).toEqual(['梅', '桜', '竹', '松']);
  });

  it('leaves planned texts as they are typed, behind those that there are', () => {
    const planned = ['松', '竹', '101'].map((roomNumber) => [roomNumber, { roomNumber }] as const);
    const rooms = new Map([...planned, ...house('梅').byNumber] as [string, Room][]);
    expect([...rooms.keys()].sort(displayOrder(rooms))).toEqual(['101', '梅', '松', '竹']);
  });

  it('by texts alone: floors, then figures, then the alphabet with its figures as numbers', () => {
    const order = '1201 201 101 5 12 A-2 A-10 別館1 別館10'.split(' ');
    expect([...order].reverse().sort(compareRoomNumbers)).toEqual(order);
  });
});

it('colours go by the last digit of the floor, and by turn where there is no floor', () => {
  const numbers = '2001 1901 1201 1101 1001 901 101 桜 梅 別館1 4 5 6 7 8 9 10 11'.split(' ');
  expect([...roomColours(numbers).values()]).toEqual([
    10, 9, 2, 1, 10, 9, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1,
  ]);
});

describe('plans of room-months', () => {
  const hotel = givenRooms(defined('A-01', '2026-11', { position: 3 }), defined('桜', '2026-11'));
  const numbersOf = (plan: Parameters<typeof hotel.when>[0]) =>
    decisionOf(hotel.when(plan)).defined.map(({ id, data }) => `${id} ${data.roomNumber} ${data.position}`);

  it('take another spelling for the room that there is, which keeps its place', () => {
    const { month: _, position: __, ...traits } = defined('ａ‐０１', '2026-11').data;
    const at = { from: month('2026-11'), until: month('2026-12') };
    expect(messagesOf(hotel.when(planNewRoom({ ...traits, ...at })))).toEqual([
      'A-01号室は既に登録されています（2026年11月）。',
    ]);
    const next = { from: month('2026-12'), until: month('2026-12') };
    expect(numbersOf(planNewRoom({ ...traits, ...next }))).toEqual(['null A-01 3']);
    const twin = { ...traits, roomType: 'ツイン' };
    expect(numbersOf(planRooms({ rooms: [plannedRoom(twin)], ...at }))).toEqual(['1 A-01 3', 'null A-01 3']);
    expect(numbersOf(planFile([{ ...twin, month: month('2026-11') }]))).toEqual(['1 A-01 3']);
  });

  it('name a room once, however it is spelled', () => {
    const rooms = ['別館1', '別館　１'].map((roomNumber) => plannedRoom({ roomNumber }));
    const plan = planRooms({ rooms, from: month('2026-11'), until: month('2026-11') });
    expect(codesOf(hotel.when(plan))).toEqual(['room_twice']);
  });

  it('of a file spell a new room one way in all months', () => {
    const read = ['B-1', 'b-1'].map((roomNumber, index) => ({
      ...plannedRoom({ roomNumber }),
      month: month(index === 0 ? '2026-11' : '2026-12'),
    }));
    expect(numbersOf(planFile(read))).toEqual(['null B-1 null', 'null B-1 null']);
  });

  it("of a file give places from its newest month on, and none to the specification's rooms", () => {
    const inMonth = (roomNumber: string, at: string, position: number | null) => ({
      ...plannedRoom({ roomNumber }),
      month: month(at),
      position,
    });
    const later = house('A-01 桜');
    const planned = (file: Parameters<typeof planFile>[0], rooms = later) => {
      const plan = planFile(file)(rooms);
      return plan.ok
        ? plan.value.map((room) => `${room.roomNumber} ${room.month} ${room.position}`)
        : plan.broken;
    };
    const own = later.byNumber.get('A-01')?.months.keys().next().value ?? '';
    expect(planned([inMonth('a-01', '2020-01', 7)])).toEqual([`A-01 2020-01-01 7`, `A-01 ${own} 7`]);
    expect(planned([inMonth('A-01', '2020-01', null)])).toEqual(['A-01 2020-01-01 null']);
    expect(planned([inMonth('A-01', '2099-01', 7)])).toEqual(['A-01 2099-01-01 7']);
    const fixed = house(`${GRID_ROOM_NUMBERS.join(' ')} 桜`);
    expect(planned([inMonth('1001', '2020-01', 1), inMonth('桜', '2020-01', 2)], fixed)).toMatchObject([
      { code: 'fixed_place', message: '1001号室の表示順は変えられません。空欄にしてください。' },
    ]);
  });

  it('of an order give places from a month on, those not named behind, and take them away again', () => {
    const from = month('2026-11');
    expect(numbersOf(planOrder({ rooms: ['桜'], from }))).toEqual(['2 桜 1', '1 A-01 2']);
    expect(numbersOf(planOrder({ rooms: [], from }))).toEqual(['1 A-01 null']);
    expect(numbersOf(planOrder({ rooms: ['桜'], from: month('2026-12') }))).toEqual([]);
    expect(codesOf(hotel.when(planOrder({ rooms: ['桜', '桜', '梅'], from })))).toEqual([
      'room_twice',
      'room_unknown',
    ]);
  });

  it('of months ahead keep the place', () => {
    expect(numbersOf(planMonthsAhead(day('2026-11-21'), 1))).toEqual(['null A-01 3', 'null 桜 null']);
  });

  it("leave the specification's rooms where it has them", () => {
    const rooms = new Set([...GRID_ROOM_NUMBERS, '桜']);
    expect(isArrangeable(rooms, '1001')).toBe(false);
    expect(isArrangeable(rooms, '桜')).toBe(true);
    expect(isArrangeable(new Set(['1001']), '1001')).toBe(true);
  });
});
