import { day, type Month } from '@domain/dates.js';
import { roomDirectory } from '@domain/room/room-directory.js';
import type { RoomMonth } from '@domain/room/room-month.js';
import { type RoomSearchRequest, roomSuits, searchRooms } from '@domain/room/room-search.js';
import { describe, expect, it } from '@jest/globals';
import { aRoomOf, stay } from '../../support/builders.js';

type Details = Partial<RoomMonth>;
const TWIN = { roomType: 'ツイン' } as const;
const SMOKING = { smokingStatus: '喫煙' } as const;
const FOR_MEN = { priority: '男性' } as const;
const FOR_WOMEN = { priority: '女性' } as const;
const CORPORATE = { corporate: 1 } as const;
const CLOSED = { reservableStatus: '予約不可' } as const;

const MAN = { mensCount: 1, womensCount: 0 };
const WOMAN = { mensCount: 0, womensCount: 1 };
const COUPLE = { mensCount: 1, womensCount: 1 };
const TWO_MEN = { mensCount: 2, womensCount: 0 };
const TWO_WOMEN = { mensCount: 0, womensCount: 2 };
const OF_FLAG_1 = { corporate: { corporateFlag: 1 } } as const;
const OF_FLAG_0 = { corporate: { corporateFlag: 0 } } as const;

const aRequest = (details: Partial<RoomSearchRequest> = {}): RoomSearchRequest => ({
  stay: stay('2026-11-21', '2026-11-23'),
  ...MAN,
  smokingStatus: '禁煙',
  corporate: null,
  ...details,
});

function search(
  hotel: Record<string, Details>,
  request: Partial<RoomSearchRequest>,
  occupied: string[] = [],
) {
  const roomMonths = Object.entries(hotel).flatMap(([roomNumber, details]) => aRoomOf(roomNumber, details));
  return searchRooms({
    ...aRequest(request),
    rooms: roomDirectory(roomMonths).byNumber.values(),
    occupied: (roomNumber) => occupied.includes(roomNumber),
  });
}

const found = (...args: Parameters<typeof search>) => search(...args).candidates;

describe('room search: which room suits whom (spec 5, contract 3)', () => {
  const singles = {
    '1001': {},
    '1002': FOR_MEN,
    '1003': FOR_WOMEN,
    '1005': SMOKING,
    '1006': { ...SMOKING, ...FOR_WOMEN },
    '1007': TWIN,
    '1008': { ...CORPORATE, ...FOR_MEN },
    '1010': { ...CORPORATE, ...FOR_WOMEN, ...SMOKING },
    '1011': { ...CORPORATE, ...SMOKING },
    '1012': { roomType: 'ダブル' },
  } as const;

  it.each([
    ['a man', MAN, ['1001', '1002', '1012']],
    ['a woman', WOMAN, ['1001', '1003', '1012']],
    ['a smoking man', { ...MAN, ...SMOKING }, ['1005', '1006']],
    ['a smoking woman', { ...WOMAN, ...SMOKING }, ['1005', '1006']],
    ['a man of a flag-1 corporate', { ...MAN, ...OF_FLAG_1 }, ['1008', '1011']],
    ['a woman of a flag-1 corporate', { ...WOMAN, ...OF_FLAG_1 }, ['1010', '1011']],
    [
      'a smoking man of a flag-1 corporate',
      { ...MAN, ...OF_FLAG_1, ...SMOKING },
      ['1005', '1006', '1010', '1011'],
    ],
    ['a man of a flag-0 corporate', { ...MAN, ...OF_FLAG_0 }, ['1001', '1002', '1008', '1012']],
    [
      'a smoking woman of a flag-0 corporate',
      { ...WOMAN, ...OF_FLAG_0, ...SMOKING },
      ['1005', '1006', '1010', '1011'],
    ],
  ])('gives %s the right singles', (_, party, rooms) => {
    expect(found(singles, party)).toEqual(rooms);
  });

  const twins = {
    '1001': {},
    '1002': TWIN,
    '1003': { ...TWIN, ...SMOKING },
    '1005': { ...TWIN, ...FOR_WOMEN },
    '1006': { ...TWIN, ...CORPORATE },
    '1007': { ...TWIN, ...CORPORATE, ...SMOKING },
    '916': { roomType: 'セミダブル' },
  } as const;

  it.each([
    ['two men', TWO_MEN, ['1002', '1005']],
    ['two women', TWO_WOMEN, ['1002', '1005', '916']],
    ['a man and a woman', COUPLE, ['1002', '1005', '916']],
    ['two smoking men', { ...TWO_MEN, ...SMOKING }, ['1003']],
    ['two smoking women', { ...TWO_WOMEN, ...SMOKING }, ['1003']],
    ['two men of a flag-1 corporate', { ...TWO_MEN, ...OF_FLAG_1 }, ['1002', '1005', '1006']],
    ['two women of a flag-0 corporate', { ...TWO_WOMEN, ...OF_FLAG_0 }, ['1002', '1005', '1006', '916']],
    ['a smoking couple of a flag-1 corporate', { ...COUPLE, ...SMOKING, ...OF_FLAG_1 }, ['1003', '1007']],
  ])('gives %s the right twins', (_, party, rooms) => {
    expect(found(twins, party)).toEqual(rooms);
  });
});

