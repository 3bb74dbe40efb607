import { nightsOf } from '@domain/dates.js';
import { stayOf } from '@domain/reservation/reservation.js';
import { MOST_MOVES, moveTree, proposeMoves } from '@domain/room/propose-moves.js';
import { proposeSplits } from '@domain/room/propose-splits.js';
import { type RoomClaim, unlikeness } from '@domain/room/room-claim.js';
import { roomDirectory } from '@domain/room/room-directory.js';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { aRoomOf, aStay, stay } from '#tests/support/builders.js';
import { runs, seed } from '#tests/support/trial-size.js';
import { smallHotels } from './moves-hotels.js';
import { canSplit, collides, fewestMoves, mayLeave, mayMoveTo, mayStay } from './moves-oracle.js';

/** Runs steps to their end, and counts them. */
function runSteps<Result>(steps: Generator<void, Result>): { result: Result; count: number } {
  for (let count = 0; ; count++) {
    const step = steps.next();
    if (step.done) return { result: step.value, count };
  }
}

const SMOKING = { smokingStatus: '喫煙' } as const;
const CORPORATE = { ...SMOKING, corporate: 1 } as const;
const FLAG_1 = { corporateFlag: 1 } as const;
const WISH = { stay: stay('2026-11-21', '2026-11-23'), mensCount: 0, womensCount: 1, corporate: FLAG_1 };

/** Proposals for two nights in a hotel of these rooms, whose corporate rooms have a guest of the corporate each. */
function propose(
  smokingStatus: '禁煙' | '喫煙',
  rooms: Record<string, Parameters<typeof aRoomOf>[1]>,
  known = stay('2026-11-01', '2026-12-31'),
) {
  const taken = Object.keys(rooms).filter((roomNumber) => rooms[roomNumber] === CORPORATE);
  const facts = {
    rooms: roomDirectory(Object.entries(rooms).flatMap(([number, traits]) => aRoomOf(number, traits))),
    corporates: new Map([[1, FLAG_1]]),
    bookings: taken.map((roomNumber, index) =>
      aStay(index + 1, '2026-11-21', '2026-11-23', { corporateId: 1, roomNumber }),
    ),
    known,
  };
  return runSteps(proposeMoves({ ...WISH, smokingStatus }, facts));
}

it.each([
  ['of its kind on its floor', '1002', {}, 0],
  ['of its kind on another floor', '902', {}, 1],
  ['of another type on its floor', '1002', { roomType: 'ツイン' }, 2],
  ['of another name on its floor', '1002', { roomLabel: '角部屋' }, 2],
  ['of another type on another floor', '902', { roomType: 'ツイン' }, 3],
])('a room is as unlike one %s as guests notice it', (_, number, traits, unlike) => {
  const { byNumber } = roomDirectory([...aRoomOf('1001'), ...aRoomOf(number, traits)]);
  expect(unlikeness(byNumber.get('1001'), byNumber.get(number))).toBe(unlike);
});

describe('rooms are full: a guest whose wish is not known', () => {
  it('is not moved out of a corporate room to one that suits smokers only', () => {
    expect(propose('禁煙', { 1001: CORPORATE, 1003: SMOKING }).result).toEqual([]);
  });

  it('is moved to a room that suits whatever the wish was', () => {
    const forMen = { ...CORPORATE, priority: '男性' } as const;
    expect(propose('禁煙', { 1001: CORPORATE, 1003: forMen }).result).toEqual([
      { roomNumber: '1001', moves: [{ id: 1, from: '1001', to: '1003' }] },
    ]);
  });
});

it.each([
  ['wholly within the days that are known', stay('2026-11-21', '2026-11-23'), 1],
  ['that begins before them', stay('2026-11-22', '2026-11-30'), 0],
  ['that ends after them', stay('2026-11-10', '2026-11-22'), 0],
])('a booking %s is moved or not, since nobody knows whom it would meet', (_, known, proposals) => {
  const forMen = { ...CORPORATE, priority: '男性' } as const;
  expect(propose('禁煙', { 1001: CORPORATE, 1003: forMen }, known).result).toHaveLength(proposals);
});

