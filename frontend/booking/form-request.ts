import type { Day, Stay } from '@domain/dates.js';
import { MAX_GUESTS, type SaveRequest } from '@domain/reservation/save-rules.js';
import { halfWidth, tidyPhone, toKatakana } from '@domain/typed-text.js';
import type { BookingSave } from '@wire/booking-save.js';
import { parseDateText } from '../shared/ui/date-text.js';
import { parseNumberText, parseTimeText } from './field-texts.js';
import type { FormField, FormValues, TextFormField } from './form-values.js';

/** The form's check-in and check-out as days, null where they are missing or not readable. */
function daysOf(values: FormValues, today: Day): { stayStart: Day | null; stayEnd: Day | null } {
  const stayStart = parseDateText(values.stayStart, today);
  return { stayStart, stayEnd: parseDateText(values.stayEnd, today, stayStart ?? today) };
}

/** The stay of the form, null while it is none. */
export function stayOfForm(values: FormValues, today: Day): Stay | null {
  const { stayStart, stayEnd } = daysOf(values, today);
  const isStay = stayStart !== null && stayEnd !== null && stayStart < stayEnd;
  return isStay ? { start: stayStart, end: stayEnd } : null;
}

/** What the rules of a save look at (spec 5). */
export function saveRequestOf(values: FormValues, today: Day): SaveRequest {
  return {
    ...daysOf(values, today),
    guestName1: values.guestName1,
    reserverName: values.reserverName,
    mensCount: values.mensCount,
    womensCount: values.womensCount,
    roomId: values.roomId,
    checkinTime: parseTimeText(values.checkinTime),
    totalFee: parseNumberText(values.totalFee),
    usedPoints: parseNumberText(values.usedPoints),
  };
}

/** The payload of a save that keeps all rules (spec 7); the values are tidied. */
export function payloadOf(values: FormValues, request: SaveRequest, csvReservationId?: number): BookingSave {
  const guests = values.mensCount + values.womensCount;
  return {
    reserver_name: values.reserverName,
    reserver_name_kana: values.reserverNameKana,
    guest_name_1: values.guestName1,
    guest_name1_kana: values.guestName1Kana,
    guest_name_2: guests === MAX_GUESTS ? values.guestName2 : '',
    room_id: request.roomId ?? undefined,
    stay_start: request.stayStart ?? undefined,
    stay_end: request.stayEnd ?? undefined,
    purpose: values.purpose,
    booking_source: values.bookingSource,
    notes: values.notes,
    csv_notes: String(request.usedPoints ?? ''),
    checkin_time: request.checkinTime ?? undefined,
    total_fee: request.totalFee ?? undefined,
    booking_number: values.bookingNumber,
    mens_count: values.mensCount,
    womens_count: values.womensCount,
    corporateID: values.corporateId,
    tel: values.tel,
    payment_type: values.paymentType,
    coupon: values.coupon,
    room_move_lock: values.roomMoveLock,
    blacklist_id: values.blacklistId,
    nextday_out_flag: values.nextdayOut,
    is_day_before_same_flag: values.sameAsDayBefore,
    ...(csvReservationId === undefined ? {} : { csv_reservation_id: csvReservationId }),
  };
}

const trim = (text: string): string => text.trim();
const tidyNumber = (text: string): string => String(parseNumberText(text) ?? text);

/** How each field's text is written out once understood; what is not understood stays as typed. */
const TIDY: { [Field in Exclude<TextFormField, 'stayStart' | 'stayEnd'>]?: (text: string) => string } = {
  checkinTime: (text) => parseTimeText(text) ?? text,
  reserverName: trim,
  reserverNameKana: toKatakana,
  guestName1: trim,
  guestName1Kana: toKatakana,
  guestName2: trim,
  tel: tidyPhone,
  totalFee: tidyNumber,
  usedPoints: tidyNumber,
  bookingNumber: halfWidth,
};

/** The text of a field as it is written out once the field is left. */
export function tidiedText(field: FormField, text: string): string {
  return TIDY[field as keyof typeof TIDY]?.(text) ?? text;
}

/** The typed fields as every save, search and check takes them: each written out once understood. */
export function tidiedValues(values: FormValues, today: Day): FormValues {
  const { stayStart, stayEnd } = daysOf(values, today);
  const texts = (Object.keys(TIDY) as (keyof typeof TIDY)[]).map((field) => [
    field,
    tidiedText(field, values[field]),
  ]);
  return {
    ...values,
    ...Object.fromEntries(texts),
    stayStart: stayStart ?? values.stayStart,
    stayEnd: stayEnd ?? values.stayEnd,
  };
}
