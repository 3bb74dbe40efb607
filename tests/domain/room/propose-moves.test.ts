import { proposeMoves } from '@domain/room/propose-moves.js';
import { roomDirectory } from '@domain/room/room-directory.js';
import { describe, expect, it } from '@jest/globals';
import { aRoomOf, aStay, stay } from '../../support/builders.js';

const SMOKING = { smokingStatus: '喫煙' } as const;
const CORPORATE = { ...SMOKING, corporate: 1 } as const;
const FLAG_1 = { corporateFlag: 1 } as const;

const WISH = { stay: stay('2026-11-21', '2026-11-23'), mensCount: 0, womensCount: 1, corporate: FLAG_1 };
const TAKEN = aStay(1, '2026-11-21', '2026-11-23', { corporateId: 1 });

const movesTo = (other: Parameters<typeof aRoomOf>[1]) =>
  proposeMoves(
    { ...WISH, smokingStatus: '禁煙' },
    {
      rooms: roomDirectory([...aRoomOf('1001', CORPORATE), ...aRoomOf('1003', other)]),
      corporates: new Map([[1, FLAG_1]]),
      bookings: [TAKEN],
      known: stay('2026-11-01', '2026-12-31'),
    },
  );

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