describe('a search that finds nothing', () => {
  it('examines 300,000 rooms, no more than those of one claim between two steps', () => {
    const rooms = 117;
    const aClaim = (home: string | null, id: number): RoomClaim => {
      return { id, home, stay: WISH.stay, movable: true, suits: () => true };
    };
    const others = Array.from({ length: rooms }, (_, index) => aClaim(`room ${index}`, index));
    const places = others.map((other) => {
      return { roomNumber: other.home ?? '', leaving: [other], unlikeness: 0 };
    });
    let sinceStep = 0;
    let most = 0;
    let total = 0;
    const tree = moveTree((claim) => {
      const open = places.filter(({ roomNumber }) => roomNumber !== claim.home);
      sinceStep += open.length;
      total += open.length;
      most = Math.max(most, sinceStep);
      return open;
    });
    const steps = tree.plans(aClaim(null, rooms), MOST_MOVES);
    while (!steps.next().done) sinceStep = 0;
    expect(tree.isExhausted()).toBe(true);
    expect(total).toBeGreaterThanOrEqual(300_000);
    expect(most).toBeLessThanOrEqual(rooms);
  });

  it('takes a step for each booking in a hotel with no free room', () => {
    const numbers = ['1001', '1002', '1003', '1005', '1006', '1007'];
    const { result, count } = propose(
      '喫煙',
      Object.fromEntries(numbers.map((number) => [number, CORPORATE])),
    );
    expect(result).toEqual([]);
    expect(count).toBeGreaterThanOrEqual(numbers.length);
  });
});

describe('rooms are full: proposals against trying everything', () => {
  it('moves are legal, as few as can be, and found whenever there are any', () => {
    const seen = new Map<number | null, number>();
    fc.assert(
      fc.property(smallHotels, ({ request, facts }) => {
        const proposals = runSteps(proposeMoves(request, facts)).result;
        const fewest = fewestMoves(request, facts, MOST_MOVES);
        seen.set(fewest, (seen.get(fewest) ?? 0) + 1);
        expect(proposals.length > 0).toBe(fewest !== null && fewest > 0);
        for (const { roomNumber, moves } of proposals) {
          expect(moves).toHaveLength(fewest ?? 0);
          const to = new Map(moves.map((move) => [move.id, move.to]));
          expect(to.size).toBe(moves.length);
          for (const { id, from, to: room } of moves) {
            const booking = facts.bookings.find((one) => one.id === id);
            expect(booking?.roomNumber).toBe(from);
            expect(booking && mayLeave(facts, booking) && mayMoveTo(facts, booking, room)).toBe(true);
          }
          const nights = nightsOf(request.stay);
          expect(mayStay(facts, roomNumber, nights, request)).toBe(true);
          const after = facts.bookings.map((booking) => ({
            roomNumber: to.get(booking.id) ?? booking.roomNumber,
            nights: nightsOf(stayOf(booking)),
          }));
          expect(collides([...after, { roomNumber, nights }])).toBe(false);
        }
      }),
      { seed, numRuns: runs(2_000) },
    );
    // Whatever is compared, there was enough of it.
    const enough = new Map([
      [null, 100],
      [0, 100],
      [1, 60],
      [2, 8],
    ]);
    for (const [fewest, times] of enough) {
      expect([fewest, Math.min(seen.get(fewest) ?? 0, runs(times))]).toEqual([fewest, runs(times)]);
    }
  });

  it('stays in two rooms are legal, and found whenever there are any and one room will not do', () => {
    let split = 0;
    fc.assert(
      fc.property(smallHotels, ({ request, facts }) => {
        const proposals = proposeSplits(request, facts);
        const isFree = fewestMoves(request, facts, 0) === 0;
        expect(proposals.length > 0).toBe(!isFree && canSplit(request, facts));
        for (const { parts } of proposals) {
          const [first, second] = parts;
          expect(first.stay.start).toBe(request.stay.start);
          expect(first.stay.end).toBe(second.stay.start);
          expect(second.stay.end).toBe(request.stay.end);
          expect(first.roomNumber).not.toBe(second.roomNumber);
          for (const { roomNumber, stay } of parts) {
            expect(stay.start < stay.end).toBe(true);
            expect(mayStay(facts, roomNumber, nightsOf(stay), request)).toBe(true);
            const others = facts.bookings.map((booking) => ({
              roomNumber: booking.roomNumber,
              nights: nightsOf(stayOf(booking)),
            }));
            expect(collides([...others, { roomNumber, nights: nightsOf(stay) }])).toBe(false);
          }
          split += 1;
        }
      }),
      { numRuns: runs(2_000) },
    );
    expect(split).toBeGreaterThan(runs(100));
  });
});
