import { actualCounts, categoryOfNight, countFormula, totalsOf } from '@domain/calendar/daily-counts.js';
import { day, type Month } from '@domain/dates.js';
import { CATEGORIES } from '@domain/room/category.js';
import { roomDirectory } from '@domain/room/room-directory.js';
import { describe, expect, it } from '@jest/globals';
import { aRoomOf, aStay } from '../../support/builders.js';

const [november, december] = ['2026-11-01', '2026-12-01'].map((text) => day(text) as Month) as [Month, Month];
const rooms = roomDirectory([
  ...aRoomOf('1001', {}, [november]),
  ...aRoomOf('1001', { corporate: 1 }, [december]),
  ...aRoomOf('1002', { roomType: 'ツイン' }, [november, december]),
  ...aRoomOf('1003', { reservableStatus: '予約不可' }, [november]),
  ...aRoomOf('1003', { priority: '女性' }, [december]),
  ...aRoomOf('1005', { roomType: '倉庫', reservableStatus: '予約不可' }, [november, december]),
]);
const none = Object.fromEntries(CATEGORIES.map((category) => [category, 0]));

describe('actual counts of a day', () => {
  const bookings = [
    aStay(1, '2026-11-29', '2026-12-02', { roomNumber: '1001' }),
    aStay(2, '2026-11-30', '2026-12-01', { roomNumber: '1002' }),
    aStay(3, '2026-11-29', '2026-12-03', { roomNumber: '1002', status: 'cancelled' }),
    aStay(4, '2026-11-30', '2026-12-02', { roomNumber: '1003' }),
    aStay(5, '2026-11-30', '2026-12-02', { roomNumber: '9999' }),
  ];

  it.each([
    ['2026-11-28', {}],
    ['2026-11-29', { normal_non_smoking: 1 }],
    ['2026-11-30', { normal_non_smoking: 1, twin_non_smoking: 1 }],
    ['2026-12-01', { corporate_non_smoking: 1, women_non_smoking: 1 }],
    ['2026-12-02', {}],
  ])('on %s are %j: active nights in the category of their own month', (date, counts) => {
    expect(actualCounts(bookings, rooms, day(date))).toEqual({ ...none, ...counts });
  });

  it('find the category of a night in its own month', () => {
    expect(categoryOfNight(rooms, '1001', day('2026-11-30'))).toBe('normal_non_smoking');
    expect(categoryOfNight(rooms, '1001', day('2026-12-01'))).toBe('corporate_non_smoking');
    expect(categoryOfNight(rooms, '1001', day('2027-01-01'))).toBeNull();
    expect(categoryOfNight(rooms, '1003', day('2026-11-30'))).toBeNull();
    expect(categoryOfNight(rooms, '404', day('2026-11-30'))).toBeNull();
  });
});

describe('totals of a month', () => {
  it('count the rooms that can be booked in it, storerooms never', () => {
    expect(totalsOf(rooms, november)).toEqual({ ...none, normal_non_smoking: 1, twin_non_smoking: 1 });
    expect(totalsOf(rooms, december)).toEqual({
      ...none,
      corporate_non_smoking: 1,
      twin_non_smoking: 1,
      women_non_smoking: 1,
    });
    expect(totalsOf(rooms, day('2027-01-01') as Month)).toEqual(none);
  });
});

describe('formula of a count cell (spec 9)', () => {
  it.each([
    [{ total: 60, actual: 41, tema: 12 }, [19, 12, 29]],
    [{ total: 10, actual: 10, tema: 10 }, [0, 10, 0]],
    [{ total: 5, actual: 6, tema: 0 }, [-1, 0, 6]],
    [{ total: 0, actual: 0, tema: 3 }, [0, 3, -3]],
  ])('of %j is %j', (count, figures) => {
    expect(countFormula(count)).toEqual(figures);
  });
});
