import type { CsvReservation } from '@domain/imports/csv-reservation.js';
import { paymentStatusOf } from '@wire/booking-record.js';
import type { Facts } from './changes.js';

/** The fields of an imported record, each thing said once. */
export function importFacts(record: CsvReservation): Facts {
  return {
    site: record.site,
    booking_number: record.bookingNumber,
    room_index: record.roomIndex,
    kind: record.kind,
    revision: record.revision,
    stay_start: record.stayStart,
    stay_end: record.stayEnd,
    room_symbol: record.roomSymbol,
    room_name: record.roomName,
    sold_categories: record.soldCategories,
    smoking_status: record.smokingStatus,
    reserver_name: record.reserverName,
    reserver_name_kana: record.reserverNameKana,
    guest_name_1: record.guestName1,
    guest_name1_kana: record.guestName1Kana,
    guest_name_2: record.guestName2,
    tel: record.tel,
    notes: record.notes,
    booking_source: record.bookingSource,
    checkin_time: record.checkinTime,
    mens_count: record.mensCount,
    womens_count: record.womensCount,
    total_fee: record.totalFee,
    used_points: record.usedPoints,
    corporateID: record.corporateId,
    payment_status: paymentStatusOf(record.paymentFlag),
    coupon: record.coupon,
    fault: record.fault,
    warnings: record.warnings,
    status: record.status,
    reason: record.reason,
    detail: record.detail,
    dismissed_reason: record.dismissalReason ?? null,
    booking_id: record.bookingId,
  };
}
