import type { Day } from '@domain/dates.js';
import type { Reservation } from '@domain/reservation/reservation.js';

/** A stay in a list of money, by guest, room and nights. */
export type NamedStay = {
  booking_id: number;
  guest_name: string;
  room_number: string;
  stay_start: Day;
  stay_end: Day;
};

/** Encodes the guest, room and nights of a booking. */
export const encodeNamedStay = (booking: Reservation): NamedStay => ({
  booking_id: booking.id,
  guest_name: booking.guestName1,
  room_number: booking.roomNumber,
  stay_start: booking.stayStart,
  stay_end: booking.stayEnd,
});
