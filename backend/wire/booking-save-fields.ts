import type { ReservationDraft } from '@domain/reservation/reservation.commands.js';

/** The fields of a save on the wire and what the domain calls them. */
export const DRAFT_FIELDS = {
  guest_name_1: 'guestName1',
  reserver_name: 'reserverName',
  mens_count: 'mensCount',
  womens_count: 'womensCount',
  room_id: 'roomId',
  stay_start: 'stayStart',
  stay_end: 'stayEnd',
  checkin_time: 'checkinTime',
  total_fee: 'totalFee',
  csv_notes: 'usedPoints',
  reserver_name_kana: 'reserverNameKana',
  guest_name1_kana: 'guestName1Kana',
  guest_name_2: 'guestName2',
  purpose: 'purpose',
  booking_source: 'bookingSource',
  notes: 'notes',
  booking_number: 'bookingNumber',
  corporateID: 'corporateId',
  tel: 'tel',
  payment_type: 'paymentType',
  coupon: 'coupon',
  room_move_lock: 'roomMoveLock',
  blacklist_id: 'blacklistId',
  nextday_out_flag: 'nextdayOutFlag',
} as const satisfies Record<string, keyof ReservationDraft>;
