import { ERASED } from '@domain/erased.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import type { BookingSource, Purpose } from '@domain/reservation/sources.js';
import type { ShownBooking } from '../shared/calendar-data/calendar-snapshot.js';

/** A booking of the calendar in the domain's terms, for deciding beforehand what the server would decide. */
export function storedReservation({ record, roomNumber }: ShownBooking): Reservation {
  return {
    id: record.id,
    version: record.version,
    status: record.is_cancelled === 1 ? 'cancelled' : 'active',
    roomNumber,
    stayStart: record.stay_start,
    stayEnd: record.stay_end,
    reserverName: record.reserver_name,
    reserverNameKana: record.reserver_name_kana,
    guestName1: record.guest_name_1,
    guestName1Kana: record.guest_name1_kana,
    guestName2: record.guest_name_2,
    tel: record.tel,
    notes: record.notes,
    purpose: record.purpose as Purpose,
    bookingSource: record.booking_source as BookingSource,
    usedPoints: record.used_points,
    checkinTime: record.checkin_time,
    totalFee: record.total_fee,
    bookingNumber: record.booking_number,
    mensCount: record.mens_count,
    womensCount: record.womens_count,
    corporateId: record.corporateID,
    paymentType: record.payment_type,
    coupon: record.coupon,
    roomMoveLock: record.room_move_lock,
    blacklistId: record.blacklist_id,
    nextdayOutFlag: record.nextday_out_flag,
    baseBookingId: record.base_booking_id,
    groupEndDate: record.group_end_date,
    staffId: record.staff_id,
    paymentFlag: record.payment_flag,
    checkinDate: record.checkin_date,
    checkoutDate: record.checkout_date,
    changedRoom: record.changed_room,
    csvReservationId: null,
    ...(record.guest_name_1 === ERASED && { isErased: true }),
  };
}
