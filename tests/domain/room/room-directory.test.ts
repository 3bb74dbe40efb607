import { day, type Month } from '@domain/dates.js';
import {
  isBookableFor,
  type Room,
  roomDirectory,
  roomMonthOf,
  roomMonthsOfStay,
} from '@domain/room/room-directory.js';
import { describe, expect, it } from '@jest/globals';
import { aRoomMonth, aRoomOf, MONTHS, roomIdOf, stay } from '../../support/builders.js';

const [october, november, december] = MONTHS as [Month, Month, Month];
const roomOf = (...roomMonths: Parameters<typeof aRoomMonth>[0][]): Room => {
  const months = roomMonths.map((details, index) => aRoomMonth({ id: index + 1, ...details }));
  return roomDirectory(months).byNumber.get('1001') as Room;
};

describe('room directory', () => {
  it('finds a room-month by id and its fellows by room number', () => {
    const directory = roomDirectory([...aRoomOf('1001'), ...aRoomOf('1002')]);
    const found = directory.byId.get(roomIdOf('1002', '2026-12-01'));
    expect(found).toMatchObject({ roomNumber: '1002', month: '2026-12-01' });
    expect([...(directory.byNumber.get('1002')?.months.keys() ?? [])]).toEqual(MONTHS);
    expect([...directory.byNumber.keys()]).toEqual(['1001', '1002']);
  });

  it('gives the room-month of a night', () => {
    const room = roomOf({ month: november }, { month: december });
    expect(roomMonthOf(room, day('2026-11-30'))?.month).toBe(november);
    expect(roomMonthOf(room, day('2026-12-01'))?.month).toBe(december);
    expect(roomMonthOf(room, day('2027-01-01'))).toBeUndefined();
  });

  it('gives one room-month for each month of the nights', () => {
    const room = roomOf({ month: october }, { month: november }, { month: december });
    const months = roomMonthsOfStay(room, stay('2026-10-31', '2026-12-02'));
    expect(months?.map(({ month }) => month)).toEqual([october, november, december]);
  });

  it('needs no room-month for the month in which only the check-out lies', () => {
    const room = roomOf({ month: november });
    expect(roomMonthsOfStay(room, stay('2026-11-29', '2026-12-01'))).toHaveLength(1);
    expect(isBookableFor(room, stay('2026-11-29', '2026-12-01'))).toBe(true);
    expect(roomMonthsOfStay(room, stay('2026-11-29', '2026-12-02'))).toBeNull();
    expect(isBookableFor(room, stay('2026-11-29', '2026-12-02'))).toBe(false);
  });

  it('finds a room bookable only when every month of the nights is 予約可能', () => {
    const room = roomOf({ month: november }, { month: december, reservableStatus: '予約不可' });
    expect(isBookableFor(room, stay('2026-11-29', '2026-12-01'))).toBe(true);
    expect(isBookableFor(room, stay('2026-11-30', '2026-12-02'))).toBe(false);
  });

  it('keeps the last word on a room-month', () => {
    const directory = roomDirectory([aRoomMonth({ id: 1 }), aRoomMonth({ id: 1, roomLabel: 'new' })]);
    expect(directory.byId.get(1)?.roomLabel).toBe('new');
    expect(directory.byNumber.get('1001')?.months.get(november)?.roomLabel).toBe('new');
  });
});
