import { addDays, day, type Month, nightsOf } from '@domain/dates.js';
import { roomDirectory } from '@domain/room/room-directory.js';
import type { RoomMonth } from '@domain/room/room-month.js';
import { compareRoomNumbers } from '@domain/room/room-order.js';
import { type RoomSearchRequest, roomSuits, searchRooms } from '@domain/room/room-search.js';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { aRoomMonth, roomIdOf } from '../../support/builders.js';
import { runs } from '../../support/trial-size.js';
import { mayTake } from './room-sentences.js';

const ROOMS = ['1001', '1002', '1003', '1005', '916', '901', '201', '1104'];
const TWO_MONTHS = ['2026-11-01', '2026-12-01'] as Month[];

const roomMonths = fc
  .tuple(
    ...ROOMS.flatMap((roomNumber) =>
      TWO_MONTHS.map((month) =>
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
