import { roomEdges } from '@domain/reservation/grouping.js';
import { describe, expect, it } from '@jest/globals';
import { aStay } from '../../support/builders.js';

const booking = aStay(10, '2026-11-21', '2026-11-23');

describe('edges of a booking in its room (contract 2)', () => {
  it('are the nearest check-out before and check-in after', () => {
    const others = [
      aStay(1, '2026-11-01', '2026-11-05'),
      aStay(2, '2026-11-15', '2026-11-18'),
      aStay(3, '2026-11-08', '2026-11-10'),
      aStay(4, '2026-12-28', '2027-01-03'),
      aStay(5, '2026-11-25', '2026-11-26'),
    ];
    const edges = { startDayEdge: '2026-11-18', endDayEdge: '2026-11-25', borderRoom: '1001' };
    expect(roomEdges(booking, others)).toEqual(edges);
    expect(roomEdges(booking, others.reverse())).toEqual(edges);
  });

  it('lie at the stay itself when neighbours touch it', () => {
    const others = [aStay(1, '2026-11-20', '2026-11-21'), aStay(2, '2026-11-23', '2026-11-24')];
    expect(roomEdges(booking, others)).toMatchObject({
      startDayEdge: '2026-11-21',
      endDayEdge: '2026-11-23',
    });
  });

  it('are null without a neighbour', () => {
    expect(roomEdges(booking, [])).toEqual({ startDayEdge: null, endDayEdge: null, borderRoom: '1001' });
  });

  it('look past itself, cancelled bookings and other rooms', () => {
    const others = [
      booking,
      aStay(1, '2026-11-15', '2026-11-18', { status: 'cancelled' }),
      aStay(2, '2026-11-25', '2026-11-26', { roomNumber: '1002' }),
    ];
    expect(roomEdges(booking, others)).toMatchObject({ startDayEdge: null, endDayEdge: null });
  });
});
