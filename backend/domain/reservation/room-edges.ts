import type { Day } from '../dates.js';
import type { Reservation } from './reservation.js';

type Placed = Pick<Reservation, 'id' | 'status' | 'roomNumber' | 'stayStart' | 'stayEnd'>;

/** How far a booking could reach in its room; null where no neighbour bounds it (contract 2). */
export type RoomEdges = { startDayEdge: Day | null; endDayEdge: Day | null; borderRoom: string };

/** The previous active booking's check-out and the next one's check-in in the same room (contract 2). */
export function roomEdges(booking: Placed, others: Iterable<Placed>): RoomEdges {
  let startDayEdge: Day | null = null;
  let endDayEdge: Day | null = null;
  for (const other of others) {
    const { id, status, roomNumber, stayStart, stayEnd } = other;
    if (id === booking.id || status !== 'active' || roomNumber !== booking.roomNumber) continue;
    if (stayEnd <= booking.stayStart && (startDayEdge === null || stayEnd > startDayEdge))
      startDayEdge = stayEnd;
    if (stayStart >= booking.stayEnd && (endDayEdge === null || stayStart < endDayEdge))
      endDayEdge = stayStart;
  }
  return { startDayEdge, endDayEdge, borderRoom: booking.roomNumber };
}
