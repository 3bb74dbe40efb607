import { chooseRoom, type Gap, type RoomWish, roomsToGive } from '@domain/auto-registration/room-choice.js';
import type { Month } from '@domain/dates.js';
import { roomDirectory } from '@domain/room/room-directory.js';
import type { RoomMonthDetails } from '@domain/room/room-month.js';
import { describe, expect, it } from '@jest/globals';
import { stay } from '../../support/builders.js';

const MONTHS = ['2026-12-01', '2027-01-01'] as Month[];
let nextId = 1;
const room = (
  roomNumber: string,
  change: Partial<RoomMonthDetails> = {},
  second: Partial<RoomMonthDetails> = change,
) =>
  MONTHS.map((month, index) => ({
    id: nextId++,
    version: 1,
    roomNumber,
    month,
    roomType: 'シングル',
    roomLabel: '',
    priority: '' as const,
    smokingStatus: '禁煙' as const,
    reservableStatus: '予約可能' as const,
    corporate: 0 as const,
    ...(index === 0 ? change : second),
  }));
const rooms = roomDirectory([
  ...room('1001'),
  ...room('901'),
  ...room('902', {}, { reservableStatus: '予約不可' }),
  ...room('903', { priority: '女性' }),
  ...room('702', { corporate: 1 }),
  ...room('501', { roomType: 'ツイン' }),
  ...room('401', { smokingStatus: '喫煙' }),
]);
const corporates = new Map([
  [7, { id: 7, version: 1, corporateShortName: '㈱A', corporateFlag: 1 as const }],
  [8, { id: 8, version: 1, corporateShortName: '㈱B', corporateFlag: 0 as const }],
]);
const masters = { rooms, corporates };
const wish = (change: Partial<RoomWish> = {}): RoomWish => ({
  mensCount: 1,
  womensCount: 0,
  smokingStatus: '禁煙',
  corporateId: 0,
  soldCategories: ['normal_non_smoking'],
  stay: stay('2026-12-10', '2026-12-12'),
  ...change,
});
const free = (gaps: Record<string, Gap | null>) => (roomNumber: string) =>
  roomNumber in gaps ? (gaps[roomNumber] as Gap | null) : { before: null, after: null };

describe('the rooms that may be given', () => {
  it.each([
    ['one man', {}, ['1001', '901', '902']],
    [
      'one woman in a ladies room',
      { mensCount: 0, womensCount: 1, soldCategories: ['women_non_smoking'] },
      ['903'],
    ],
    ['a man in a ladies room', { soldCategories: ['women_non_smoking'] }, []],
    ['a stay into a month without it', { stay: stay('2026-12-31', '2027-01-02') }, ['1001', '901']],
    ['two men', { mensCount: 2, soldCategories: ['twin_non_smoking'] }, ['501']],
    ['a smoker', { smokingStatus: '喫煙', soldCategories: ['normal_smoking'] }, ['401']],
    ['a single of a flagged corporate, whatever it was sold as', { corporateId: 7 }, ['702']],
    ['a single of another corporate', { corporateId: 8 }, ['1001', '901', '902']],
    ['nothing mapped', { soldCategories: [] }, []],
  ] as [string, Partial<RoomWish>, string[]][])('for %s', (_, change, expected) => {
    expect(roomsToGive(wish(change), masters)).toEqual(expected);
  });
});

describe('the room that is chosen', () => {
  const chosen = (gaps: Record<string, Gap | null>) => chooseRoom(wish(), masters, free(gaps), null);

  it('is the first in display order where all are open', () => {
    expect(chosen({})).toEqual({ roomNumber: '1001' });
  });

  it('is the one whose gap leaves the fewest nights', () => {
    expect(chosen({ '901': { before: 5, after: 2 }, '902': { before: 0, after: 6 } })).toEqual({
      roomNumber: '902',
    });
    expect(chosen({ '901': { before: 3, after: 3 }, '1001': { before: 1, after: 5 } })).toEqual({
      roomNumber: '1001',
    });
  });

  it('is rather one with a neighbour on one side than on none, and rather on both than on one', () => {
    expect(chosen({ '902': { before: 4, after: null } })).toEqual({ roomNumber: '902' });
    expect(chosen({ '901': { before: 0, after: null }, '902': { before: 90, after: 90 } })).toEqual({
      roomNumber: '902',
    });
  });

  it('is never one that is taken; when all are, it says so', () => {
    expect(chosen({ '1001': null })).toEqual({ roomNumber: '901' });
    expect(chosen({ '1001': null, '901': null, '902': null })).toEqual({
      none: '条件に合う部屋は、指定された期間にすべて予約されています。',
    });
  });

  it('is asked for with the booking that moves left out of account', () => {
    const asked: unknown[] = [];
    const vacancy = (...question: unknown[]) => {
      asked.push(question);
      return null;
    };
    chooseRoom(wish(), masters, vacancy, 42);
    expect(asked).toContainEqual(['901', stay('2026-12-10', '2026-12-12'), 42]);
  });
});
