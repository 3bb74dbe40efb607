import { groupIdOf, partyIdOf, type Reservation } from '@domain/reservation/reservation.js';
import type { HotelDatabase } from '../../platform/database.js';

/** The booking of the last night claimed before the stay, and that of the first claimed after it. */
export async function neighboursOf(database: HotelDatabase, booking: Reservation): Promise<Reservation[]> {
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

/** The other bookings of its party, in no order; cancelled ones too. */
export async function partyOf(database: HotelDatabase, booking: Reservation): Promise<Reservation[]> {
  const rows = await database
    .selectFrom('bookings')
    .select('state')
    .where('party_id', '=', partyIdOf(booking))
    .where('id', '<>', booking.id)
    .execute();
  return rows.map(({ state }) => state);
}

/** Another booking whose guest is in the room now, and does not go on with this one. */
export async function inRoomNow(database: HotelDatabase, booking: Reservation) {
  const { id, roomNumber } = booking;
  const row = await database
    .selectFrom('open_stays')
    .innerJoin('bookings', 'bookings.id', 'open_stays.id')
    .select('state')
    .where('is_in_house', '=', true)
    .where('room_number', '=', roomNumber)
    .where('bookings.id', '<>', id)
    .where('group_id', '<>', groupIdOf(booking))
    .executeTakeFirst();
  return row ? { id: row.state.id, guest_name_1: row.state.guestName1 } : null;
}
