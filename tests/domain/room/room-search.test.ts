import { addDays, day, nightsOf } from '@domain/dates.js';
import { roomDirectory } from '@domain/room/room-directory.js';
import { type RoomMonth } from '@domain/room/room-month.js';
import { compareRoomNumbers } from '@domain/room/room-order.js';
import { type RoomSearchRequest, roomSuits, searchRooms } from '@domain/room/room-search.js';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { EMPTY_SEARCHES, ROOM_SEARCH_RULES, type SearchCase } from '#tests/cases/room-search.js';
import { aRoomMonth, aRoomOf, month, roomIdOf } from '#tests/support/builders.js';
import { runs } from '#tests/support/trial-size.js';
import { mayTake } from './room-sentences.js';

const LAST_OF_MONTH = day('2026-11-30');
const [FIRST_MONTH, SECOND_MONTH] = [month('2026-11'), month('2026-12')];

function requestOf({ party, nights = 2 }: Pick<SearchCase, 'party' | 'nights'>): RoomSearchRequest {
  return {
    stay: { start: LAST_OF_MONTH, end: addDays(LAST_OF_MONTH, nights) },
    mensCount: party.men,
    womensCount: party.women,
    smokingStatus: party.smoking ?? '禁煙',
    corporate: party.corporateFlag === undefined ? null : { corporateFlag: party.corporateFlag },
  };
}

function roomsOf({ rooms, later = {} }: Pick<SearchCase, 'rooms' | 'later'>) {
  const months = Object.entries(rooms).flatMap(([roomNumber, traits]) => {
    const then = later[roomNumber];
    return [
      ...aRoomOf(roomNumber, traits, [FIRST_MONTH]),
      ...(then === null ? [] : aRoomOf(roomNumber, { ...traits, ...then }, [SECOND_MONTH])),
    ];
  });
  return [...roomDirectory(months).byNumber.values()];
}

function search(one: Omit<SearchCase, 'found'>) {
  const occupied = (roomNumber: string) => one.booked?.includes(roomNumber) ?? false;
  return searchRooms({ ...requestOf(one), rooms: roomsOf(one), occupied });
}

const named = <Case extends object>(cases: readonly Case[]) =>
  cases.map((one) => [JSON.stringify(one), one] as const);

describe.each(Object.values(ROOM_SEARCH_RULES))('部屋検索: $rule', ({ cases }) => {
  it.each(named(cases))('%s', (_, one) => {
    const { candidates, emptyBecause } = search(one);
    expect(candidates).toEqual(one.found);
    expect(emptyBecause === null).toBe(one.found.length > 0);
    const suiting = roomsOf(one).filter(roomSuits(requestOf(one)));
    expect(suiting.map(({ roomNumber }) => roomNumber)).toEqual(expect.arrayContaining(one.found));
  });
});

describe.each(Object.values(EMPTY_SEARCHES))('部屋検索: $rule', ({ cases }) => {
  it.each(named(cases))('%s', (_, one) => {
    expect(search(one)).toMatchObject({ candidates: [], emptyBecause: { message: one.message } });
  });
});

const ROOMS = ['1001', '1002', '1003', '1005', '916', '901', '201', '1104'];

const roomMonths = fc
  .tuple(
    ...ROOMS.flatMap((roomNumber) =>
      [FIRST_MONTH, SECOND_MONTH].map((month) =>
        fc.option(
          fc
            .record({
              roomType: fc.constantFrom('シングル', 'ダブル', 'ツイン', '倉庫'),
              priority: fc.constantFrom('男性', '女性', ''),
              smokingStatus: fc.constantFrom('禁煙', '喫煙'),
              reservableStatus: fc.constantFrom('予約可能', '予約可能', '予約可能', '予約不可'),
              corporate: fc.constantFrom(0, 0, 1),
            })
            .map((details) =>
              aRoomMonth({
                ...(details as Partial<RoomMonth>),
                roomNumber,
                month,
                id: roomIdOf(roomNumber, month),
              }),
            ),
          { freq: 10 },
        ),
      ),
    ),
  )
  .map((all) => all.filter((roomMonth) => roomMonth !== null));

const requests: fc.Arbitrary<RoomSearchRequest> = fc
  .record({
    party: fc.constantFrom([1, 0], [0, 1], [1, 1], [2, 0], [0, 2]),
    smokingStatus: fc.constantFrom('禁煙' as const, '喫煙' as const),
    corporate: fc.constantFrom(null, { corporateFlag: 0 as const }, { corporateFlag: 1 as const }),
    start: fc.constantFrom('2026-11-10', '2026-11-29', '2026-11-30', '2026-12-01'),
    nights: fc.integer({ min: 1, max: 3 }),
  })
  .map(({ party, smokingStatus, corporate, start, nights }) => ({
    mensCount: party[0] ?? 0,
    womensCount: party[1] ?? 0,
    smokingStatus,
    corporate,
    stay: { start: day(start), end: addDays(day(start), nights) },
  }));

describe('room search against the sentences of the specification', () => {
  it('finds the same rooms, whatever the hotel, the party and what is booked', () => {
    let withRooms = 0;
    fc.assert(
      fc.property(roomMonths, requests, fc.subarray(ROOMS), (hotel, request, booked) => {
        const directory = roomDirectory(hotel);
        const expected = ROOMS.filter((roomNumber) =>
          nightsOf(request.stay).every((night) => {
            const month = `${night.slice(0, 7)}-01`;
            return mayTake(
              hotel.find((room) => room.roomNumber === roomNumber && room.month === month),
              request,
            );
          }),
        );
        const free = expected.filter((roomNumber) => !booked.includes(roomNumber)).sort(compareRoomNumbers);
        const occupied = (roomNumber: string) => booked.includes(roomNumber);
        const result = searchRooms({ ...request, rooms: directory.byNumber.values(), occupied });
        expect(result.candidates).toEqual(free);
        expect(result.emptyBecause === null).toBe(free.length > 0);
        if (free.length === 0) expect(result.emptyBecause?.code === 'occupied').toBe(expected.length > 0);
        const suiting = [...directory.byNumber.values()].filter(roomSuits(request));
        expect(suiting.map(({ roomNumber }) => roomNumber).sort()).toEqual([...expected].sort());
        if (free.length > 0) withRooms += 1;
      }),
      { numRuns: runs(2_000) },
    );
    expect(withRooms).toBeGreaterThan(runs(100));
  });
});
