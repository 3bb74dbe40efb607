import type { Day } from '@domain/dates.js';
import { roomEdges } from '@domain/reservation/grouping.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import type { RoomDirectory } from '@domain/room/room-directory.js';
import { type BookingRecord, bookingRecord } from '@wire/booking-record.js';
import type { HotelDatabase } from '../platform/database.js';

/**
 * A booking for the form, with how far it could reach in its room, null where no neighbour bounds it (contract 2), and
 * the imported record that it came from, null for one taken at the desk.
 */
export type ReservationFormData = BookingRecord & {
  start_day_edge: Day | null;
  end_day_edge: Day | null;
  borderRoom: string;
  imported_record_id: number | null;
};

/** The booking of the last night claimed before the stay, and that of the first claimed after it. */
async function neighboursOf(database: HotelDatabase, booking: Reservation): Promise<Reservation[]> {
  const neighbours = database
    .selectFrom('room_claims')
    .innerJoin('bookings', 'bookings.id', 'room_claims.reservation_id')
    .select('bookings.state')
    .where('room_claims.room_number', '=', booking.roomNumber)
    .limit(1);
  const found = await Promise.all([
    neighbours.where('night', '<', booking.stayStart).orderBy('night', 'desc').execute(),
    neighbours.where('night', '>=', booking.stayEnd).orderBy('night').execute(),
  ]);
  return found.flat().map(({ state }) => state);
}

/** What the form gets of a booking (spec 7, fetch-reservation-data). */
export async function reservationFormData(
  database: HotelDatabase,
  rooms: RoomDirectory,
  booking: Reservation,
): Promise<ReservationFormData> {
  const edges = roomEdges(booking, await neighboursOf(database, booking));
  return {
    ...bookingRecord(booking, rooms),
    start_day_edge: edges.startDayEdge,
    end_day_edge: edges.endDayEdge,
    borderRoom: edges.borderRoom,
    imported_record_id: booking.csvReservationId,
  };
}
