import { ERASED } from '@domain/erased.js';
import { keysOf } from '@domain/records.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import type { ReservationDetails } from '@domain/reservation/reservation-fields.js';
import { DRAFT_FIELDS } from '@domain/reservation/reservation-fields.js';
import type { ShownBooking } from '../shared/calendar-data/calendar-snapshot.js';

/** A booking of the calendar in the domain's terms, for deciding beforehand what the server would decide. */
export function storedReservation({
  record,
  roomNumber,
}: Pick<ShownBooking, 'record' | 'roomNumber'>): Reservation {
  const { room_id: _, ...named } = DRAFT_FIELDS;
  const fields = keysOf(named);
  const details = Object.fromEntries(fields.map((field) => [named[field], record[field]]));
  return {
    ...(details as Omit<ReservationDetails, 'roomNumber' | 'usedPoints'>),
    usedPoints: record.used_points,
    roomNumber,
    id: record.id,
    version: record.version,
    status: record.is_cancelled === 1 ? 'cancelled' : 'active',
    baseBookingId: record.base_booking_id,
    groupEndDate: record.group_end_date,
    staffId: record.staff_id,
    paymentFlag: record.payment_flag,
    checkinDate: record.checkin_date,
    checkoutDate: record.checkout_date,
    changedRoom: record.changed_room,
    csvReservationId: null,
    partyId: record.party_id,
    ...(record.no_show === 1 && { isNoShow: true }),
    ...(record.guest_name_1 === ERASED && { isErased: true }),
  };
}
