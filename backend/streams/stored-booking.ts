import type { Reservation } from '@domain/reservation/reservation.js';
import type { UnitOfWork } from '../event-store/unit-of-work.js';
import type { HotelDatabase } from '../platform/database.js';
import { notFound, type RefusedError } from '../platform/errors.js';
import { reservationStream } from './reservation.stream.js';

/** The refusal of a call about a booking that does not exist: 404. */
export const unknownBooking = (): RefusedError => notFound('予約が見つかりません。');

/** A booking as the batch sees it; 404 when there is none. Its stream must be among the requirements. */
export function bookingOf(unit: UnitOfWork, id: number): Reservation {
  const booking = unit.get(reservationStream, id);
  if (!booking) throw unknownBooking();
  return booking;
}

/** Reads a booking by its id; 404 when there is none. */
export async function readBooking(database: HotelDatabase, id: number): Promise<Reservation> {
  const row = await database.selectFrom('bookings').select('state').where('id', '=', id).executeTakeFirst();
  if (!row) throw unknownBooking();
  return row.state;
}
