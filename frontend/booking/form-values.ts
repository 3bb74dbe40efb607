import type { FailureReason } from '@domain/imports/csv-reservation.js';
import { keysOf } from '@domain/records.js';
import type { Flag } from '@domain/reservation/reservation.js';
import { DRAFT_FIELDS, NOT_BLACKLISTED } from '@domain/reservation/reservation-fields.js';
import {
  type BookingSource,
  DEFAULT_BOOKING_SOURCE,
  DEFAULT_PURPOSE,
  type Purpose,
} from '@domain/reservation/sources.js';
import type { SmokingStatus } from '@domain/room/room-month.js';
import type { BookingRecord } from '@wire/booking-record.js';

/** The defaults of a new registration (spec 3). Typed fields are kept as typed, also when they are not readable yet. */
export const BLANK_FORM = {
  stayStart: '',
  stayEnd: '',
  mensCount: 0,
  womensCount: 0,
  smokingStatus: '禁煙' as SmokingStatus,
  corporateId: 0,
  /** A room-month id of the chosen room, null for none. */
  roomId: null as number | null,
  checkinTime: '',
  reserverName: '',
  reserverNameKana: '',
  guestName1: '',
  guestName1Kana: '',
  guestName2: '',
  tel: '',
  totalFee: '0',
  usedPoints: '0',
  coupon: 0 as Flag,
  paymentType: null as number | null,
  bookingSource: DEFAULT_BOOKING_SOURCE as BookingSource,
  bookingNumber: '',
  purpose: DEFAULT_PURPOSE as Purpose,
  roomMoveLock: 0 as Flag,
  nextdayOut: 0 as Flag,
  sameAsDayBefore: 0 as Flag,
  notes: '',
  blacklistId: NOT_BLACKLISTED as number,
};

/** Values of the form. */
export type FormValues = typeof BLANK_FORM;
export type FormField = keyof FormValues;
/** The fields that hold typed text. */
export type TextFormField = {
  [Name in FormField]: string extends FormValues[Name] ? Name : never;
}[FormField];

/** The fields that are ticked. */
export const FLAG_FORM_FIELDS = [
  'coupon',
  'roomMoveLock',
  'nextdayOut',
  'sameAsDayBefore',
] as const satisfies readonly FormField[];
export type FlagFormField = (typeof FLAG_FORM_FIELDS)[number];

/** The form's fields by their names on the wire: as the domain calls them, but for one. */
export const FORM_FIELDS = { ...DRAFT_FIELDS, nextday_out_flag: 'nextdayOut' } as const satisfies Record<
  string,
  FormField
>;

/** Days that an imported record may lack. */
type UncertainDay = 'date' | 'stay_start' | 'stay_end';

/**
 * The form with a booking's or an imported record's fields; `smokingStatus` is its room's. A fee that could not be read is
 * left to be typed, not ¥0.
 */
export function formValuesOf(
  record: Omit<BookingRecord, UncertainDay> &
    Record<UncertainDay, string | null> & { reason?: FailureReason | null },
  smokingStatus: SmokingStatus = BLANK_FORM.smokingStatus,
): FormValues {
  const fields = keysOf(FORM_FIELDS);
  return {
    ...BLANK_FORM,
    ...Object.fromEntries(fields.map((field) => [FORM_FIELDS[field], record[field]])),
    stayStart: record.stay_start ?? '',
    stayEnd: record.stay_end ?? '',
    totalFee: record.reason === '料金不明' ? '' : String(record.total_fee),
    smokingStatus,
    sameAsDayBefore: record.base_booking_id > 0 ? 1 : 0,
  };
}

const FIELD_OF_WIRE: Record<string, FormField | undefined> = {
  ...FORM_FIELDS,
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
  return keysOf(baseline).filter((field) => values[field] !== baseline[field]);
}

/** The fields changed here since the form was opened that another terminal saved with another value. */
export function conflictingFields(values: FormValues, baseline: FormValues, saved: FormValues): FormField[] {
  return changedFields(values, baseline).filter(
    (field) => saved[field] !== baseline[field] && saved[field] !== values[field],
  );
}

/**
 * Puts what was changed here since the form was opened on top of what another terminal saved. Of a field that both changed
 * the value from here counts with `mine`, the saved one with `theirs`.
 */
export function mergedValues(
  values: FormValues,
  baseline: FormValues,
  saved: FormValues,
  onConflict: 'mine' | 'theirs',
): FormValues {
  const given = onConflict === 'mine' ? [] : conflictingFields(values, baseline, saved);
  const own = changedFields(values, baseline).filter((field) => !given.includes(field));
  return { ...saved, ...Object.fromEntries(own.map((field) => [field, values[field]])) };
}
