import type { Day } from '@domain/dates.js';
import { roomEdges } from '@domain/reservation/grouping.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { type RoomDirectory, roomMonthOf } from '@domain/room/room-directory.js';
import type { SmokingStatus } from '@domain/room/room-month.js';
import { displayOrder } from '@domain/room/room-order.js';
import { type BookingRecord, bookingRecord, type FoundBooking } from '@wire/booking-record.js';
import type { HotelDatabase } from '../platform/database.js';
import { inRoomNow, neighboursOf, partyOf } from './queries/around-booking.query.js';

/**
 * A booking for the form, with how far it could reach in its room, null where no neighbour or 売り止め bounds it (contract 2), the
 * imported record that it came from, null for one taken at the desk, the other rooms of its party, and who else is in its
 * room and has not checked out.
 */
export type ReservationFormData = BookingRecord & {
  start_day_edge: Day | null;
  end_day_edge: Day | null;
  borderRoom: string;
  imported_record_id: number | null;
  room_type: string;
  smoking_status: SmokingStatus;
  party: FoundBooking[];
  in_house: { id: number; guest_name_1: string } | null;
};

/** Returns what the form gets of a booking (spec 7, fetch-reservation-data). */
export async function reservationFormData(
  database: HotelDatabase,
  rooms: RoomDirectory,
  booking: Reservation,
): Promise<ReservationFormData> {
  const [neighbours, party, inHouse] = await Promise.all([
    neighboursOf(database, booking),
    partyOf(database, booking),
    inRoomNow(database, booking),
  ]);
  const room = rooms.byNumber.get(booking.roomNumber);
  const closed = (room?.closures ?? []).map(({ id, roomNumber, start, end }) => ({
    ...{ id, status: 'active' as const, roomNumber, stayStart: start, stayEnd: end },
  }));
  const edges = roomEdges(booking, [...neighbours, ...closed]);
  const order = displayOrder(rooms.byNumber);
  party.sort((a, b) => order(a.roomNumber, b.roomNumber));
  const month = room && roomMonthOf(room, booking.stayStart);
  return {
    ...bookingRecord(booking, rooms),
    start_day_edge: edges.startDayEdge,
    end_day_edge: edges.endDayEdge,
    borderRoom: edges.borderRoom,
    imported_record_id: booking.csvReservationId,
    room_type: month?.roomType ?? '',
    smoking_status: month?.smokingStatus ?? '禁煙',
    party: party.map((other) => ({ ...bookingRecord(other, rooms), room_number: other.roomNumber })),
    in_house: inHouse,
  };
}
