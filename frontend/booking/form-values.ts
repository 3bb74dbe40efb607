import { type Flag, NOT_BLACKLISTED } from '@domain/reservation/reservation.js';
import {
  type BookingSource,
  DEFAULT_BOOKING_SOURCE,
  DEFAULT_PURPOSE,
  type Purpose,
} from '@domain/reservation/sources.js';
import type { SmokingStatus } from '@domain/room/room-month.js';
import type { BookingRecord } from '@wire/booking-record.js';
import { DRAFT_FIELDS } from '@wire/booking-save-fields.js';

/** What stands in the form; typed fields are kept as typed, also when they are not readable yet. */
export type FormValues = {
  stayStart: string;
  stayEnd: string;
  mensCount: number;
  womensCount: number;
  smokingStatus: SmokingStatus;
  corporateId: number;
  /** A room-month id of the chosen room, null for none. */
  roomId: number | null;
  checkinTime: string;
  reserverName: string;
  reserverNameKana: string;
  guestName1: string;
  guestName1Kana: string;
  guestName2: string;
  tel: string;
  totalFee: string;
  usedPoints: string;
  coupon: Flag;
  paymentType: number | null;
  bookingSource: BookingSource;
  bookingNumber: string;
  purpose: Purpose;
  roomMoveLock: Flag;
  nextdayOut: Flag;
  sameAsDayBefore: Flag;
  notes: string;
  blacklistId: number;
};
export type FormField = keyof FormValues;
/** The fields that hold typed text. */
export type TextFormField = {
  [Name in FormField]: FormValues[Name] extends string ? Name : never;
}[FormField];

/** The defaults of a new registration (spec 3). */
export const BLANK_FORM: FormValues = {
  stayStart: '',
  stayEnd: '',
  mensCount: 0,
  womensCount: 0,
  smokingStatus: '禁煙',
  corporateId: 0,
  roomId: null,
  checkinTime: '',
  reserverName: '',
  reserverNameKana: '',
  guestName1: '',
  guestName1Kana: '',
  guestName2: '',
  tel: '',
  totalFee: '0',
  usedPoints: '0',
  coupon: 0,
  paymentType: null,
  bookingSource: DEFAULT_BOOKING_SOURCE,
  bookingNumber: '',
  purpose: DEFAULT_PURPOSE,
  roomMoveLock: 0,
  nextdayOut: 0,
  sameAsDayBefore: 0,
  notes: '',
  blacklistId: NOT_BLACKLISTED,
};

/** Days that an imported record may lack. */
type UncertainDay = 'date' | 'stay_start' | 'stay_end';

/** The form with a booking's or an imported record's fields; `smokingStatus` is its room's. */
export function valuesOf(
  record: Omit<BookingRecord, UncertainDay> & Record<UncertainDay, string | null>,
  smokingStatus: SmokingStatus | undefined,
): FormValues {
  return {
    stayStart: record.stay_start ?? '',
    stayEnd: record.stay_end ?? '',
    mensCount: record.mens_count,
    womensCount: record.womens_count,
    smokingStatus: smokingStatus ?? BLANK_FORM.smokingStatus,
    corporateId: record.corporateID,
    roomId: record.room_id,
    checkinTime: record.checkin_time,
    reserverName: record.reserver_name,
    reserverNameKana: record.reserver_name_kana,
    guestName1: record.guest_name_1,
    guestName1Kana: record.guest_name1_kana,
    guestName2: record.guest_name_2,
    tel: record.tel,
    totalFee: String(record.total_fee),
    usedPoints: record.csv_notes,
    coupon: record.coupon,
    paymentType: record.payment_type,
    bookingSource: record.booking_source as BookingSource,
    bookingNumber: record.booking_number,
    purpose: record.purpose as Purpose,
    roomMoveLock: record.room_move_lock,
    nextdayOut: record.nextday_out_flag,
    sameAsDayBefore: record.base_booking_id > 0 ? 1 : 0,
    notes: record.notes,
    blacklistId: record.blacklist_id,
  };
}

/** As the domain calls them, but for those that the form calls otherwise or does not show. */
const FIELD_OF_WIRE: Record<string, FormField | undefined> = {
  ...DRAFT_FIELDS,
  nextday_out_flag: 'nextdayOut',
  is_day_before_same_flag: 'sameAsDayBefore',
  blacklist_id: undefined,
};

/** The form's field that a rule of the domain or the server names, undefined for none. */
export function formFieldOf(wireField: string | null): FormField | undefined {
  return wireField !== null ? FIELD_OF_WIRE[wireField] : undefined;
}

const FORM_ORDER = Object.keys(BLANK_FORM);

/** Of the fields that these rules name, the one that comes first in the form. */
export function firstFieldOf(wireFields: readonly (string | null)[]): FormField | undefined {
  const fields = wireFields.flatMap((field) => formFieldOf(field) ?? []);
  return fields.sort((a, b) => FORM_ORDER.indexOf(a) - FORM_ORDER.indexOf(b))[0];
}

/** The element id of a field's control. */
export function fieldId(field: FormField): string {
  return `field-${field}`;
}

/** The form's fields that were changed since it was opened. */
export function changedFields(values: FormValues, baseline: FormValues): FormField[] {
  return (Object.keys(baseline) as FormField[]).filter((field) => values[field] !== baseline[field]);
}

/** What another terminal saved, with what was changed here since the form was opened on top. */
export function mergedValues(values: FormValues, baseline: FormValues, saved: FormValues): FormValues {
  const own = changedFields(values, baseline).map((field) => [field, values[field]]);
  return { ...saved, ...Object.fromEntries(own) };
}
