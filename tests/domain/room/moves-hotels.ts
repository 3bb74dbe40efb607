import { addDays, day, type Month, type Stay } from '@domain/dates.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import type { ProposalFacts } from '@domain/room/room-claim.js';
import { roomDirectory } from '@domain/room/room-directory.js';
import type { RoomMonth } from '@domain/room/room-month.js';
import type { RoomSearchRequest } from '@domain/room/room-search.js';
import fc from 'fast-check';
import { aReservation, aRoomMonth, roomIdOf } from '#tests/support/builders.js';

const ROOMS = ['1001', '1002', '916', '901'];
const FIRST = day('2026-11-27');
const NIGHTS = 6;
const KNOWN: Stay = { start: addDays(FIRST, -1), end: addDays(FIRST, NIGHTS + 1) };
const PARTIES = [
  { mensCount: 1, womensCount: 0 },
  { mensCount: 1, womensCount: 0 },
  { mensCount: 0, womensCount: 1 },
  { mensCount: 1, womensCount: 1 },
  { mensCount: 2, womensCount: 0 },
  { mensCount: 0, womensCount: 2 },
] as const;

const parties = fc.oneof(
  { weight: 4, arbitrary: fc.constant(PARTIES[0]) },
  { weight: 1, arbitrary: fc.constantFrom(...PARTIES) },
);
/** Mostly the first, now and then one of the others. */
const mostly = <Value>(usual: Value, ...others: Value[]): fc.Arbitrary<Value> =>
  fc.oneof(
    { weight: 20, arbitrary: fc.constant(usual) },
    { weight: 2, arbitrary: fc.constantFrom(usual, ...others) },
  );

/** Rooms of two months, most of them plain singles, so that guests can change places. */
const roomMonths = fc
  .tuple(
    ...ROOMS.flatMap((roomNumber) =>
      (['2026-11-01', '2026-12-01'] as Month[]).map((month) =>
        fc
          .record({
            roomType: mostly('シングル', 'ツイン', '倉庫'),
            priority: mostly('', '男性', '女性'),
            smokingStatus: mostly('禁煙', '喫煙'),
            reservableStatus: mostly('予約可能', '予約不可'),
            corporate: mostly(0, 1),
          })
          .map((details) => {
            const id = roomIdOf(roomNumber, month);
            return aRoomMonth({ ...(details as Partial<RoomMonth>), roomNumber, month, id });
          }),
      ),
    ),
  )
  .chain((all) =>
    // In half of the hotels rooms stay what they are from one month to the next.
    fc.boolean().map((alike) => {
      const first = (index: number): RoomMonth | undefined => all[index - (index % 2)];
      return alike
        ? all.map(({ id, month, ...one }, index) => ({ ...one, ...first(index), id, month }))
        : all;
    }),
  );

const drafts = fc.record({
  gap: fc.constantFrom(0, 0, 1, 1, 2),
  nights: fc.constantFrom(1, 1, 1, 2, 2, 3),
  party: parties,
  corporateId: mostly(0, 1, 2),
  bound: mostly<Partial<Reservation>>(
    {},
    { roomMoveLock: 1 },
    { checkinDate: FIRST },
    { baseBookingId: 99 },
    { groupEndDate: addDays(FIRST, NIGHTS) },
    { isErased: true },
  ),
});

/** One stay after the other in each room, mostly without a night between them. */
const bookings = fc.tuple(...ROOMS.map(() => fc.array(drafts, { minLength: 2, maxLength: 3 }))).map((rooms) =>
  rooms.flatMap((row, room) => {
    let next = addDays(FIRST, -1);
    return row.map(({ gap, nights, party, bound, corporateId }, index) => {
      const stayStart = addDays(next, gap);
      next = addDays(stayStart, nights);
      const place = { roomNumber: ROOMS[room] as string, stayStart, stayEnd: next };
      return aReservation({ corporateId, ...party, ...bound, ...place, id: room * 10 + index + 1 });
    });
  }),
);

const requests: fc.Arbitrary<RoomSearchRequest> = fc
  .record({
    party: parties,
    smokingStatus: fc.constantFrom('禁煙' as const, '禁煙' as const, '喫煙' as const),
    corporate: fc.constantFrom(
      null,
      null,
      null,
      { corporateFlag: 0 as const },
      { corporateFlag: 1 as const },
    ),
    from: fc.integer({ min: 0, max: NIGHTS - 3 }),
    nights: fc.constantFrom(1, 2, 2, 3, 3),
  })
  .map(({ party, from, nights, ...wish }) => ({
    ...party,
    ...wish,
    stay: { start: addDays(FIRST, from), end: addDays(FIRST, from + nights) },
  }));

const CORPORATES = new Map([
  [1, { corporateFlag: 1 as const }],
  [2, { corporateFlag: 0 as const }],
]);

/** Small hotels over a month's end, in which somebody seeks a room. */
export const smallHotels: fc.Arbitrary<{ request: RoomSearchRequest; facts: ProposalFacts }> = fc
  .record({ roomMonths, bookings, request: requests })
  .map((hotel) => ({
    request: hotel.request,
    facts: {
      rooms: roomDirectory(hotel.roomMonths),
      corporates: CORPORATES,
      bookings: hotel.bookings,
      known: KNOWN,
    },
  }));
