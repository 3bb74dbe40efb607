import type { HotelReference } from '@domain/reference.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { bookingRecord } from '../reservations/booking-answer.public.js';
import type { Facts } from './changes.js';

/** Every field of a booking that is no bookkeeping, with those that follow from each other. */
export function allBookingFacts(booking: Reservation, { rooms }: HotelReference): Facts {
  const { id, version, date, room_id, ...fields } = bookingRecord(booking, rooms);
  return {
    room_id,
    room_number: booking.roomNumber,
    ...fields,
    csv_reservation_id: booking.csvReservationId,
  };
}

/** The fields of a booking, each thing said once. */
export function bookingFacts(booking: Reservation, reference: HotelReference): Facts {
  const { room_id, gender_1, gender_2, csv_notes, corporate, payment_flag, ...facts } = allBookingFacts(
    booking,
    reference,
  );
  return facts;
}