describe('room search: room 916', () => {
  it('is for couples and two women whatever its type, when its smoking status matches', () => {
    expect(found({ '916': { roomType: 'デラックス' } }, COUPLE)).toEqual(['916']);
    expect(found({ '916': {} }, { ...COUPLE, ...SMOKING })).toEqual([]);
    expect(found({ '916': SMOKING }, { ...TWO_WOMEN, ...SMOKING })).toEqual(['916']);
  });

  it('is never for two men, even as a twin', () => {
    expect(found({ '916': TWIN }, TWO_MEN)).toEqual([]);
    expect(found({ '916': TWIN }, TWO_WOMEN)).toEqual(['916']);
  });

  it('is for one guest like any room that is no twin', () => {
    expect(found({ '916': {} }, MAN)).toEqual(['916']);
    expect(found({ '916': TWIN }, MAN)).toEqual([]);
  });

  it('is never offered when booked, 予約不可 or of the corporates', () => {
    expect(found({ '916': {} }, COUPLE, ['916'])).toEqual([]);
    expect(found({ '916': CLOSED }, COUPLE)).toEqual([]);
    expect(found({ '916': CORPORATE }, COUPLE)).toEqual([]);
    expect(found({ '916': CORPORATE }, { ...COUPLE, ...OF_FLAG_0 })).toEqual(['916']);
  });
});

describe('room search: over the months of a stay', () => {
  const [november, december] = ['2026-11-01', '2026-12-01'].map((text) => day(text) as Month) as [
    Month,
    Month,
  ];
  const overNewMonth = aRequest({ stay: stay('2026-11-29', '2026-12-02') });
  const toNewMonth = aRequest({ stay: stay('2026-11-29', '2026-12-01') });
  const suits = (later: Details | null, request: RoomSearchRequest): boolean => {
    const months = [...aRoomOf('1001', {}, [november]), ...(later ? aRoomOf('1001', later, [december]) : [])];
    const [room] = roomDirectory(months).byNumber.values();
    return room !== undefined && roomSuits(request)(room);
  };

  it('finds no room that suits in one of the months only', () => {
    const months = [...aRoomOf('1001', {}, [november]), ...aRoomOf('1001', SMOKING, [december])];
    const rooms = [...roomDirectory(months).byNumber.values()];
    const occupied = () => false;
    const result = searchRooms({ ...overNewMonth, rooms, occupied });
    expect(result).toMatchObject({ candidates: [], emptyBecause: { code: 'smoking_status' } });
    expect(searchRooms({ ...toNewMonth, rooms, occupied }).candidates).toEqual(['1001']);
  });

  it('needs the room in every month of the nights', () => {
    expect(suits(null, overNewMonth)).toBe(false);
    expect(suits({}, overNewMonth)).toBe(true);
    expect(suits(null, toNewMonth)).toBe(true);
  });

  it.each([CLOSED, SMOKING, FOR_WOMEN, TWIN, CORPORATE])(
    'needs it to suit in every month: not with %j',
    (later) => {
      expect(suits(later, overNewMonth)).toBe(false);
      expect(suits(later, toNewMonth)).toBe(true);
    },
  );
});

describe('room search: answer', () => {
  it('has the rooms in display order, those outside the grid last', () => {
    expect(found({ '201': {}, '1104': {}, '1001': {}, '916': {}, '1016': {} }, MAN)).toEqual([
      '1001',
      '1016',
      '916',
      '201',
      '1104',
    ]);
  });

  it('leaves out the rooms that are booked in the period', () => {
    expect(found({ '1001': {}, '1002': {} }, MAN, ['1001'])).toEqual(['1002']);
  });

  it('never has a storeroom, even one that is marked 予約可能 by mistake', () => {
    expect(found({ '1001': { roomType: '倉庫' } }, MAN)).toEqual([]);
  });

  it('gives no reason when a room was found', () => {
    expect(search({ '1001': {} }, MAN).emptyBecause).toBeNull();
  });

  it.each([
    ['not_reservable', {}, MAN, []],
    ['not_reservable', { '1001': CLOSED }, MAN, []],
    ['corporate_only', { '1001': CORPORATE, '1002': CLOSED }, MAN, []],
    ['no_corporate_room', { '1001': {} }, { ...MAN, ...OF_FLAG_1 }, []],
    ['gender_priority', { '1001': FOR_WOMEN }, MAN, []],
    ['gender_priority', { '1001': { ...FOR_WOMEN, ...CORPORATE }, '1002': {} }, { ...MAN, ...OF_FLAG_1 }, []],
    ['smoking_status', { '1001': {}, '1002': TWIN }, { ...COUPLE, ...SMOKING }, []],
    ['smoking_status', { '1001': SMOKING, '1002': FOR_WOMEN }, MAN, []],
    ['no_twin', { '1001': {}, '916': TWIN }, TWO_MEN, []],
    ['no_single', { '1001': TWIN }, MAN, []],
    ['occupied', { '1001': {}, '1002': TWIN }, MAN, ['1001']],
  ])('names %s as the first rule that left none', (code, hotel, party, occupied) => {
    const result = search(hotel as Record<string, Details>, party, occupied);
    expect(result).toEqual({ candidates: [], emptyBecause: { code, message: expect.stringMatching(/。$/) } });
  });

  it('says in the message what was looked for', () => {
    const message = (hotel: Record<string, Details>, party: Partial<RoomSearchRequest>) =>
      search(hotel, party).emptyBecause?.message;
    expect(message({ '1001': FOR_MEN }, WOMAN)).toBe('女性のお客様が利用できる部屋がありません。');
    expect(message({ '1001': {} }, { ...MAN, ...SMOKING })).toBe('喫煙の部屋がありません。');
  });
});
