import { moveTree } from '@domain/room/move-tree.js';
import { MOST_MOVES, proposeMoves } from '@domain/room/propose-moves.js';
import type { RoomClaim } from '@domain/room/room-claim.js';
import { roomDirectory } from '@domain/room/room-directory.js';
import { describe, expect, it } from '@jest/globals';
import { aRoomOf, aStay, stay } from '../../support/builders.js';
import { runSteps } from './run-steps.js';

const SMOKING = { smokingStatus: '喫煙' } as const;
const CORPORATE = { ...SMOKING, corporate: 1 } as const;
const FLAG_1 = { corporateFlag: 1 } as const;

const WISH = { stay: stay('2026-11-21', '2026-11-23'), mensCount: 0, womensCount: 1, corporate: FLAG_1 };
const TAKEN = aStay(1, '2026-11-21', '2026-11-23', { corporateId: 1 });

const movesTo = (other: Parameters<typeof aRoomOf>[1]) =>
  runSteps(
    proposeMoves(
      { ...WISH, smokingStatus: '禁煙' },
      {
        rooms: roomDirectory([...aRoomOf('1001', CORPORATE), ...aRoomOf('1003', other)]),
        corporates: new Map([[1, FLAG_1]]),
        bookings: [TAKEN],
        known: stay('2026-11-01', '2026-12-31'),
      },
    ),
  ).result;

describe('rooms are full: a guest whose wish is not known', () => {
  it('is not moved out of a corporate room to one that suits smokers only', () => {
    expect(movesTo(SMOKING)).toEqual([]);
  });

  it('is moved to a room that suits whatever the wish was', () => {
    expect(movesTo({ ...CORPORATE, priority: '男性' })).toEqual([
      { roomNumber: '1001', moves: [{ id: 1, from: '1001', to: '1003' }] },
    ]);
  });
});

describe('a search that finds nothing', () => {
  it('looks at 300,000 rooms, at no more than one claim has between two steps', () => {
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
    const { result, count } = runSteps(
      proposeMoves(
        { ...WISH, smokingStatus: '喫煙' },
        {
          rooms: roomDirectory(numbers.flatMap((number) => [...aRoomOf(number, CORPORATE)])),
          corporates: new Map([[1, FLAG_1]]),
          bookings: numbers.map((roomNumber, index) => ({
            ...aStay(index + 1, '2026-11-21', '2026-11-23', { corporateId: 1 }),
            roomNumber,
          })),
          known: stay('2026-11-01', '2026-12-31'),
        },
      ),
    );
    expect(result).toEqual([]);
    expect(count).toBeGreaterThanOrEqual(numbers.length);
  });
});
