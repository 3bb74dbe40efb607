import type { Day } from '@domain/dates.js';
import { type Reservation } from '@domain/reservation/reservation.js';
import { roomEdges } from '@domain/reservation/room-edges.js';
import type { RoomDirectory } from '@domain/room/room-directory.js';
import type { BookingRecord } from '@wire/booking-record.js';
import { sql } from 'kysely';
import type { HotelDatabase } from '../platform/database.js';
import { bookingRecord } from './booking-answer.public.js';

/**
 * A booking for the form, with how far it could reach in its room, null where no neighbour bounds it (contract 2), and the
 * imported record that it came from, null for one that was taken at the desk.
 */
export type ReservationFormData = BookingRecord & {
  start_day_edge: Day | null;
  end_day_edge: Day | null;
  borderRoom: string;
  imported_record_id: number | null;
};

/** The booking of the last night claimed before the stay, and that of the first claimed after it. */
async function neighboursOf(database: HotelDatabase, booking: Reservation): Promise<Reservation[]> {
  const nights = database
    .selectFrom('room_claims')
    .select('reservation_id')
    .where('room_number', '=', booking.roomNumber)
    .limit(1);
  const [before, after] = await Promise.all([
    nights.where('night', '<', booking.stayStart).orderBy('night', 'desc').executeTakeFirst(),
    nights.where('night', '>=', booking.stayEnd).orderBy('night').executeTakeFirst(),
  ]);
  const ids = [before, after].flatMap((claim) => claim?.reservation_id ?? []);
  if (ids.length === 0) return [];
  const rows = await database
    .selectFrom('bookings')
    .select('state')
    .where(sql<boolean>`id = any(${ids}::int[])`)
    .execute();
  return rows.map(({ state }) => state);
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
