import { nightsOf } from '@domain/dates.js';
import { stayOf } from '@domain/reservation/reservation.js';
import { MOST_MOVES, proposeMoves } from '@domain/room/propose-moves.js';
import { proposeSplits } from '@domain/room/propose-splits.js';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { runs, seed } from '../../support/trial-size.js';
import { smallHotels } from './moves-hotels.js';
import { canSplit, collides, fewestMoves, mayLeave, mayMoveTo, mayStay } from './moves-oracle.js';
import { runSteps } from './run-steps.js';

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
    for (const [fewest, times] of [
      [null, runs(100)],
      [0, runs(100)],
      [1, runs(60)],
      [2, runs(8)],
    ] as const) {
      expect([fewest, (seen.get(fewest) ?? 0) >= times, seen.get(fewest)]).toEqual([
        fewest,
        true,
        seen.get(fewest),
      ]);
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
